import { isBinOrIin, withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import type { RegisteredCompany } from '../company-register.ts';

const company = (
  eleven: string,
  [name_ru, name_kz]: [string, string],
  head_name: string,
  address: string,
  [oked, oked_name]: [string, string],
  registered_on: string,
): RegisteredCompany => ({
  bin: withCheckDigit(eleven)!,
  name_ru,
  name_kz,
  head_name,
  address,
  oked,
  oked_name,
  registered_on,
  is_sole_trader: name_ru.startsWith('ИП'),
});

const FREIGHT: [string, string] = ['49410', 'Грузовые перевозки автомобильным транспортом'];
const MEDIA: [string, string] = ['73110', 'Деятельность рекламных агентств'];
const SOFTWARE: [string, string] = ['62011', 'Разработка программного обеспечения'];
const CLEANING: [string, string] = ['81210', 'Общая уборка зданий'];

/** Made-up companies; their numbers carry right check digits and belong to nobody. The first two are those of the demo data. */
export const sandboxCompanies: readonly RegisteredCompany[] = [
  company(
    '18034001234',
    ['ТОО «Алатау Логистика»', '«Алатау Логистика» ЖШС'],
    'САРСЕНОВ ЕРЛАН МАРАТОВИЧ',
    'г. Алматы, Бостандыкский район, ул. Тимирязева, 42',
    FREIGHT,
    '2018-03-12',
  ),
  company(
    '20014002345',
    ['ТОО «Дала Медиа»', '«Дала Медиа» ЖШС'],
    'НУРГАЛИЕВА АЙГЕРИМ СЕРИКОВНА',
    'г. Астана, район Есиль, проспект Мәңгілік Ел, 55',
    MEDIA,
    '2020-01-15',
  ),
  company(
    '21054003456',
    ['ТОО «Жетісу Софт»', '«Жетісу Софт» ЖШС'],
    'АХМЕТОВА САУЛЕ БОЛАТОВНА',
    'область Жетісу, г. Талдыкорган, ул. Тәуелсіздік, 18',
    SOFTWARE,
    '2021-05-20',
  ),
  company(
    '19094004567',
    ['ТОО «Ертіс Сервис»', '«Ертіс Сервис» ЖШС'],
    'ГРИГОРЬЕВ АНТОН ПЕТРОВИЧ',
    'Павлодарская область, г. Павлодар, ул. Академика Сатпаева, 65',
    CLEANING,
    '2019-09-02',
  ),
  company(
    '88061530027',
    ['ИП «Таза үй»', '«Таза үй» ЖК'],
    'МУСИН ДАМИР КАНАТОВИЧ',
    'г. Шымкент, Аль-Фарабийский район, ул. Байтурсынова, 7',
    CLEANING,
    '2022-02-10',
  ),
];

/** A number at which the register falls silent, to see what a person is told then. */
export const SILENT_BIN = withCheckDigit('18034009999')!;

/** Numbers that belong to nobody and have no other use: as many newcomers can register as there are five-digit ends. */
const SAMPLES = { too: '260540', ip: '900101', individual: '900101' };
export type SampleKind = keyof typeof SAMPLES;

const NAMES = ['Самал', 'Бастау', 'Өркен', 'Арна', 'Тұлпар'];
const HEADS = [
  'Искакова Мадина Рустамовна',
  'Тастемиров Азамат Нурланович',
  'Ковалёва Ирина Викторовна',
  'Абишев Данияр Саматович',
];

/** A number to register with, and whose it is in the register; null for an end without a check digit. */
export function sampleCompany(kind: SampleKind, end: number): RegisteredCompany | null {
  const digits = kind === 'too' ? 5 : 4;
  const century = kind === 'too' ? '' : kind === 'ip' ? '3' : '4';
  const bin = withCheckDigit(`${SAMPLES[kind]}${century}${String(end).padStart(digits, '0')}`);
  if (bin === null) return null;
  const name = `«${NAMES[end % NAMES.length]!} ${end}»`;
  return {
    bin,
    name_ru: `${kind === 'too' ? 'ТОО' : 'ИП'} ${name}`,
    name_kz: `${name} ${kind === 'too' ? 'ЖШС' : 'ЖК'}`,
    head_name: HEADS[end % HEADS.length]!,
    address: `г. Алматы, Медеуский район, ул. Гоголя, ${1 + (end % 200)}`,
    oked: SOFTWARE[0],
    oked_name: SOFTWARE[1],
    registered_on: '2026-05-04',
    is_sole_trader: kind !== 'too',
  };
}

/** What the register knows of a sample; null for another number, and for a person who trades with nothing. */
export function findSample(bin: string): RegisteredCompany | null {
  const end = /^(?:260540(\d{5})|9001013(\d{4}))\d$/.exec(bin);
  if (!end || !isBinOrIin(bin)) return null;
  return sampleCompany(end[1] ? 'too' : 'ip', Number(end[1] ?? end[2]));
}
