import { sql, type Expression, type SqlBool } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { Viewer } from './acts.queries.ts';

export type Where = Expression<SqlBool>;

/** So many of the newest acts tell what is in most of them. */
const SAMPLE = 200;
/** What more than a tenth of the newest acts have is common. */
export const COMMON = 0.1;

/** The second gate: an act `a` is seen by its company, and by its executor once it was sent. */
export const seenActs = ({ role, company_id }: Viewer): Where =>
  role === 'business'
    ? sql<SqlBool>`a.company_id = ${company_id} and a.deleted_at is null`
    : sql<SqlBool>`a.contractor_company_id = ${company_id} and a.deleted_at is null
        and a.status <> 'draft' and a.frozen_file_id is not null`;

/**
 * The same where the words of a company lead to its acts, which are then only judged by it: PostgreSQL would read the
 * index of all acts of the company beside that of the words, and intersect the two.
 */
export const seenByWords = (viewer: Viewer): Where =>
  viewer.role === 'business'
    ? sql<SqlBool>`a.company_id + 0 = ${viewer.company_id} and a.deleted_at is null`
    : seenActs(viewer);

/** Which part of the newest acts is like each of the wishes; 0 where all acts are so few that it does not matter. */
export async function sharesOfNewest(db: Handle, viewer: Viewer, wishes: Where[]): Promise<number[]> {
  const counts = wishes.map((wish) => sql`count(*) filter (where ${wish})`);
  const { rows } = await sql<{ found: number[]; looked: number }>`
    select array[${sql.join(counts)}]::integer[] as found, count(*) as looked
    from (select * from acts a where ${seenActs(viewer)} order by a.year desc, a.number desc limit ${SAMPLE}) a`.execute(
    db,
  );
  const { found, looked } = rows[0]!;
  return found.map((count) => (looked === SAMPLE ? count / looked : 0));
}
