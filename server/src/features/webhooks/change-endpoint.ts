import type { EventType } from '@kelisim/shared/features/events/event-types.ts';
import { MOST_ENDPOINTS, OVERLAP_HOURS } from '@kelisim/shared/features/webhooks/webhook-rules.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { NoAnswer } from '../../platform/outbound.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { askForFeed, endOfFeed } from '../events/public.ts';
import {
  addEndpoint,
  countEndpoints,
  giveUpWaiting,
  lockEndpoint,
  setEndpoint,
  type EndpointRow,
} from './endpoints.queries.ts';
import { newSecret, shownSecret } from './sign-webhook.ts';
import { sealWebhookSecret } from './webhook-secrets.ts';

type Machinery = Pick<Parts, 'config' | 'clock' | 'webhook_out'>;
type Caller = CompanyActor & { ip: string };

export interface EndpointChange {
  url?: string | undefined;
  name?: string | undefined;
  types?: EventType[] | undefined;
  state?: 'on' | 'off' | undefined;
}

/** A new endpoint, told of what happens from now on. The secret is returned, and only this once. */
export async function createEndpoint(
  parts: Machinery,
  tx: Tx,
  actor: Caller,
  { url, name = '', types = [] }: EndpointChange & { url: string },
): Promise<{ id: number; secret: string }> {
  const { company_id } = actor;
  assertAddress(parts, url);
  if ((await countEndpoints(tx, company_id)) >= MOST_ENDPOINTS)
    throw new Problem('webhook.too_many', { values: { most: MOST_ENDPOINTS } });
  await askForFeed(tx, company_id);
  const place = await endOfFeed(tx);
  const row = { company_id, url: url.trim(), name: name.trim(), types: unique(types) };
  const id = await addEndpoint(tx, { ...row, tx: place.tx, event_id: place.id, next_at: parts.clock.now() });
  const secret = newSecret();
  await setEndpoint(
    tx,
    { company_id, id },
    { secret_sealed: sealWebhookSecret(parts, { company_id, id }, secret) },
  );
  await note(parts, tx, actor, 'webhook_added', {}, shown(row));
  return { id, secret: shownSecret(secret) };
}

/** What is left out stays. One that is switched on goes on where it stopped. */
export async function updateEndpoint(
  parts: Machinery,
  tx: Tx,
  actor: Caller,
  id: number,
  change: EndpointChange,
): Promise<void> {
  const before = await getLocked(tx, actor, id);
  if (change.url !== undefined) assertAddress(parts, change.url);
  const after = {
    url: change.url?.trim() ?? before.url,
    name: change.name?.trim() ?? before.name,
    types: change.types ? unique(change.types) : before.types,
    state: change.state ?? before.state,
  };
  const is_switched = after.state !== before.state;
  await setEndpoint(tx, before, {
    ...after,
    ...(is_switched && { off_why: after.state === 'off' ? 'person' : null }),
    // Another address has not failed yet.
    ...((is_switched || after.url !== before.url) && {
      failures: 0,
      failing_since: null,
      is_slow: false,
      next_at: parts.clock.now(),
    }),
  });
  await note(parts, tx, actor, 'webhook_changed', shown(before), shown(after));
}

export async function removeEndpoint(parts: Machinery, tx: Tx, actor: Caller, id: number): Promise<void> {
  const before = await lockEndpoint(tx, actor.company_id, id);
  if (!before) return;
  await setEndpoint(tx, before, {
    state: 'removed',
    off_why: null,
    secret_sealed: Buffer.alloc(0),
    former_sealed: null,
    former_until: null,
  });
  await giveUpWaiting(tx, id);
  await note(parts, tx, actor, 'webhook_removed', shown(before), {});
}

/** Another secret. For a day the one before signs too, so that a receiver loses nothing while it changes over. */
export async function rotateSecret(
  parts: Machinery,
  tx: Tx,
  actor: Caller,
  id: number,
): Promise<{ secret: string }> {
  const before = await getLocked(tx, actor, id);
  const secret = newSecret();
  const now = parts.clock.now();
  await setEndpoint(tx, before, {
    secret_sealed: sealWebhookSecret(parts, before, secret),
    secret_set_at: now,
    former_sealed: before.secret_sealed,
    former_until: new Date(now.getTime() + OVERLAP_HOURS * 3_600_000),
  });
  await note(parts, tx, actor, 'webhook_secret_replaced', {}, { url: before.url });
  return { secret: shownSecret(secret) };
}

export async function getLocked(tx: Tx, actor: CompanyActor, id: number): Promise<EndpointRow> {
  const row = orNotFound(await lockEndpoint(tx, actor.company_id, id));
  return row;
}

function assertAddress({ webhook_out }: Machinery, url: string): void {
  try {
    webhook_out.assertAllowed(url.trim());
  } catch (error) {
    if (error instanceof NoAnswer) throw new Problem('webhook.address', { field: 'url' });
    throw error;
  }
}

const unique = (types: readonly EventType[]) => [...new Set(types)].sort();

const shown = ({
  url,
  name,
  types,
  state,
}: Pick<EndpointRow, 'url' | 'name' | 'types'> & { state?: string }) => ({
  url,
  name,
  types: types.join(', '),
  ...(state && { state }),
});

async function note(
  parts: Machinery,
  tx: Tx,
  { company_id, user_id, ip, key }: Caller,
  action: 'webhook_added' | 'webhook_changed' | 'webhook_removed' | 'webhook_secret_replaced',
  before: Record<string, string>,
  after: Record<string, string>,
): Promise<void> {
  await noteCompanyDeed(parts, tx, { company_id, user_id, ip, key, action, before, after });
}
