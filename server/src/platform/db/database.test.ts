import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { kazakhSortKey } from '@kelisim/shared/kernel/sort-key.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { makeTestDatabase } from '../../../test/database.ts';
import { makeLog } from '../log.ts';
import { isDatabaseAway, openDatabase, violatedConstraint } from './database.ts';
import { migrate } from './migrate.ts';
import { PATIENT } from '../../../test/patience.ts';
import { underLock, underTryLock } from './under-lock.ts';

const place = await makeTestDatabase();
const db = openDatabase({ url: place.url, log: makeLog('silent'), max: 4 });
afterAll(async () => {
  await db.destroy();
  await place.drop();
});

const failure = (query: Promise<unknown>) =>
  query.then(
    () => null,
    (error: unknown) => error,
  );
const one = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows[0]!;

describe('values', () => {
  test('come back as what they are: days as text, sums as bigint, moments as dates, numbers exact', async () => {
    const row = await one(sql<Record<string, unknown>>`
      select date '2024-02-29' as day, 1000000000000000::bigint as amount_tiyn, sum(x) as total_tiyn,
        9007199254740991::bigint as most, 1.500::numeric(12, 3) as quantity, null::bigint as none_tiyn,
        timestamptz '2026-11-20 10:00+05' as moment
      from (values (1::bigint), (9000000000000000000)) as t (x)`);
    expect(row).toEqual({
      day: '2024-02-29',
      amount_tiyn: 1_000_000_000_000_000n,
      total_tiyn: 9_000_000_000_000_000_001n,
      most: 9_007_199_254_740_991,
      quantity: '1.500',
      none_tiyn: null,
      moment: new Date('2026-11-20T05:00:00Z'),
    });
  });

  test('a number that JavaScript cannot hold is an error, never another number', async () => {
    expect(String(await failure(sql`select 9007199254740993::bigint as id`.execute(db)))).toContain(
      'beyond safe integers',
    );
  });
});

describe('what went wrong', () => {
  test('a rule of the table is named', async () => {
    await sql`insert into units (code, name_ru, name_kz) values ('x', 'x', 'x')`.execute(db);
    const twice = await failure(
      sql`insert into units (code, name_ru, name_kz) values ('x', 'y', 'y')`.execute(db),
    );
    expect(violatedConstraint(twice)).toBe('units_code_key');
    const check = await failure(sql`insert into users (full_name, iin) values ('a', '12')`.execute(db));
    expect(violatedConstraint(check)).toBe('users_iin_check');
    expect(violatedConstraint(await failure(sql`select 1 / 0`.execute(db)))).toBeNull();
    expect(violatedConstraint(null)).toBeNull();
  });

  test('a lost connection is told from a wrong query, and the next query goes on', async () => {
    const lost = await failure(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db));
    expect(isDatabaseAway(lost)).toBe(true);
    // The pool may hand the dead connection out once more before it hears of it.
    await vi.waitFor(() => sql`select 1`.execute(db), PATIENT);
    expect(isDatabaseAway(await failure(sql`select nonsense`.execute(db)))).toBe(false);
    expect(isDatabaseAway(new Error('no'))).toBe(false);
  });

  test('a server that is not there is «away» as well', async () => {
    const nowhere = openDatabase({ url: 'postgres://a:b@127.0.0.1:1/c', log: makeLog('silent') });
    expect(isDatabaseAway(await failure(sql`select 1`.execute(nowhere)))).toBe(true);
    await nowhere.destroy();
  });

  test('so is one that is not found, or not reached', async () => {
    const unknown = openDatabase({ url: 'postgres://a:b@nobody.invalid/c', log: makeLog('silent') });
    expect(isDatabaseAway(await failure(sql`select 1`.execute(unknown)))).toBe(true);
    await unknown.destroy();
    for (const code of ['ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', 'EPIPE', 'ECONNRESET'])
      expect(isDatabaseAway(Object.assign(new Error('connect'), { code })), code).toBe(true);
  });

  test('a connection begins with what every pooler passes on', async () => {
    const said: string[] = [];
    const pooler = createServer((client) => {
      client.once('data', (hello) => {
        said.push(...hello.toString('latin1', 8).split('\0'));
        client.destroy();
      });
    });
    await once(pooler.listen(0, '127.0.0.1'), 'listening');
    const { port } = pooler.address() as AddressInfo;
    const through = openDatabase({ url: `postgres://a:b@127.0.0.1:${port}/c`, log: makeLog('silent') });
    expect(isDatabaseAway(await failure(sql`select 1`.execute(through)))).toBe(true);
    await through.destroy();
    pooler.close();
    const names = said.filter((name, at) => at % 2 === 0 && name);
    expect(names.toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
  });

  test('a change whose process sleeps gives up what it holds', async () => {
    const limits = await one(
      sql`select current_setting('statement_timeout') as statement,
                 current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(limits).toEqual({ statement: '1min', idle: '30s' });
    const asleep = db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = '100ms'`.execute(tx);
      await new Promise((resolve) => setTimeout(resolve, 400));
      await sql`select 1`.execute(tx);
    });
    expect(isDatabaseAway(await failure(asleep))).toBe(true);
  });
});

describe('silence', () => {
  const silent_ms = 200;
  const bounded = openDatabase({ url: place.url, log: makeLog('silent'), max: 2, silent_ms });
  const longer = () => sleep(4 * silent_ms);
  afterAll(() => bounded.destroy());

  test.each([true, false])('ends a statement that hears nothing (prepared: %s)', async (prepares) => {
    const hasty = openDatabase({ url: place.url, log: makeLog('silent'), prepares, silent_ms });
    expect(isDatabaseAway(await failure(sql`select pg_sleep(3)`.execute(hasty)))).toBe(true);
    await sql`select 1`.execute(hasty);
    await hasty.destroy();
  });

  test('ends no connection that only holds a lock, and one that was silent is bounded again', async () => {
    const done = await underTryLock(bounded, 1, async () => {
      await longer();
      expect(await underTryLock(db, 1, async () => 'taken')).toBeNull();
      return 'done';
    });
    expect(done).toBe('done');
    expect(await underTryLock(db, 1, async () => 'free')).toBe('free');
    await bounded.connection().execute(async (own) => {
      const pidOf = async () =>
        (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)).rows[0]?.pid;
      const pid = await pidOf();
      await longer();
      expect(await pidOf()).toBe(pid);
      expect(isDatabaseAway(await failure(sql`select pg_sleep(3)`.execute(own)))).toBe(true);
    });
  });

  test('the result of a work stands when its lock was lost, and so does its failure', async () => {
    const loseLock = () =>
      sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 2`.execute(
        db,
      );
    const work = async () => {
      await loseLock();
      return 'whole';
    };
    expect(await underTryLock(bounded, 2, work)).toBe('whole');
    await vi.waitFor(() => sql`select 1`.execute(bounded), PATIENT);
    const failing = underTryLock(bounded, 2, async () => {
      await loseLock();
      throw new Error('of the work');
    });
    await expect(failing).rejects.toThrow('of the work');
  });
});

describe('the Kazakh order', () => {
  const sqlKey = async (text: string) =>
    (await one(sql<{ key: string }>`select kz_sort_key(${text}) as key`)).key;

  test('is the same in the database and in code, letter by letter', async () => {
    const letters = [
      ...'аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюяАӘҒҚҢӨҰҮҺІABCxyz019 «»-№.,!%_\\\'"',
      '👩',
      'e\u0301',
    ];
    for (const letter of letters) expect(await sqlKey(letter), letter).toBe(kazakhSortKey(letter));
    const word = fc.array(fc.constantFrom(...letters), { maxLength: 30 }).map((list) => list.join(''));
    await fc.assert(fc.asyncProperty(word, async (text) => (await sqlKey(text)) === kazakhSortKey(text)));
  });

  test('sorts names as the lists show them', async () => {
    const names = ['Ұлжан', 'Умар', 'Үкі', 'әлия', 'Алия', 'Ілияс', 'Иван', 'Қасым', 'Касым', 'zebra', '7'];
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as name order by kz_sort_key(name) collate "C"`.execute(db);
    const inCode = names.toSorted((a, b) => (kazakhSortKey(a) < kazakhSortKey(b) ? -1 : 1));
    expect(rows.map((row) => row.name)).toEqual(inCode);
    expect(inCode.slice(0, 4)).toEqual(['7', 'zebra', 'Алия', 'әлия']);
  });
});

test('what is done under a lock is done by one process at a time', async () => {
  let at_once = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++at_once);
    await new Promise((resolve) => setTimeout(resolve, 50));
    at_once--;
  };
  await Promise.all([1, 2, 3].map(() => underLock(place.url, 4409, work)));
  expect([at_once, most]).toEqual([0, 1]);
});

describe('migrations', () => {
  test('run once, also when several processes start together', async () => {
    const client = new pg.Client({ connectionString: place.owner_url });
    await client.connect();
    await client.query('drop schema public cascade; drop schema sandbox cascade; create schema public');
    const runs = await Promise.all([migrate(place), migrate(place), migrate(place)]);
    const applied = runs.map((run) => run.applied.length).toSorted((a, b) => a - b);
    expect(applied.slice(0, 2)).toEqual([0, 0]);
    expect(applied[2]).toBeGreaterThan(0);
    expect((await migrate(place)).applied).toEqual([]);
    await client.query("insert into migrations (name, hash) values ('20990101-0000-newer.sql', 'x')");
    await expect(migrate(place)).rejects.toThrow(/newer than this version.*20990101-0000-newer/);
    await client.query("delete from migrations where name like '2099%'");
    await client.query("update migrations set hash = 'x'");
    await expect(migrate(place)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringContaining('was changed after it had run'),
    });
    await client.end();
  });
});
