import type { DeliveryState } from '@kelisim/shared/features/webhooks/webhook-rules.ts';
import { attempts, type WebhookAttempt } from '@kelisim/shared/features/webhooks/webhooks.contract.ts';
import { type Selectable, type UpdateObject } from 'kysely';
import { rowsOfPage, totalOf } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>;

/** What came of the attempts before the last. */
export const earlierOf = ({ earlier }: DeliveryRow): WebhookAttempt[] => attempts.parse(earlier ?? []);

interface Owner {
  company_id: number;
  id: number;
}

/** Events become deliveries; one that was sent before is sent once more. */
export async function addDeliveries(
  tx: Tx,
  { company_id, id: endpoint_id }: Owner,
  now: Date,
  events: readonly { event_id: number; type: string; body: string }[],
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insertInto('webhook_deliveries')
    .values(events.map((event) => ({ company_id, endpoint_id, next_at: now, ...event })))
    .onConflict((oc) =>
      oc.columns(['endpoint_id', 'event_id']).doUpdateSet({ state: 'waiting', attempts: 0, next_at: now }),
    )
    .execute();
}

/** A message that is about no event of the feed. */
export function addTest(tx: Tx, { company_id, id: endpoint_id }: Owner, now: Date): Promise<DeliveryRow> {
  return tx
    .insertInto('webhook_deliveries')
    .values({ company_id, endpoint_id, type: 'ping', body: '', next_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The first that is due, in the order of the feed. */
export const findDue = (db: Handle, endpoint_id: number, now: Date) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpoint_id)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export async function setDelivery(
  db: Handle,
  id: number,
  change: UpdateObject<Tables, 'webhook_deliveries'>,
): Promise<void> {
  await db.updateTable('webhook_deliveries').set(change).where('id', '=', id).execute();
}

/** What waits for its next attempt is tried now. */
export async function hurryWaiting(db: Handle, endpoint_id: number, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: now })
    .where('endpoint_id', '=', endpoint_id)
    .where('state', '=', 'waiting')
    .where('next_at', '>', now)
    .execute();
}

const ofEndpoint = (db: Handle, { company_id, id }: Owner) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where((eb) => eb.and({ company_id, endpoint_id: id }));

export const findDelivery = (db: Handle, endpoint: Owner, delivery_id: number) =>
  ofEndpoint(db, endpoint).where('id', '=', delivery_id).executeTakeFirst();

export async function listDeliveries(
  db: Handle,
  endpoint: Owner,
  state: DeliveryState | undefined,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const chosen = ofEndpoint(db, endpoint).$if(state !== undefined, (query) =>
    query.where('state', '=', state ?? 'waiting'),
  );
  const rows = await rowsOfPage(chosen.orderBy('id', 'desc'), { page, limit });
  return { rows, total: await totalOf(chosen) };
}
