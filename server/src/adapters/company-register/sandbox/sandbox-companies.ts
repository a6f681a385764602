import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
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
