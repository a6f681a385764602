import { sql, type Insertable, type Selectable, type UpdateObject } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { isDue } from '../../platform/jobs/each-job.ts';

export type EndpointRow = Selectable<Tables['webhook_endpoints']>;

const present = (db: Handle, company_id: number) =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('state', '<>', 'removed');

export const listEndpoints = (db: Handle, company_id: number): Promise<EndpointRow[]> =>
  present(db, company_id).orderBy('id').execute();

export const findEndpoint = (db: Handle, company_id: number, id: number) =>
  present(db, company_id).where('id', '=', id).executeTakeFirst();

export const lockEndpoint = (tx: Tx, company_id: number, id: number) =>
  present(tx, company_id).where('id', '=', id).forUpdate().executeTakeFirst();

/** The row of the company is the lock of how many endpoints it has. */
export async function countEndpoints(tx: Tx, company_id: number): Promise<number> {
  await tx.selectFrom('companies').select('id').where('id', '=', company_id).forUpdate().execute();
  const rows = await present(tx, company_id).execute();
  return rows.length;
}

export const addEndpoint = (tx: Tx, row: Insertable<Tables['webhook_endpoints']>): Promise<number> =>
  idOf(tx.insertInto('webhook_endpoints').values(row).returning('id'));

export async function setEndpoint(
  db: Handle,
  { company_id, id }: Pick<EndpointRow, 'company_id' | 'id'>,
  change: UpdateObject<Tables, 'webhook_endpoints'>,
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set(change)
    .where((eb) => eb.and({ company_id, id }))
    .execute();
}

/** How many deliveries of each wait. */
export async function countWaiting(db: Handle, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['endpoint_id', sql<number>`count(*)`.as('n')])
    .where('state', '=', 'waiting')
    .where('endpoint_id', 'in', [...ids])
    .groupBy('endpoint_id')
    .execute();
  return new Map(rows.map(({ endpoint_id, n }) => [endpoint_id, n]));
}

/** Nothing of one that was removed is sent any more. */
export async function giveUpWaiting(tx: Tx, endpoint_id: number): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', fault: 'interrupted' })
    .where('endpoint_id', '=', endpoint_id)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Takes endpoints that have something to be sent, each for one process at a time. Companies take turns, and of each company
 * whatever was served longest ago comes first. Nothing of a company that is blocked leaves; it goes on when that ends.
 * @param troubled those that failed or were slow the last time, which would keep the others waiting
 */
export async function takeEndpoints(
  db: Handle,
  now: Date,
  {
    troubled,
    most,
    of_company,
    lease_s,
  }: { troubled: boolean; most: number; of_company: number; lease_s: number },
): Promise<EndpointRow[]> {
  const free = sql`w.state = 'on' and w.next_at <= ${now} and (w.leased_until is null or w.leased_until < ${now})`;
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints w set leased_until = ${now}::timestamptz + make_interval(secs => ${lease_s}),
      lease_token = w.lease_token + 1, taken_at = clock_timestamp()
    where ${free} and w.id in (
      select id from (
        select w.id, w.taken_at, row_number() over (partition by w.company_id order by w.taken_at, w.id) as turn
        from webhook_endpoints w join companies c on c.id = w.company_id and c.status = 'active'
        where ${free} and (w.failures > 0 or w.is_slow) = ${troubled}
          and ${isDue('webhooks.deliver', sql.ref('w.id'))} and (
          exists (select from webhook_deliveries d
            where d.endpoint_id = w.id and d.state = 'waiting' and d.next_at <= ${now})
          or exists (select from events e where e.company_id = w.company_id and (e.tx, e.id) > (w.tx, w.event_id)
            and e.tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint))
      ) due where turn <= ${of_company} order by turn, taken_at limit ${most})
    returning w.*`.execute(db);
  return rows;
}

/** The endpoint, locked, if it is still held by whoever took it. */
export const lockTaken = (tx: Tx, { company_id, id, lease_token }: EndpointRow) =>
  tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where((eb) => eb.and({ company_id, id, lease_token }))
    .where('state', '=', 'on')
    .forUpdate()
    .executeTakeFirst();

/** Gives it back, if it is still held. */
export async function releaseEndpoint(
  db: Handle,
  { company_id, id, lease_token }: EndpointRow,
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ leased_until: null })
    .where((eb) => eb.and({ company_id, id, lease_token }))
    .execute();
}
