import { sql, type Expression, type SqlBool } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { Seer } from './acts.queries.ts';

/** An executor works for few; of more than so many only the first ones' words are looked for. */
const MOST_CUSTOMERS = 200;
/** Of so many of the newest acts a word that a tenth of them have is common. */
const SAMPLE = 200;
const COMMON = SAMPLE / 10;

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
  const business = seer.role === 'business';
  const companies = business ? [seer.company_id] : await listCustomerIds(db, seer.company_id);
  const all = tsquery(companies, readings);
  if (all === '') return null;
  const rare = business ? tsquery(companies, await withoutCommon(db, seer.company_id, readings)) : all;
  const found = sql<SqlBool>`a.words @@ ${rare}::tsquery`;
  // Written so that the index is not asked for the common ones too: it would read a million acts of each.
  return rare === all ? found : sql<SqlBool>`(${found} and ts_match_vq(a.words, ${all}::tsquery))`;
}

const tsquery = (companies: number[], readings: string[][]) =>
  companies.flatMap((id) => readings.map((words) => `(${lexemes(id, words).join(' & ')})`)).join(' | ');

/** The words by which few acts are found; all of a reading that has no such word. */
async function withoutCommon(db: Handle, company_id: number, readings: string[][]): Promise<string[][]> {
  const words = [...new Set(readings.filter((reading) => reading.length > 1).flat())];
  if (words.length === 0) return readings;
  const counts = words.map(
    (word) => sql`count(*) filter (where a.words @@ ${tsquery([company_id], [[word]])}::tsquery)`,
  );
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}]::integer[] as counts
    from (select a.words from acts a where a.company_id = ${company_id} and a.deleted_at is null
          order by a.year desc, a.number desc limit ${SAMPLE}) a`.execute(db);
  const common = new Set(words.filter((_, at) => rows[0]!.counts[at]! > COMMON));
  return readings.map((reading) => {
    const rare = reading.filter((word) => !common.has(word));
    return rare.length > 0 ? rare : reading;
  });
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
