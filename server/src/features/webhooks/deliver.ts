import type { DeliveryFault } from '@kelisim/shared/features/webhooks/webhook-rules.ts';
import { EVENT_CODES, eventOfCode, type EventType } from '@kelisim/shared/features/events/event-types.ts';
import {
  ANSWER_LETTERS,
  EARLIER_KEPT,
  EARLIER_LETTERS,
} from '@kelisim/shared/features/webhooks/webhook-rules.ts';
import type { WebhookAttempt } from '@kelisim/shared/features/webhooks/webhooks.contract.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { NoAnswer, type OutboundAnswer } from '../../platform/outbound.ts';
import type { Parts } from '../../parts.ts';
import { endOfFeed, listEvents, readEvent, toEventText } from '../events/public.ts';
import {
  addDeliveries,
  earlierOf,
  findDue,
  hurryWaiting,
  setDelivery,
  type DeliveryRow,
} from './deliveries.queries.ts';
import { lockTaken, releaseEndpoint, setEndpoint, type EndpointRow } from './endpoints.queries.ts';
import { messageOf } from './message.ts';
import { OFF_AFTER_MS, OUTAGE_FAILURES, OUTAGE_MS, pauseOfEndpoint, pauseOfMessage } from './retry-plan.ts';
import { signWebhook } from './sign-webhook.ts';
import { switchOff } from './switch-off.ts';
import { secretsOf } from './webhook-secrets.ts';

type Machinery = Pick<Parts, 'db' | 'clock' | 'config' | 'webhook_out'>;

const ANSWER_MS = 15_000;
const MOST_ANSWER_BYTES = 16_384;
/** An endpoint gives way to others after so long. */
const TURN_MS = 3_000;
const SLOW_MS = 3_000;
/** So many events become deliveries at once. */
const BATCH = 50;
const GONE = 410;

/** One turn of an endpoint that was taken: what is due, one after another, until it fails or others want to come. */
export async function serveEndpoint(parts: Machinery, taken: EndpointRow): Promise<void> {
  const until = performance.now() + TURN_MS;
  try {
    do {
      const due =
        (await findDue(parts.db, taken.id, parts.clock.now())) ?? (await takeFromFeed(parts, taken));
      if (!due || !(await attempt(parts, taken, due))) return;
    } while (performance.now() < until);
  } finally {
    await releaseEndpoint(parts.db, taken);
  }
}

/** Makes deliveries of the next events of the feed; the first of them, or undefined when there is nothing new. */
async function takeFromFeed({ db, clock }: Machinery, taken: EndpointRow): Promise<DeliveryRow | undefined> {
  const now = clock.now();
  const { bin } = await getCompany(db, taken.company_id, ['bin']);
  const went_on = await db.transaction().execute(async (tx) => {
    const endpoint = await lockTaken(tx, taken);
    if (!endpoint) return false;
    const codes = (endpoint.types as EventType[]).map((type) => EVENT_CODES[type]);
    const after = { tx: endpoint.tx, id: endpoint.event_id };
    // Before the events: none that is found later stands before this end.
    const end = await endOfFeed(tx);
    const types = codes.length > 0 ? codes : null;
    const listed = await listEvents(tx, taken.company_id, { after, types, limit: BATCH });
    const rows = listed.map(readEvent);
    const last = rows.at(-1);
    const place = last && rows.length === BATCH ? last : end;
    const events = rows.flatMap((row) => {
      const [type, body] = [eventOfCode(row.type), toEventText(row, bin)];
      return type && body !== null ? [{ event_id: row.id, type, body }] : [];
    });
    await addDeliveries(tx, endpoint, now, events);
    // The end may lie before what was found meanwhile.
    const next = last && (last.tx > place.tx || (last.tx === place.tx && last.id > place.id)) ? last : place;
    if (next.tx > after.tx || (next.tx === after.tx && next.id > after.id))
      await setEndpoint(tx, endpoint, { tx: next.tx, event_id: next.id });
    return true;
  });
  return went_on ? findDue(db, taken.id, now) : undefined;
}

type Outcome = OutboundAnswer | { fault: DeliveryFault };

/** Sends one message. False when the endpoint is to rest, or another process has it now. */
async function attempt(parts: Machinery, taken: EndpointRow, delivery: DeliveryRow): Promise<boolean> {
  const at = parts.clock.now();
  const message = await messageOf(parts.db, delivery);
  const headers = signWebhook({ ...message, at }, secretsOf(parts, taken, at));
  const began = performance.now();
  const outcome = await send(parts, taken.url, headers, message.body);
  const took_ms = Math.round(performance.now() - began);
  const tried = {
    attempts: delivery.attempts + 1,
    tried_at: at,
    signature: headers['webhook-signature'],
    took_ms,
    status: 'status' in outcome ? outcome.status : null,
    answer: 'status' in outcome ? shown(outcome.text) : null,
    earlier: JSON.stringify([...earlierOf(delivery), ...lastOf(delivery)].slice(-EARLIER_KEPT)),
  };
  const is_good = 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
  return parts.db.transaction().execute(async (tx) => {
    const endpoint = await lockTaken(tx, taken);
    if (!endpoint) return false;
    const now = parts.clock.now();
    if (is_good) {
      await setDelivery(tx, delivery.id, { ...tried, state: 'delivered', fault: null });
      await setEndpoint(tx, endpoint, { failures: 0, failing_since: null, is_slow: took_ms > SLOW_MS });
      const { failing_since } = endpoint;
      if (failing_since && now.getTime() - failing_since.getTime() > OUTAGE_MS)
        await hurryWaiting(tx, endpoint.id, now);
      return true;
    }
    const fault = 'fault' in outcome ? outcome.fault : 'status';
    const failures = endpoint.failures + 1;
    const failing_since = endpoint.failing_since ?? at;
    const retry_after = 'status' in outcome ? outcome.retry_after : undefined;
    const next_at = later(now, pauseOfEndpoint(failures, retry_after, now));
    // Nothing comes through: it is no fault of the message, which spends none of its attempts and is tried soon.
    const is_outage = failures > OUTAGE_FAILURES;
    const pause_s = is_outage ? null : pauseOfMessage(tried.attempts);
    const plan = pause_s === null ? { state: 'failed' as const } : { next_at: later(now, pause_s) };
    await setDelivery(tx, delivery.id, {
      ...tried,
      fault,
      ...(is_outage ? { attempts: delivery.attempts, next_at } : plan),
    });
    await setEndpoint(tx, endpoint, { failures, failing_since, next_at });
    if (tried.status === GONE) await switchOff(parts, tx, endpoint, 'gone');
    else if (now.getTime() - failing_since.getTime() >= OFF_AFTER_MS)
      await switchOff(parts, tx, endpoint, 'failing');
    return false;
  });
}

/** What the row says of its last attempt, as it is kept once there is another. */
function lastOf({ tried_at, took_ms, status, fault, answer }: DeliveryRow): WebhookAttempt[] {
  if (!tried_at) return [];
  return [
    {
      at: tried_at.toISOString(),
      took_ms: took_ms ?? 0,
      status,
      fault: fault as DeliveryFault | null,
      answer: answer?.slice(0, EARLIER_LETTERS).toWellFormed() ?? null,
    },
  ];
}

async function send(
  { webhook_out }: Machinery,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Outcome> {
  try {
    return await webhook_out.ask({
      method: 'POST',
      url,
      headers: {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Kelisim-Webhooks/1.0',
      },
      body,
      timeout_ms: ANSWER_MS,
      most_bytes: MOST_ANSWER_BYTES,
    });
  } catch (error) {
    if (error instanceof NoAnswer) return { fault: error.fault };
    throw error;
  }
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** As much as is kept, without characters that the database does not take. */
const shown = (text: string) => text.replaceAll('\0', '').toWellFormed().slice(0, ANSWER_LETTERS);
