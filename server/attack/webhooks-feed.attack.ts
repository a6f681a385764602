/**
 * A million events read through the feed in pages of a thousand, beside one statement of SQL that reads the same rows, in
 * turn within one run: as the watcher of webhooks reads them, and as a program does, with a key, by `GET /api/v1/events`.
 * Nothing has counted the rows yet when reading begins. A call makes JSON
 * besides, and is looked through on its way out: what that costs is said and not judged. Of `ATTACK_EVENTS` there are 200
 * times as many.
 */
import { sql } from 'kysely';
import type { App } from '../src/app.ts';
import { addKey } from '../src/features/api-keys/api-keys.queries.ts';
import { keyHash, keyPrefix, makeKeyText } from '../src/features/api-keys/key-text.ts';
import { BEGINNING, listEvents, type Place } from '../src/features/events/events.queries.ts';
import { sinceWhen } from '../src/features/events/open-feed.ts';
import { attackProduct, report } from './attacked-product.ts';

const EVENTS = Number(process.env.ATTACK_EVENTS ?? 5_000) * 200;
const PAGE = 1_000;
const TURNS = 3;
/** Of what the same costs by SQL. */
const MOST = 2;

await attackProduct(async ({ parts, http }) => {
  const { db } = parts;
  const { company_id, key } = await makeReader(parts);
  await sinceWhen(db, company_id);
  await sql`insert into events (company_id, thing_id, version, type)
    select ${company_id}, n, 1, 101 from generate_series(1, ${EVENTS}::int) n`.execute(db);

  const bySql = async () => {
    const { rows } = await sql`select tx, id, at, thing_id, version, type from events
      where company_id = ${company_id} order by tx, id`.execute(db);
    return rows.length;
  };
  const byPages = async () => {
    let [after, rows]: [Place, number] = [BEGINNING, 0];
    for (;;) {
      const page = await listEvents(db, company_id, { after, types: null, limit: PAGE });
      if (page.length === 0) return rows;
      [after, rows] = [page.at(-1) ?? after, rows + page.length];
    }
  };
  // The bytes that leave the product: what a program then does with them is its own affair.
  const byCall = async () => {
    const headers = { authorization: `Bearer ${key}` };
    for (let [after, rows] = ['', 0]; ; rows += PAGE) {
      const url = `/api/v1/events?limit=${PAGE}${after && `&after=${after}`}`;
      const { statusCode, rawPayload } = await http.inject({ url, headers });
      if (statusCode !== 200) throw new Error(`the feed answered ${statusCode}`);
      const end = rawPayload.subarray(-200).toString();
      after = /"next":"(\d+-\d+)"/.exec(end)?.[1] ?? '';
      if (!end.includes('"has_more":true'))
        return rows + (JSON.parse(rawPayload.toString()) as { items: unknown[] }).items.length;
    }
  };

  const ways = { sql: bySql, pages: byPages, call: byCall };
  const spent = Object.fromEntries(
    Object.keys(ways).map((way) => [way, { wall: [] as number[], cpu: [] as number[] }]),
  );
  for (let turn = 0; turn < TURNS; turn++)
    for (const [way, read] of Object.entries(ways)) {
      const [began, before] = [performance.now(), process.cpuUsage()];
      const rows = await read();
      if (rows !== EVENTS) throw new Error(`${rows} events were read of ${EVENTS}`);
      const { user, system } = process.cpuUsage(before);
      spent[way]?.wall.push(performance.now() - began);
      spent[way]?.cpu.push((user + system) / 1_000);
    }
  const least = (way: string, of: 'wall' | 'cpu') => Math.min(...(spent[way]?.[of] ?? []));
  const ratio = (way: string, of: 'wall' | 'cpu') =>
    Math.round((least(way, of) / least('sql', of)) * 100) / 100;
  return report({
    attack: 'the feed beside plain SQL',
    passed: ratio('pages', 'wall') <= MOST,
    events: EVENTS,
    sql_ms: Math.round(least('sql', 'wall')),
    pages_ratio: ratio('pages', 'wall'),
    pages_cpu_ratio: ratio('pages', 'cpu'),
    call_ratio: ratio('call', 'wall'),
    call_cpu_ratio: ratio('call', 'cpu'),
  });
});

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
