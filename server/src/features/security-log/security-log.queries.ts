import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';

export interface SecurityEventRow {
  user_id: number;
  by_user_id: number | null;
  company_id: number | null;
  session_id: number | null;
  kind: string;
  detail: string;
  ip: string | null;
  user_agent: string | null;
}

export async function addEventRow(db: Handle, row: SecurityEventRow): Promise<void> {
  await db.insertInto('security_events').values(row).execute();
}

export function listEvents(
  db: Handle,
  user_id: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return (
    db
      .selectFrom('security_events as e')
      .leftJoin('users as by', 'by.id', 'e.by_user_id')
      .select(['e.id', 'e.kind', 'e.detail', 'e.user_agent', 'e.created_at', 'by.full_name as by_name'])
      // From where somebody else did it is not told to the person it happened to.
      .select(
        sql<string | null>`case when coalesce(e.by_user_id, e.user_id) = e.user_id then e.ip end`.as('ip'),
      )
      .where('e.user_id', '=', user_id)
      .orderBy('e.position', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
  );
}

export async function countEvents(db: Handle, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('security_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a session has written the same of the same person already. */
export function wasNoted(
  db: Handle,
  event: { user_id: number; session_id: number; kind: string; detail: object },
): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('security_events')
      .select('id')
      .where('user_id', '=', event.user_id)
      .where('session_id', '=', event.session_id)
      .where('kind', '=', event.kind)
      .where('detail', '=', JSON.stringify(event.detail))
      .limit(1),
  );
}
