import type { Handle } from '../../platform/db/database.ts';

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
  return db
    .selectFrom('security_events as e')
    .leftJoin('users as by', 'by.id', 'e.by_user_id')
    .select(['e.id', 'e.kind', 'e.detail', 'e.ip', 'e.user_agent', 'e.created_at', 'by.full_name as by_name'])
    .where('e.user_id', '=', user_id)
    .orderBy('e.position', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countEvents(db: Handle, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('security_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}
