/**
 * How many deeds 32 connections commit in a second, each a change of an act in a transaction of its own, in three ways:
 * open pages are told nothing, they are told by the relay, and they are told by NOTIFY in the deed's transaction, as
 * they were before. The ways take turns, so that what else the machine does falls on all. Before that, what a relay costs
 * while nobody changes anything, beside the same time without one. BENCH_FLUSH_US makes the disk slower by so many microseconds for each group of commits.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { seedReference } from '../server/seeds/reference.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { listen } from '../server/src/platform/db/listen.ts';
import { CHANGES_CHANNEL, relayChanges } from '../server/src/platform/db/relay-changes.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { fillActs } from '../server/test/fill-acts.ts';
import { startBenchDatabase } from './bench-database.ts';
import { postgresCpu } from '../server/test/postgres-cpu.ts';
import { sized } from './size.ts';
import { median } from './median.ts';

const AT_ONCE = 32;
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? sized(3_000, 100));
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? sized(5, 1));
const IDLE_MS = sized(20_000, 300);
const FLUSH_US = Number(process.env.BENCH_FLUSH_US ?? 0);
const WAYS = ['untold', 'relayed', 'notified'] as const;
const NOTIFIED = `create or replace function tell_change(topic text, company_id bigint) returns void language plpgsql as $$
begin
  if company_id is not null then perform pg_notify('${CHANGES_CHANNEL}', topic || ' ' || company_id); end if;
end $$`;

const postgres = await startBenchDatabase();
const log = makeLog('silent');
const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};
try {
  const db = openDatabase({ url: postgres.url, log });
  await seedReference(db);
  await db.destroy();
  const superuser_url = Object.assign(new URL(postgres.superuser_url), {
    pathname: new URL(postgres.url).pathname,
  }).href;
  const { companies } = await fillActs(postgres.owner_url, {
    sizes: [sized(1_000, 100)],
    of_others: 0,
    password_hash: '',
    superuser_url,
  });
  const owner = await connect(postgres.owner_url);
  const { rows } = await owner.query<{ text: string }>(
    `select pg_get_functiondef('tell_change'::regproc) as text`,
  );
  const relayed = rows[0]!.text;
  if (FLUSH_US > 0) {
    const superuser = await connect(superuser_url);
    await superuser.query(`alter system set commit_delay = ${FLUSH_US}`);
    await superuser.query('select pg_reload_conf()');
    await superuser.end();
  }
  let heard = 0;
  const hearing = [1, 2].map(() =>
    listen({
      url: postgres.url,
      channel: CHANGES_CHANNEL,
      log,
      onNotice: () => heard++,
      onGap: () => undefined,
    }),
  );
  const alone = await idle();
  const endRelay = relayChanges({ url: postgres.url, log });
  await pause(sized(2_000, 0));
  console.log(JSON.stringify({ bench: 'told_changes', idle_ms_per_s: { alone, relaying: await idle() } }));
  const clients = await Promise.all(Array.from({ length: AT_ONCE }, () => connect(postgres.url)));

  const per_s: Record<(typeof WAYS)[number], number[]> = { untold: [], relayed: [], notified: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const way of round % 2 ? WAYS : WAYS.toReversed()) {
      await owner.query(`alter table acts ${way === 'untold' ? 'disable' : 'enable'} trigger acts_are_told`);
      await owner.query(way === 'notified' ? NOTIFIED : relayed);
      const before = heard;
      const done = await commitFor(clients, companies[0]!.first_act_id);
      if (way !== 'untold') await isHeard(() => heard > before);
      // The first round warms all up.
      if (round > 0) per_s[way].push((done * 1000) / ROUND_MS);
    }
  }
  const ratio = (way: 'relayed' | 'notified') =>
    round2(median(per_s[way].map((done, at) => done / per_s.untold[at]!)));
  console.log(
    JSON.stringify({
      bench: 'told_changes',
      at_once: AT_ONCE,
      flush_us: FLUSH_US,
      per_s: Object.fromEntries(WAYS.map((way) => [way, Math.round(median(per_s[way]))])),
      of_untold: { relayed: ratio('relayed'), notified: ratio('notified') },
      target: { relayed: 0.8 },
    }),
  );

  await Promise.all([endRelay(), ...hearing.map(({ stop }) => stop())]);
  await Promise.all([owner, ...clients].map((client) => client.end()));
} finally {
  await postgres.stop();
}

async function isHeard(is: () => boolean): Promise<void> {
  for (const until = performance.now() + 10_000; !is(); await pause(20))
    if (performance.now() > until) throw new Error('nothing was told');
}

/** Processor milliseconds a second. */
async function idle(): Promise<{ process: number; postgres: number | null }> {
  const [own, database] = [process.cpuUsage(), postgresCpu(postgres.pid)];
  await pause(IDLE_MS);
  const { user, system } = process.cpuUsage(own);
  const used = database === null ? null : postgresCpu(postgres.pid)! - database;
  return {
    process: round2((user + system) / IDLE_MS),
    postgres: used === null ? null : round2((used * 1e6) / IDLE_MS),
  };
}

/** Each connection changes an act of its own, again and again. */
async function commitFor(clients: pg.Client[], first_act_id: number): Promise<number> {
  const until = performance.now() + ROUND_MS;
  let done = 0;
  await Promise.all(
    clients.map(async (client, at) => {
      while (performance.now() < until) {
        const values = [`Услуги ${done}`, first_act_id + at];
        await client.query({ name: 'deed', text: 'update acts set title = $1 where id = $2', values });
        done++;
      }
    }),
  );
  return done;
}

function round2(number: number): number {
  return Number(number.toFixed(2));
}
