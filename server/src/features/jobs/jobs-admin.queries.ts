import { sql } from 'kysely';
import type { Page } from '../../platform/db/page-of.ts';
import type { Handle } from '../../platform/db/database.ts';

/** A run is stuck when it is not over and nothing of it was done for so long, unless it waits behind others at work. */
const STUCK_AFTER = '5 minutes';

export interface AdminRunRow {
  id: number;
  kind: string;
  state: string;
  total: number;
  done: number;
  failed: number;
  internal: number;
  company_id: number;
  company_name: string;
  by_name: string;
  created_at: Date;
  finished_at: Date | null;
  last_done_at: Date | null;
  is_stuck: boolean;
}

const runs = sql`
  select r.id, r.kind, r.state, r.total, r.company_id, c.name as company_name, u.full_name as by_name, r.created_at, r.finished_at,
    i.done, i.failed, i.internal, i.last_done_at,
    r.state = 'running' and coalesce(i.last_done_at, r.created_at) < now() - ${STUCK_AFTER}::interval
      and (r.leased_until > now() or not exists (select from bulk_runs w where w.leased_until > now())) is true as is_stuck
  from bulk_runs r
  join companies c on c.id = r.company_id
  join users u on u.id = r.user_id
  cross join lateral (select
    count(*) filter (where status not in ('waiting', 'stopped')) as done,
    count(*) filter (where status = 'failed') as failed,
    count(*) filter (where status = 'failed' and code = 'internal') as internal,
    max(finished_at) as last_done_at
    from bulk_items where run_id = r.id) i`;

/** Newest first. `troubled`: those that are stuck, or that have rows which failed by our own fault. */
export async function listAllRuns(db: Handle, { page, limit, troubled }: Page & { troubled: boolean }) {
  const wanted = sql`select * from (${runs}) r where not ${troubled}::boolean or r.is_stuck or r.state = 'failed' or r.internal > 0`;
  const { rows } =
    await sql<AdminRunRow>`${wanted} order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
      db,
    );
  const { rows: counted } = troubled
    ? await sql<{ total: number }>`select count(*) as total from (${wanted}) w`.execute(db)
    : await sql<{ total: number }>`select count(*) as total from bulk_runs`.execute(db);
  return { rows, total: Number(counted[0]!.total) };
}

export async function findAnyRun(db: Handle, run_id: number): Promise<AdminRunRow | undefined> {
  const { rows } = await sql<AdminRunRow>`select * from (${runs}) r where id = ${run_id}`.execute(db);
  return rows[0];
}
