/**
 * Events under sixteen writers that overlap, wait and roll back, read while they are written; then sent to endpoints that
 * answer, fail at random or are dead for sixty hours, over three simulated days in which every tenth turn is left by a
 * process that dies. None is lost, none is another company's, the newest version of a thing is known at the end, and the
 * official libraries of npm and PyPI verify what was signed. `ATTACK_EVENTS` is how many events each of two companies has.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { seedReference } from '../seeds/reference.ts';
import type { App } from '../src/app.ts';
import {
  BEGINNING,
  listEvents,
  readEvent,
  type EventRow,
  type Place,
} from '../src/features/events/events.queries.ts';
import { sinceWhen } from '../src/features/events/open-feed.ts';
import { takeEndpoints } from '../src/features/webhooks/endpoints.queries.ts';
import { shownSecret } from '../src/features/webhooks/sign-webhook.ts';
import { deliverDue } from '../src/features/webhooks/webhooks.jobs.ts';
import { movableClock } from '../src/platform/clock.ts';
import { webhookReceiver } from '../test/webhook-receiver.ts';
import { attackProduct } from './attacked-product.ts';
import { report } from './report.ts';
import { addTarget, makeCompany, writeEvent, type Company } from './events-of-a-company.ts';
import { verifyInPython, type SignedMessage } from './verify-in-python.ts';

const EVENTS = Number(process.env.ATTACK_EVENTS ?? 5_000);
const WRITERS = 16;
const HOUR_MS = 3_600_000;
const KINDS = ['good', 'flaky', 'dead'] as const;

await attackProduct(async ({ parts }) => {
  await seedReference(parts.db);
  const [one, other] = [await makeCompany(parts, 1), await makeCompany(parts, 2)];
  for (const { id } of [one, other]) await sinceWhen(parts.db, id);
  const feed = await writeAndRead(parts, [one, other]);
  const sent = await sendAll(parts, [one, other]);
  return [feed, sent].every(Boolean);
});

async function writeAndRead({ db }: App['parts'], companies: Company[]): Promise<boolean> {
  let left = EVENTS;
  let is_writing = true;
  const write = async (writer: number) => {
    while (left-- > 0)
      for (const company of companies)
        await db
          .transaction()
          .execute(async (tx) => {
            await writeEvent(tx, company);
            if (Math.random() < 0.2) await sleep(Math.random() * 20);
            if (writer === 0 && Math.random() < 0.1) throw new Error('taken back');
          })
          .catch((error: unknown) => {
            if (!(error instanceof Error) || error.message !== 'taken back') throw error;
            left++;
          });
  };
  const read = async ({ id }: Company) => {
    const rows: EventRow[] = [];
    let after: Place = BEGINNING;
    for (let is_last = false; ;) {
      const page = (await listEvents(db, id, { after, types: null, limit: 100 })).map(readEvent);
      rows.push(...page);
      after = page.at(-1) ?? after;
      if (page.length === 0 && is_last) return rows;
      is_last = !is_writing;
      if (page.length === 0) await sleep(5);
    }
  };
  const reading = companies.map(read);
  await Promise.all(Array.from({ length: WRITERS }, (_, at) => write(at)));
  // What was committed last is shown once everything that began before has ended.
  await sleep(1_000);
  is_writing = false;
  const feeds = await Promise.all(reading);
  let lost = 0;
  for (const [at, rows] of feeds.entries()) {
    const { rows: written } = await sql<{ key: string }>`
      select executor_company_id || ' ' || seq as key from executor_history where company_id = ${companies[at]?.id}`.execute(
      db,
    );
    const seen = new Set(rows.map(({ thing_id, version }) => `${thing_id} ${version}`));
    lost += written.filter(({ key }) => !seen.has(key)).length + Math.abs(rows.length - written.length);
  }
  const events = feeds.reduce((sum, rows) => sum + rows.length, 0);
  return report({
    attack: 'events of overlapping writers',
    passed: lost === 0,
    writers: WRITERS,
    events,
    lost,
  });
}

async function sendAll(parts: App['parts'], companies: Company[]): Promise<boolean> {
  const { db, config, log } = parts;
  const receiver = webhookReceiver();
  const clock = movableClock(new Date());
  const began = clock.now().getTime();
  receiver.answer = ({ url }) => {
    if (url.includes('dead') && clock.now().getTime() - began < 60 * HOUR_MS) return 'refused';
    if (url.includes('flaky') && Math.random() < 0.3) return { status: 500 };
    return {};
  };
  const secrets = new Map<string, Buffer>();
  for (const { id: company_id } of companies)
    for (const kind of KINDS) {
      const url = `https://${kind}${company_id}.example.kz/`;
      const { secret } = await addTarget(parts, company_id, url);
      secrets.set(url, secret);
    }
  const machinery = { db, config, log, webhook_out: receiver.outbound, clock };
  const before = performance.now();
  for (let minute = 0; minute < 72 * 60; minute += minute < 120 ? 5 : 30) {
    clock.set(new Date(began + minute * 60_000 + 1_000));
    // A process takes what is due and dies: its lease ends within a minute.
    if (Math.random() < 0.1)
      await takeEndpoints(db, clock.now(), { troubled: false, most: 2, of_company: 2, lease_s: 60 });
    for (const troubled of [false, true]) await deliverDue(machinery, troubled);
  }
  // One that fails now and then rests for seconds each time, and its messages for up to a day: all have the time they want.
  for (let round = 0; round < 20_000; round++) {
    const { rows } = await sql<{ at: Date | null }>`
      select min(greatest(w.next_at, case when w.is_behind then w.next_at else d.next_at end)) as at from (
        select w.*, exists (select from events e where e.company_id = w.company_id and (e.tx, e.id) > (w.tx, w.event_id))
          as is_behind from webhook_endpoints w where w.state = 'on') w
      left join lateral (select min(next_at) as next_at from webhook_deliveries
        where endpoint_id = w.id and state = 'waiting') d on true
      where w.is_behind or d.next_at is not null`.execute(db);
    const at = rows[0]?.at;
    if (!at) break;
    clock.set(new Date(Math.max(clock.now().getTime() + 10_000, at.getTime())));
    for (const troubled of [false, true]) await deliverDue(machinery, troubled);
  }
  const seconds = Math.round((performance.now() - before) / 1000);
  let [lost, strange, stale, verified, bent] = [0, 0, 0, 0, 0];
  const signed: SignedMessage[] = [];
  for (const { id } of companies) {
    const { rows } = await sql<{ id: string; thing_id: number; version: number }>`
      select 'evt_' || id as id, thing_id, version from events where company_id = ${id}`.execute(db);
    for (const kind of KINDS) {
      const url = `https://${kind}${id}.example.kz/`;
      const { rows: done } = await sql<{ id: string }>`
        select 'evt_' || d.event_id as id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
        where e.url = ${url} and d.state = 'delivered'`.execute(db);
      const delivered = new Set(done.map((row) => row.id));
      lost += rows.filter((row) => !delivered.has(row.id)).length;
      strange += done.length - rows.length;
      const got = receiver.got.filter((message) => message.url === url);
      const own = new Set(rows.map((row) => row.id));
      strange += got.filter((message) => !own.has(message.id)).length;
      const known = new Map<number, number>();
      for (const { body } of got) {
        const { data } = JSON.parse(body) as { data: { id: number; version: number } };
        known.set(data.id, Math.max(known.get(data.id) ?? 0, data.version));
      }
      for (const row of rows) if ((known.get(row.thing_id) ?? 0) < row.version) stale++;
      const secret = shownSecret(secrets.get(url) ?? Buffer.alloc(0));
      const webhook = new Webhook(secret);
      for (const { headers, body } of got.slice(0, 200)) {
        signed.push({ secret, headers, body });
        // The clock of the trial is days ahead of the library's.
        const check = (text: string) => verifies(webhook, headers, text);
        if (check(body)) verified++;
        if (!check(body.replace('evt', 'evx'))) bent++;
      }
    }
  }
  const python = verifyInPython(signed);
  const is_python_right =
    'skipped' in python || (python.verified === signed.length && python.bent_refused === signed.length);
  report({
    attack: 'webhooks verified in Python',
    passed: is_python_right,
    messages: signed.length,
    ...python,
  });
  const passed =
    lost + strange + stale === 0 && verified === signed.length && bent === signed.length && verified > 0;
  return report({
    attack: 'webhooks over 72 hours',
    passed: passed && is_python_right,
    messages: receiver.got.length,
    lost,
    strange,
    stale,
    verified,
    bent_refused: bent,
    seconds,
  });
}

/** At the moment that the message names. */
function verifies(webhook: Webhook, headers: Record<string, string>, body: string): boolean {
  const real = Date.now;
  Date.now = () => Number(headers['webhook-timestamp']) * 1000;
  try {
    return webhook.verify(body, headers) !== undefined;
  } catch {
    return false;
  } finally {
    Date.now = real;
  }
}
