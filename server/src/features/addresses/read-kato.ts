import { latinKey } from '@kelisim/shared/kernel/latin-key.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ReadResult, ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { NewPlace } from './addresses.queries.ts';

/** What is wrong with a list: with the whole file, or with some of its rows. Nothing of it is taken then. */
const refused = (
  code: 'kato.unreadable' | 'kato.columns' | 'kato.rows' | 'kato.twice' | 'kato.empty',
  values?: Record<string, string | number>,
) => new Problem(code, { field: 'file', values });

const COLUMNS = ['te', 'name_kaz', 'name_rus'] as const;
/** Digits that stay when one goes up: settlement, okrug, district, region. */
const LEVEL_DIGITS = [2, 4, 6, 9] as const;
const MOST_NAMED = 5;

interface Row {
  kato: string;
  name_ru: string;
  name_kz: string;
}

/**
 * The official spreadsheet of the classifier of administrative objects (КАТО): `te` is the code of nine digits (two of the
 * region, two of the district or city, two of the rural okrug, three of the settlement), `name_kaz` and `name_rus` the names.
 */
export function readKato(read: ReadResult): NewPlace[] {
  if (read.status === 'error') throw refused('kato.unreadable');
  const header = read.header.map((name) => name.trim().toLowerCase());
  const places = COLUMNS.map((name) => header.indexOf(name));
  const missing = COLUMNS.filter((_, at) => places[at]! < 0);
  if (missing.length > 0) throw refused('kato.columns', { columns: missing.join(', ') });
  const rows = read.rows.map((row) => readRow(row, places));
  const wrong = read.rows.filter((_, at) => !rows[at]).map(({ row }) => row);
  if (wrong.length > 0) throw refused('kato.rows', { rows: some(wrong) });
  const byCode = new Map<string, Row>();
  for (const [at, row] of rows.entries()) {
    if (byCode.has(row!.kato)) throw refused('kato.twice', { code: row!.kato, row: read.rows[at]!.row });
    byCode.set(row!.kato, row!);
  }
  if (byCode.size === 0) throw refused('kato.empty');
  return [...byCode.values()].map((row) => toPlace(row, byCode));
}

function readRow({ cells }: ReadRow, places: readonly number[]): Row | null {
  const [kato, name_kz, name_ru] = places.map((at) => {
    const cell = cells[at];
    return cell?.kind === 'text' || cell?.kind === 'number' ? cell.value.replace(/\s+/g, ' ').trim() : '';
  }) as [string, string, string];
  const name = name_ru || name_kz;
  if (!/^\d{9}$/.test(kato) || !latinKey(name)) return null;
  return { kato, name_ru: name, name_kz: name_kz || name };
}

function toPlace(row: Row, byCode: ReadonlyMap<string, Row>): NewPlace {
  const level = levelOf(row.kato);
  const above = LEVEL_DIGITS.slice(0, level - 1)
    .map((digits) => byCode.get(row.kato.slice(0, digits).padEnd(9, '0')))
    .filter((one): one is Row => one !== undefined && one.kato !== row.kato);
  const chain = [...above, row];
  return makePlace({
    kato: row.kato,
    level,
    names_ru: chain.map(({ name_ru }) => name_ru),
    names_kz: chain.map(({ name_kz }) => name_kz),
  });
}

/** From the widest to the place itself. */
export function makePlace(place: {
  kato: string | null;
  level: number;
  names_ru: readonly string[];
  names_kz: readonly string[];
}): NewPlace {
  const { kato, level, names_ru, names_kz } = place;
  return {
    kato,
    level,
    label_ru: names_ru.join(', '),
    label_kz: names_kz.join(', '),
    own_key: latinKey(`${names_ru.at(-1)} ${names_kz.at(-1)}`),
    search_key: latinKey(`${names_ru.join(' ')} ${names_kz.join(' ')}`),
  };
}

function levelOf(kato: string): number {
  if (kato.endsWith('0000000')) return 1;
  if (kato.endsWith('00000')) return 2;
  return kato.endsWith('000') ? 3 : 4;
}

const some = (rows: readonly number[]) =>
  rows.slice(0, MOST_NAMED).join(', ') +
  (rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '');
