/**
 * The product is killed (SIGKILL) ten times while it sends events over HTTP and sixteen writers make more: by turns while
 * a receiver has a message and has not answered, and as soon as it has answered, before that is written down. The next
 * process begins when the lease of the dead one has ended, which is brought forward all but the last time. Each receiver
 * answers each event in the end; what comes again has its former `webhook-id` and body, and is signed.
 * `ATTACK_EVENTS` gives each of two companies a fifth of it.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { seedReference } from '../seeds/reference.ts';
import type { App } from '../src/app.ts';
import { sinceWhen } from '../src/features/events/open-feed.ts';
import { shownSecret } from '../src/features/webhooks/sign-webhook.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import { addTarget, makeCompany, writeEvent, type Company } from './events-of-a-company.ts';

const EVENTS = Math.ceil(Number(process.env.ATTACK_EVENTS ?? 5_000) / 5);
const WRITERS = 16;
const KILLS = 10;
const KINDS = ['quick', 'slow'] as const;
const SLOW_MS = 20;
/** Longer than the lease of the last that died, and what it takes to start. */
const PATIENCE_MS = 120_000;

interface Message {
  target: string;
  id: string;
  headers: Record<string, string>;
  body: string;
}

await attackProduct(async (app) => {
  const { parts } = app;
  await seedReference(parts.db);
  const companies = [await makeCompany(parts, 1), await makeCompany(parts, 2)];
  for (const { id } of companies) await sinceWhen(parts.db, id);
  const receiver = await startReceiver();
  const targets = new Map<string, { company_id: number; secret: Buffer }>();
  for (const { id: company_id } of companies)
    for (const kind of KINDS) {
      const target = `/${kind}/${company_id}`;
      const { secret } = await addTarget(parts, company_id, receiver.address + target);
      targets.set(target, { company_id, secret });
    }
  const writing = write(parts, companies);
  try {
    await sendThroughDeaths(app, receiver, EVENTS * companies.length * KINDS.length, writing);
  } finally {
    receiver.close();
  }
  await writing;

  let [due, lost, waiting, strange, renamed, bent] = [0, 0, 0, 0, 0, 0];
  for (const [target, { company_id, secret }] of targets) {
    const { rows } = await sql<{ id: string; thing: string }>`
      select 'evt_' || id as id, thing_id || ' ' || version as thing from events
      where company_id = ${company_id}`.execute(parts.db);
    const { rows: left } = await sql<{ n: number }>`
      select count(*)::int as n from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where e.url = ${receiver.address + target} and d.state = 'waiting'`.execute(parts.db);
    due += rows.length;
    waiting += left[0]?.n ?? 0;
    const names = new Map(rows.map(({ id, thing }) => [thing, id]));
    const own = new Set(names.values());
    lost += rows.filter(({ id }) => !receiver.answered.has(`${target} ${id}`)).length;
    const webhook = new Webhook(shownSecret(secret));
    const bodies = new Map<string, string>();
    for (const { id, headers, body } of receiver.got.filter((message) => message.target === target)) {
      const { data } = JSON.parse(body) as { data: { id: number; version: number } };
      if (!own.has(id)) strange++;
      if (names.get(`${data.id} ${data.version}`) !== id || (bodies.get(id) ?? body) !== body) renamed++;
      bodies.set(id, body);
      if (!verifies(webhook, headers, body)) bent++;
    }
  }
  const sent_again =
    receiver.got.length - new Set(receiver.got.map(({ target, id }) => `${target} ${id}`)).size;
  return report({
    attack: 'webhooks of a product that is killed',
    passed:
      lost + waiting + strange + renamed + bent === 0 &&
      receiver.kills === KILLS &&
      // Whoever was killed with a message under way had not written down that it had arrived.
      sent_again >= receiver.killed_unanswered,
    writers: WRITERS,
    kills: receiver.kills,
    killed_unanswered: receiver.killed_unanswered,
    due,
    messages: receiver.got.length,
    lost,
    waiting,
    strange,
    sent_again,
    renamed,
    bent,
  });
});

async function write({ db }: App['parts'], companies: Company[]): Promise<void> {
  let left = EVENTS;
  const writer = async () => {
    while (left-- > 0)
      for (const company of companies)
        await db.transaction().execute(async (tx) => {
          await writeEvent(tx, company);
          if (Math.random() < 0.2) await sleep(Math.random() * 20);
        });
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** One process after the other, until all is answered. */
async function sendThroughDeaths(
  app: App,
  receiver: Receiver,
  most: number,
  writing: Promise<void>,
): Promise<void> {
  // Deaths are spread over all that is sent.
  const life = Math.floor((most / (KILLS + 1)) * 0.9);
  for (let death = 0; death < KILLS; death++) {
    const { child } = await startServer(app, { settings: { SANDBOX: 'empty' } });
    const gone = once(child, 'exit');
    receiver.killAfter(life, death % 2 === 0 ? 'unanswered' : 'answered', () => child.kill('SIGKILL'));
    await gone;
    if (death < KILLS - 1)
      await sql`update webhook_endpoints set leased_until = now() - interval '1 second'`.execute(
        app.parts.db,
      );
  }
  const { child } = await startServer(app, { settings: { SANDBOX: 'empty' } });
  await writing;
  for (let [seen, since] = [0, Date.now()]; Date.now() - since < PATIENCE_MS; await sleep(200)) {
    if (receiver.answered.size >= most) break;
    if (receiver.answered.size > seen) [seen, since] = [receiver.answered.size, Date.now()];
  }
  // What was answered last is written down.
  await sleep(1_000);
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** Programs of companies on this machine, which end the product in the midst of what it sends. */
async function startReceiver() {
  const got: Message[] = [];
  const answered = new Set<string>();
  const state = { got, answered, kills: 0, killed_unanswered: 0 };
  let plan: { at: number; when: 'unanswered' | 'answered'; kill: () => void } | null = null;
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const headers = request.headers as Record<string, string>;
    const message = {
      target: request.url ?? '',
      id: headers['webhook-id'] ?? '',
      headers,
      body: Buffer.concat(pieces).toString('utf8'),
    };
    got.push(message);
    const own = plan && got.length >= plan.at ? plan : null;
    if (own) plan = null;
    if (own?.when === 'unanswered') {
      own.kill();
      state.kills++;
      state.killed_unanswered++;
      return reply.destroy();
    }
    if (message.target.startsWith('/slow')) await sleep(SLOW_MS);
    if (reply.destroyed) return reply;
    answered.add(`${message.target} ${message.id}`);
    reply.end();
    if (own) {
      own.kill();
      state.kills++;
    }
    return reply;
  };
  const server = createServer((request, reply) => {
    // Whoever is killed leaves half a message.
    take(request, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    address: `http://127.0.0.1:${port}`,
    killAfter: (messages: number, when: 'unanswered' | 'answered', kill: () => void) => {
      plan = { at: got.length + messages, when, kill };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

function verifies(webhook: Webhook, headers: Record<string, string>, body: string): boolean {
  try {
    return webhook.verify(body, headers) !== undefined;
  } catch {
    return false;
  }
}
