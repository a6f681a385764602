import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeLog } from '../log.ts';
import {
  isCollision,
  isDatabaseAway,
  openDatabase,
  violatedConstraint,
  type Database,
  type Handle,
} from './database.ts';
import { MOST_NAMED, ONE_PLAN } from './named-statements.ts';

let place: TestDatabase;
let owner: Database;
let db: Database;
beforeAll(async () => {
  place = await makeTestDatabase();
  owner = open(place.owner_url);
  await sql`create table things (id int primary key, word text)`.execute(owner);
  await sql`grant all on things to public`.execute(owner);
  await sql`insert into things values (1, 'one')`.execute(owner);
});
beforeEach(() => {
  db = open(place.url);
  return () => db.destroy();
});
afterAll(async () => {
  await owner.destroy();
  await place.drop();
});

const open = (url: string, prepares = true) =>
  openDatabase({ url, log: makeLog('silent'), max: 1, prepares });

/** What the only connection of a pool has prepared. */
async function prepared(on = db) {
  const { rows } = await sql<{ name: string; statement: string; uses: number; pid: number }>`
    select name, statement, generic_plans + custom_plans as uses, pg_backend_pid() as pid
    from pg_prepared_statements order by prepare_time`.execute(on);
  return rows;
}

async function ask<Answer>(times: number, query: () => Promise<Answer>): Promise<Answer> {
  let last: Answer | undefined;
  for (let time = 0; time < times; time++) last = await query();
  return last!;
}

const findWord = (id: number, on: Handle = db) =>
  on
    .selectFrom(sql<{ id: number; word: string }>`things`.as('t'))
    .select('word')
    .where('id', '=', id)
    .execute();
const failure = (query: Promise<unknown>) =>
  query.then(
    () => null,
    (error: unknown) => error as { code?: string },
  );

describe('a name', () => {
  test('is given at the fifth time, and each connection prepares its text once', async () => {
    await ask(4, () => findWord(1));
    expect(await prepared()).toEqual([]);
    expect(await ask(10, () => findWord(1))).toEqual([{ word: 'one' }]);
    const all = await prepared();
    expect(all).toMatchObject([{ uses: 10 }]);
    expect(all[0]!.statement).toContain('"word"');
    expect(await findWord(2)).toEqual([]);
  });

  test('is given to nothing when it is switched off', async () => {
    const plain = open(place.url, false);
    expect(await ask(10, () => findWord(1, plain))).toEqual([{ word: 'one' }]);
    expect(await prepared(plain)).toEqual([]);
    await plain.destroy();
  });

  test.each([
    [
      'many values',
      sql`select word from things where id in (${sql.join(Array.from({ length: 61 }, (_, at) => at))})`,
    ],
    ['no values', sql`select word from things`],
    ['a count', sql`select count(*) from things where id = ${1}`],
    ['a sum', sql`select sum(id) from things where id = ${1}`],
    ['one of each', sql`select distinct word from things where id = ${1}`],
    ['a page', sql`select word from things order by id limit ${1}`],
    ['a search', sql`select word from things where word like ${'o%'}`],
  ])('is not given to a text of %s', async (_, query) => {
    await ask(10, () => query.execute(db));
    expect(await prepared()).toEqual([]);
  });

  test('is given to what counts and pages when the text says that one plan does for all values', async () => {
    const count = sql`select count(*) from things where id = ${1} limit ${5} ${ONE_PLAN}`;
    await ask(10, () => count.execute(db));
    expect(await prepared()).toHaveLength(1);
  });

  test.each([
    ['all columns', sql`select * from things where id = ${1}`],
    ['all columns of a table', sql`select t.id, t.* from things t where id = ${1}`],
    ['all columns after others', sql`select 1 as one, * from things where id = ${1}`],
    ['all columns of a changed row', sql`update things set word = word where id = ${1} returning *`],
  ])('is given to a text of %s only where it can be asked again', async (_, query) => {
    await db.transaction().execute((tx) => ask(10, () => query.execute(tx)));
    expect(await prepared()).toEqual([]);
    await query.execute(db);
    expect(await prepared()).toHaveLength(1);
  });

  test('is given to a product', async () => {
    await ask(6, () => sql`select id * 2 from things where id = ${1}`.execute(db));
    expect(await prepared()).toHaveLength(1);
  });

  test('is kept by statements that wait behind one another in a transaction', async () => {
    const found = await db
      .transaction()
      .execute((tx) => Promise.all(Array.from({ length: 20 }, () => findWord(1, tx))));
    expect(found.flat()).toHaveLength(20);
    expect(await prepared()).toHaveLength(1);
  });

  test('is given to a bounded number of texts; what comes later is answered too', async () => {
    for (let text = 0; text < MOST_NAMED + 50; text++) {
      const query = sql<{ sum: number }>`select ${1}::int + ${sql.lit(text)} as sum`;
      expect((await ask(5, () => query.execute(db))).rows).toEqual([{ sum: text + 1 }]);
    }
    expect(await prepared()).toHaveLength(MOST_NAMED);
  });
});

describe('a failure', () => {
  test('is the same each time, of the text, of its values and of the tables', async () => {
    for (let time = 0; time < 8; time++) {
      expect(await failure(sql`select nonsense from things where id = ${1}`.execute(db))).toMatchObject({
        code: '42703',
      });
      expect(await failure(sql`select word from things where id = ${'x'}::int`.execute(db))).toMatchObject({
        code: '22P02',
      });
      expect(violatedConstraint(await failure(sql`insert into things values (${1}, 'x')`.execute(db)))).toBe(
        'things_pkey',
      );
    }
    expect(await findWord(1)).toEqual([{ word: 'one' }]);
  });
});

describe('when the tables change under a connection', () => {
  test('a query that reads something else is answered, and the connection is replaced', async () => {
    const read = () => sql<{ t: unknown }>`select word as t from things where id = ${1}`.execute(db);
    await ask(6, read);
    const [before] = await prepared();
    await sql`alter table things alter column word type int using 7`.execute(owner);
    try {
      expect((await read()).rows).toEqual([{ t: 7 }]);
      expect(await prepared()).toEqual([]);
      await ask(6, read);
      expect((await prepared())[0]).toMatchObject({ uses: 1 + 1 });
      expect((await prepared())[0]!.pid).not.toBe(before!.pid);
    } finally {
      await sql`alter table things alter column word type text using 'one'`.execute(owner);
    }
  });

  test('a transaction is given up as one that collided, and holds at its second try', async () => {
    const change = () =>
      db.transaction().execute(async (tx) => {
        await sql`update things set id = id where id = ${1}`.execute(tx);
        return (await sql<{ w: unknown }>`select word as w from things where id = ${1}`.execute(tx)).rows;
      });
    await ask(6, change);
    await sql`alter table things alter column word type int using 7`.execute(owner);
    try {
      const stale = await failure(change());
      expect(stale).toMatchObject({ code: '0A000' });
      expect(isCollision(stale) && isDatabaseAway(stale)).toBe(true);
      expect(await change()).toEqual([{ w: 7 }]);
    } finally {
      await sql`alter table things alter column word type text using 'one'`.execute(owner);
    }
  });

  test('a column that is added or an index that goes is not noticed, not even in a transaction', async () => {
    const all = (on: Handle = db) => sql`select * from things where id = ${1}`.execute(on);
    const put = (on: Handle = db) =>
      sql`update things set word = ${'one'} where id = ${1} returning word`.execute(on);
    await ask(6, async () => (await all(), await put(), await findWord(1)));
    expect(await prepared()).toHaveLength(3);
    await sql`alter table things add column more int default 5`.execute(owner);
    await sql`create index of_words on things (word)`.execute(owner);
    await db.transaction().execute(async (tx) => {
      expect(await findWord(1, tx)).toEqual([{ word: 'one' }]);
      expect((await all(tx)).rows).toEqual([{ id: 1, word: 'one', more: 5 }]);
    });
    expect((await put()).rows).toEqual([{ word: 'one' }]);
    expect((await all()).rows).toEqual([{ id: 1, word: 'one', more: 5 }]);
    await sql`drop index of_words`.execute(owner);
    expect((await put()).rows).toEqual([{ word: 'one' }]);
    await sql`alter table things drop column more`.execute(owner);
  });

  test('a function that is replaced answers as it is now', async () => {
    const make = (word: string) =>
      sql`create or replace function said(n int) returns text language sql immutable as ${sql.lit(`select '${word}'`)}`.execute(
        owner,
      );
    await make('old');
    const read = () => sql<{ word: string }>`select said(3) || ${'!'} as word`.execute(db);
    expect((await ask(10, read)).rows).toEqual([{ word: 'old!' }]);
    await make('new');
    expect((await read()).rows).toEqual([{ word: 'new!' }]);
  });
});

describe('when a statement is gone', () => {
  test('it is asked without a name, and prepared again', async () => {
    await ask(6, () => findWord(1));
    await sql`deallocate all`.execute(db);
    expect(await findWord(1)).toEqual([{ word: 'one' }]);
    expect(await ask(6, () => findWord(1))).toEqual([{ word: 'one' }]);
    expect(await prepared()).toHaveLength(1);
  });
});
