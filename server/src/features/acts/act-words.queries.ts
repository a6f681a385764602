import { sql, type Expression, type SqlBool } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { Seer } from './acts.queries.ts';

/** An executor works for few; of more than so many only the first ones' words are looked for. */
const MOST_CUSTOMERS = 200;

/**
 * Acts `a` with titles in which words begin as in one of the readings; null when none can be. Keys are Latin letters and
 * digits, so nothing is to be quoted; each word stands behind its company (`act_words`), and so they find the acts of no
 * other.
 */
export async function haveWords(
  db: Handle,
  seer: Seer,
  readings: string[][],
): Promise<Expression<SqlBool> | null> {
  if (readings.length === 0) return null;
  const companies = seer.role === 'business' ? [seer.company_id] : await listCustomerIds(db, seer.company_id);
  const wish = companies
    .flatMap((id) => readings.map((words) => `(${lexemes(id, words).join(' & ')})`))
    .join(' | ');
  return wish === '' ? null : sql<SqlBool>`a.words @@ ${wish}::tsquery`;
}

/**
 * Beginnings of words. A single character begins too many to be looked up beside a longer word: a digit is a word of its
 * own there («этап 2»), and a letter is a word that is still being typed.
 */
function lexemes(company_id: number, words: string[]): string[] {
  const longer = words.filter((word) => word.length > 1);
  if (longer.length === 0) return words.map((word) => `'${company_id}:${word}':*`);
  return [
    ...longer.map((word) => `'${company_id}:${word}':*`),
    ...words.filter((word) => /^\d$/.test(word)).map((word) => `'${company_id}:${word}'`),
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
