/**
 * A million events read as a program reads them that was written by our guide: by the events of the published TypeScript
 * client with an API key, over HTTP from a process of the product, until they are objects; beside SQL that reads the same
 * columns of the same rows in pages of the same size, through the product's own driver, until they are objects. In turn within
 * one run, every row of both is looked at, and what is judged is the middle one of the ratios of each turn. Beside them, and
 * not judged: pages by the same API each asked for when the one before is worked through, and all of it in one statement.
 * Processor time is that of the reader, of the product and of PostgreSQL together. Nothing has counted the rows yet when
 * reading begins. Of `ATTACK_EVENTS` there are 200 times as many.
 */
import { MOST_EVENTS } from '@kelisim/shared/features/events/events.contract.ts';
import { sql } from 'kysely';
import { createClient } from '../../sdk/ts/src/client.ts';
import { postgresCpu as cpuOf } from '../test/postgres-cpu.ts';
import type { App } from '../src/app.ts';
import { addKey } from '../src/features/api-keys/api-keys.queries.ts';
import { keyHash, keyPrefix, makeKeyText } from '../src/features/api-keys/key-text.ts';
import { BEGINNING, type Place } from '../src/features/events/events.queries.ts';
import { sinceWhen } from '../src/features/events/open-feed.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';

const EVENTS = Number(process.env.ATTACK_EVENTS ?? 5_000) * 200;
const PAGE = Number(process.env.FEED_PAGE ?? MOST_EVENTS);
const TURNS = 5;
/** Of what the same costs by SQL. */
const MOST = 2;

interface Row {
  tx: number;
  id: number;
  at: Date;
  thing_id: number;
  version: number;
  type: number;
}

await attackProduct(async (app, postgres) => {
  const { db } = app.parts;
  const { company_id, key } = await makeReader(app.parts);
  await sinceWhen(db, company_id);
  await sql`insert into events (company_id, thing_id, version, type)
    select ${company_id}, n, 1, 101 from generate_series(1, ${EVENTS}::int) n`.execute(db);
  const { address, child } = await startServer(app);

  const bySql = async (seen: Seen) => {
    let after: Place = BEGINNING;
    for (;;) {
      const { rows } = await sql<Row>`select tx, id, at, thing_id, version, type from events
        where company_id = ${company_id} and (tx, id) > (${after.tx}::bigint, ${after.id}::bigint)
        order by tx, id limit (select ${PAGE}::integer)`.execute(db);
      for (const row of rows) see(seen, row.thing_id, row.at);
      if (rows.length < PAGE) return;
      after = rows.at(-1) ?? after;
    }
  };
  const byOneStatement = async (seen: Seen) => {
    const { rows } = await sql<Row>`select tx, id, at, thing_id, version, type from events
      where company_id = ${company_id} order by tx, id`.execute(db);
    for (const row of rows) see(seen, row.thing_id, row.at);
  };
  const kelisim = createClient({ base_url: address, key });
  const byClient = async (seen: Seen) => {
    for await (const { items } of kelisim.events({ limit: PAGE, poll_ms: 0 }))
      for (const { data, timestamp } of items) see(seen, data.id, timestamp);
  };
  const byCall = async (seen: Seen) => {
    for (let after: string | undefined; ;) {
      const { items, next, has_more } = await kelisim.events.list({ query: { after, limit: PAGE } });
      for (const { data, timestamp } of items) see(seen, data.id, timestamp);
      if (!has_more) return;
      after = next;
    }
  };

  const ways = { sql: bySql, client: byClient, call: byCall, statement: byOneStatement };
  const spent = Object.fromEntries(
    Object.keys(ways).map((way) => [way, { wall: [] as number[], cpu: [] as number[] }]),
  );
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000 + 1_000 * ((cpuOf(postgres.pid) ?? 0) + (cpuOf(child.pid ?? 0) ?? 0));
  };
  for (let turn = 0; turn < TURNS; turn++)
    for (const [way, read] of Object.entries(ways)) {
      const [began, before] = [performance.now(), cpu()];
      const seen: Seen = { events: 0, sum: 0 };
      await read(seen);
      spent[way]?.wall.push(performance.now() - began);
      spent[way]?.cpu.push(cpu() - before);
      if (seen.events !== EVENTS) throw new Error(`${seen.events} events were read of ${EVENTS}`);
      if (seen.sum !== (EVENTS * (EVENTS + 1)) / 2) throw new Error(`other events were read by ${way}`);
    }
  const of = (way: string, what: 'wall' | 'cpu') => spent[way]?.[what] ?? [];
  const ratio = (way: string, to: string, what: 'wall' | 'cpu') =>
    Math.round(median(of(way, what).map((ms, turn) => ms / (of(to, what)[turn] ?? 0))) * 100) / 100;
  return report({
    attack: 'the feed beside plain SQL',
    passed: ratio('client', 'sql', 'wall') <= MOST,
    events: EVENTS,
    page: PAGE,
    sql_ms: Math.round(median(of('sql', 'wall'))),
    client_ms: Math.round(median(of('client', 'wall'))),
    client_ratio: ratio('client', 'sql', 'wall'),
    client_cpu_ratio: ratio('client', 'sql', 'cpu'),
    client_to_statement: ratio('client', 'statement', 'wall'),
    call_ratio: ratio('call', 'sql', 'wall'),
  });
});

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;
}

interface Seen {
  events: number;
  sum: number;
}

function see(seen: Seen, thing_id: number, at: Date | string): void {
  seen.events += 1;
  if (at) seen.sum += thing_id;
}

/** A company with a director and a key that may read events, as often as it likes. */
async function makeReader({ db }: App['parts']): Promise<{ company_id: number; key: string }> {
  const { rows } = await sql<{ user_id: number; company_id: number }>`
    with u as (insert into users (email, full_name) values ('reader@kelisim.example', 'Reader') returning id),
    c as (insert into companies (role, type, name, bin, kbe) values ('business', 'too', 'Reader', '180340099996', '17') returning id),
    m as (insert into memberships (user_id, company_id, role_id, rights) select u.id, c.id, 1, '{}' from u, c)
    select u.id as user_id, c.id as company_id from u, c`.execute(db);
  const { user_id: made_by, company_id } = rows[0] ?? { user_id: 0, company_id: 0 };
  const key = makeKeyText(true);
  const key_id = await db.transaction().execute((tx) =>
    addKey(tx, {
      company_id,
      made_by,
      name: '1С',
      prefix: keyPrefix(key),
      hash: keyHash(key),
      scopes: ['events:read'],
      networks: [],
      expires_at: new Date(Date.now() + 86_400_000),
    }),
  );
  // A minute that does not end, far below the limit.
  await sql`insert into api_key_minutes values (${key_id}, now() + interval '1 day', -1000000000)`.execute(
    db,
  );
  return { company_id, key };
}
