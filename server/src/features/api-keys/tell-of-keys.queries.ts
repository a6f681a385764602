import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { isDue } from '../../platform/jobs/each-job.ts';

/** True for the first refusal of a day. */
export async function noteRefusal(tx: Tx, key_id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ refused_at: sql<Date>`now()` })
    .where('id', '=', key_id)
    .where(sql<boolean>`(refused_at is null or refused_at < now() - interval '1 day')`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export interface EndingKey {
  id: number;
  name: string;
  company_id: number;
  company_name: string;
  expires_at: Date;
  days: number;
}

/** Keys whose end comes within 30, 7 or 1 days and is not told of yet; of a key that was replaced the end is wanted. */
export async function listEnding(db: Handle, now: Date): Promise<EndingKey[]> {
  const days = sql`case when k.expires_at <= ${now}::timestamptz + interval '1 day' then 1
    when k.expires_at <= ${now}::timestamptz + interval '7 days' then 7 else 30 end`;
  const { rows } = await sql<EndingKey>`
    select k.id, k.name, k.company_id, c.name as company_name, k.expires_at, ${days} as days
    from api_keys k join companies c on c.id = k.company_id and c.status = 'active'
    where k.revoked_at is null and k.replaced_by is null and k.expires_at > ${now}::timestamptz
      and k.expires_at <= ${now}::timestamptz + interval '30 days' and coalesce(k.warned_of, 31) > ${days}
      and ${isDue('api_keys.ends', sql.ref('k.id'))}
    order by k.id limit 200`.execute(db);
  return rows;
}

/** True for the process that is the first to warn. */
export async function noteWarning(tx: Tx, { id, days }: EndingKey): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ warned_of: days })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(warned_of, 31) > ${days}`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
