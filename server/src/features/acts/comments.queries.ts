import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';

interface OfAct {
  company_id: number;
  act_id: number;
}

/** The caller holds the lock of the act, so the numbers have no gap and no comment slips in under a read one. */
export async function addComment(tx: Tx, act: OfAct, author: CompanyActor, comment: string): Promise<number> {
  const row = await tx
    .insertInto('act_comments')
    .values({
      ...act,
      seq: sql<number>`(select coalesce(max(seq), 0) + 1 from act_comments
        where company_id = ${act.company_id} and act_id = ${act.act_id})`,
      side: author.role,
      author_company_id: author.company_id,
      user_id: author.user_id,
      api_key_id: author.key?.id ?? null,
      comment,
    })
    .returning('seq')
    .executeTakeFirstOrThrow();
  return row.seq;
}

/** Oldest first, with how far this person has read. */
export function listComments(db: Handle, { company_id, act_id }: OfAct, user_id: number) {
  return db
    .selectFrom('act_comments as k')
    .innerJoin('companies as c', 'c.id', 'k.author_company_id')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .leftJoin('api_keys as p', 'p.id', 'k.api_key_id')
    .leftJoin('act_comment_reads as r', (join) =>
      join
        .onRef('r.company_id', '=', 'k.company_id')
        .onRef('r.act_id', '=', 'k.act_id')
        .on('r.user_id', '=', user_id),
    )
    .selectAll('k')
    .select(['c.name as company_name', 'u.full_name as user_name', 'p.name as api_key'])
    .select(sql<boolean>`k.user_id <> ${user_id} and k.seq > coalesce(r.seq, 0)`.as('is_unread'))
    .where((eb) => eb.and({ 'k.company_id': company_id, 'k.act_id': act_id }))
    .orderBy('k.seq')
    .execute();
}

/** Never backwards, and never beyond what has been said. */
export async function markRead(
  db: Handle,
  { company_id, act_id }: OfAct,
  user_id: number,
  seq: number,
): Promise<void> {
  await sql`
    insert into act_comment_reads (company_id, act_id, user_id, seq)
    select company_id, act_id, ${user_id}, max(seq) from act_comments
    where company_id = ${company_id} and act_id = ${act_id} and seq <= ${seq}::bigint
    group by company_id, act_id
    on conflict (company_id, act_id, user_id) do update
    set seq = excluded.seq, read_at = now() where act_comment_reads.seq < excluded.seq`.execute(db);
}

/** How many comments of others on the act `a` this person has not read. */
export const unreadOf = (user_id: number) => sql<number>`(
  select count(*) from act_comments k
  left join act_comment_reads r on r.company_id = k.company_id and r.act_id = k.act_id and r.user_id = ${user_id}
  where k.company_id = a.company_id and k.act_id = a.id and k.user_id <> ${user_id} and k.seq > coalesce(r.seq, 0))`;
