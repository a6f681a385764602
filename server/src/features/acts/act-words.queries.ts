import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Viewer } from './acts.queries.ts';
import { COMMON, sharesOfNewest } from './seen-acts.queries.ts';

/** An executor works for few; of more than so many only the first ones' words are looked for. */
const MOST_CUSTOMERS = 200;

/**
 * Acts `a` with titles in which words begin as in one of the readings; null when none can be. Keys are Latin letters and
 * digits, so nothing is to be quoted; each word stands behind its company (`act_words`), and so they find the acts of no
 * other. `sought` is the same where the index of words is to lead to the acts: PostgreSQL does not see the words then,
 * and of two that it had never met it would believe so many that it would rather read the acts of everybody.
 */
export async function haveWords(
  db: Handle,
  viewer: Viewer,
  readings: string[][],
): Promise<{ known: Expression<SqlBool>; sought: Expression<SqlBool> } | null> {
  if (readings.length === 0) return null;
  const business = viewer.role === 'business';
  const companies = business ? [viewer.company_id] : await listCustomerIds(db, viewer.company_id);
  const all = tsquery(companies, readings);
  if (all === '') return null;
  const rare = business ? tsquery(companies, await withoutCommon(db, viewer, readings)) : all;
  // Written so that the index is not asked for the common ones too: it would read a million acts of each.
  const whole = (found: Expression<SqlBool>) =>
    rare === all ? found : sql<SqlBool>`(${found} and ts_match_vq(a.words, ${all}::tsquery))`;
  return {
    known: whole(sql<SqlBool>`a.words @@ ${rare}::tsquery`),
    sought: whole(sql<SqlBool>`a.words @@ (select ${rare}::tsquery)`),
  };
}

const tsquery = (companies: number[], readings: string[][]) =>
  companies.flatMap((id) => readings.map((words) => `(${lexemes(id, words).join(' & ')})`)).join(' | ');

/** The words by which few acts are found; all of a reading that has no such word. */
async function withoutCommon(db: Handle, viewer: Viewer, readings: string[][]): Promise<string[][]> {
  const words = [...new Set(readings.filter((reading) => reading.length > 1).flat())];
  if (words.length === 0) return readings;
  const having = words.map(
    (word) => sql<SqlBool>`a.words @@ ${tsquery([viewer.company_id], [[word]])}::tsquery`,
  );
  const shares = await sharesOfNewest(db, viewer, having);
  const common = new Set(words.filter((_, at) => shares[at]! > COMMON));
  return readings.map((reading) => {
    const rare = reading.filter((word) => !common.has(word));
    return rare.length > 0 ? rare : reading;
  });
}

/**
 * Beginnings of words. A single character begins too many to be looked up beside a longer word: a digit or a sign is a
 * word of its own there («этап 2»), and a letter is a word that is still being typed.
 */
function lexemes(company_id: number, words: string[]): string[] {
  const longer = words.filter((word) => word.length > 1);
  if (longer.length === 0) return words.map((word) => `'${company_id}:${word}':*`);
  return [
    ...longer.map((word) => `'${company_id}:${word}':*`),
    ...words.filter((word) => /^[^a-z]$/.test(word)).map((word) => `'${company_id}:${word}'`),
  ];
}

async function listCustomerIds(db: Handle, executor_company_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('executors')
    .select('company_id')
    .where('executor_company_id', '=', executor_company_id)
    .orderBy('company_id')
    .limit(MOST_CUSTOMERS)
    .execute();
  return rows.map(({ company_id }) => company_id);
}

/** The kinds or units of services, named in the language of the reader. */
export async function listNamed(db: Handle, table: 'service_categories' | 'units', locale: Locale) {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'code', 'name_ru', 'name_kz'])
    .orderBy('id')
    .execute();
  return rows.map(({ id, code, name_ru, name_kz }) => ({
    id,
    code,
    name: locale === 'kz' ? name_kz : name_ru,
  }));
}

export async function listIds(tx: Tx, table: 'service_categories' | 'units'): Promise<Set<number>> {
  const rows = await tx.selectFrom(table).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}
