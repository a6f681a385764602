import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase } from '../../../test/database.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeLog } from '../log.ts';
import { openDatabase } from './database.ts';
import { listen, type Listening } from './listen.ts';
import { becomeRelay, CHANGES_CHANNEL, relayChanges } from './relay-changes.ts';

const log = makeLog('silent');
const place = await makeTestDatabase();
const db = openDatabase({ url: place.url, log, max: 20 });
const told: number[] = [];
let hearing: Listening;
let relays: (() => Promise<void>)[];

beforeAll(async () => {
  const onNotice = (notice: string) => told.push(Number(notice.split(' ')[1]));
  hearing = listen({ url: place.url, channel: CHANGES_CHANNEL, log, onNotice, onGap: () => undefined });
  await hearing.ready;
  relays = [0, 1].map(() => relayChanges({ url: place.url, log }));
});
beforeEach(() => void (told.length = 0));
afterAll(async () => {
  await Promise.all([...relays.map((end) => end()), hearing.stop()]);
  await db.destroy();
  await place.drop();
});

/** Each number stands for a change of its own. */
const change = (number: number, of: Pick<typeof db, 'getExecutor'> = db) =>
  sql`select tell_change('acts', ${number})`.execute(of);
const isTold = (...numbers: number[]) =>
  expect.poll(() => told, PATIENT).toEqual(expect.arrayContaining(numbers));

/** The server's processes of relays, the one that holds the lock first. */
async function relayPids(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select a.pid from pg_stat_activity a
    left join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.granted
    where a.datname = current_database() and a.application_name = 'kelisim-relay'
    order by l.pid is null`.execute(db);
  return rows.map(({ pid }) => pid);
}
const endFirst = async () => {
  const [pid] = await relayPids();
  await sql`select pg_terminate_backend(${pid ?? null}::int)`.execute(db);
  return pid;
};

test('a change is told once, soon after its commit, and no row is left of it', async () => {
  await db.transaction().execute(async (tx) => {
    await change(1, tx);
    await change(1, tx);
  });
  await isTold(1);
  expect(told).toEqual([1]);
  const { rows } = await sql`select from untold_changes`.execute(db);
  expect(rows).toEqual([]);
});

test('a transaction that began early and ends late is told of when it ends, and one that fails is not', async () => {
  const [may_end, may_fail] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTestFinished(() => {
    may_end.resolve();
    may_fail.reject(new Error('it fails'));
  });
  const late = db.transaction().execute(async (tx) => {
    await change(1, tx);
    await may_end.promise;
  });
  const failing = db.transaction().execute(async (tx) => {
    await change(2, tx);
    await may_fail.promise;
  });
  for (const number of [3, 4]) {
    await change(number);
    await isTold(number);
  }
  expect(told).toEqual([3, 4]);
  may_fail.reject(new Error('it fails'));
  await expect(failing).rejects.toThrow('it fails');
  may_end.resolve();
  await late;
  await isTold(1);
  await change(5);
  await isTold(5);
  expect(told).toEqual([3, 4, 1, 5]);
});

test('of sixteen writers none is missed and no failed one is told, though relays are ended all the while', async () => {
  const committed: number[] = [];
  let are_writing = true;
  const ended = new Set<number | undefined>();
  const ending = (async () => {
    for (; are_writing; await sleep(200)) ended.add(await endFirst());
  })();
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let n = 0; n < 60; n++) {
        const number = 10_000 + writer * 100 + n;
        const fails = Math.random() < 0.4;
        const work = db.transaction().execute(async (tx) => {
          await change(number, tx);
          await sleep(Math.random() * 60);
          if (fails) throw new Error('it fails');
        });
        await work.then(
          () => committed.push(number),
          () => undefined,
        );
      }
    }),
  );
  are_writing = false;
  await ending;
  expect(ended.size).toBeGreaterThan(3);
  await change(1);
  await isTold(1);
  expect(told.filter((number) => number > 1).toSorted()).toEqual(committed.toSorted());
});

test('a relay whose connection ends is followed by another', async () => {
  await expect.poll(relayPids, PATIENT).toHaveLength(2);
  const first = await endFirst();
  await change(1);
  await isTold(1);
  expect(await relayPids()).not.toContain(first);
});

test('a relay that hangs is ended by the server, and another goes on', async () => {
  await Promise.all(relays.splice(0).map((end) => end()));
  const hung = new pg.Client({ connectionString: place.url });
  const is_ended = new Promise<void>((end) => hung.on('error', () => end()));
  await hung.connect();
  expect(await becomeRelay(hung)).toBe(true);
  relays.push(relayChanges({ url: place.url, log }));
  await change(1);
  await isTold(1);
  await is_ended;
});
