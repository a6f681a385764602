import { IN_SIGNING } from '@kelisim/shared/features/acts/act-status.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';

/** Acts whose day to be signed by has passed while a signature is missing, and of which nobody was told so. */
const overdueActs = (today: string) => sql`
  from acts a where a.deleted_at is null and a.status in (${sql.join(IN_SIGNING)}) and a.sign_by < ${today}::date
    and not exists (select 1 from overdue_acts o
      where o.company_id = a.company_id and o.act_id = a.id and o.version = a.version)
    and not exists (select 1 from companies c
      where c.id in (a.company_id, a.contractor_company_id) and c.status = 'deleted')`;

/** Whose acts had to be signed by one day. */
export interface OverdueDay {
  company_id: number;
  contractor_company_id: number;
  sign_by: string;
}

export async function listOverdueDays(db: Database, today: string, limit: number): Promise<OverdueDay[]> {
  const { rows } = await sql<OverdueDay>`
    select distinct a.company_id, a.contractor_company_id, a.sign_by ${overdueActs(today)}
    order by 3, 1, 2 limit ${limit}`.execute(db);
  return rows;
}

/** Writes down that both sides are told of the acts of such a day; those that another server was first with are not here. */
export async function keepOverdue(tx: Tx, day: OverdueDay, now: Date, today: string): Promise<number[]> {
  const { rows } = await sql<{ act_id: number }>`
    insert into overdue_acts (company_id, act_id, version, told_at)
    select a.company_id, a.id, a.version, ${now}::timestamptz ${overdueActs(today)}
      and a.company_id = ${day.company_id} and a.contractor_company_id = ${day.contractor_company_id}
      and a.sign_by = ${day.sign_by}::date
    order by a.id
    on conflict do nothing returning act_id`.execute(tx);
  return rows.map(({ act_id }) => act_id).toSorted((one, other) => one - other);
}
