import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeTemporaryFolder } from '../../../test/temporary-folder.ts';
import type { MigrationNews } from './apply-migration.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS, readMigrations, type Migration } from './migration-files.ts';
import { planMigrations } from './plan-migrations.ts';
import { statementsOf, watchMigration, type Effect } from './watch-migration.ts';

/** An empty database with two tables of its own and a hundred rows, migrated from files of the test. */
interface Place {
  database: TestDatabase;
  owner: pg.Client;
  /** A file beside the first; answers the options to migrate with. */
  write(name: string, text: string): Parameters<typeof migrate>[0];
  news: MigrationNews[];
}

const FIRST = `
  create table papers (id int primary key, title text, checked boolean);
  create table lines (id int primary key, paper_id int references papers);
  insert into papers select n, 'Paper ' || n from generate_series(1, 100) n;`;

const places: Place[] = [];
afterAll(async () => {
  for (const { owner, database } of places) {
    await owner.end();
    await database.drop();
  }
});

async function makePlace(): Promise<Place> {
  const database = await makeTestDatabase();
  const owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  await owner.query('drop schema public cascade; create schema public');
  const folder = join(makeTemporaryFolder('migrations-'), 'files');
  mkdirSync(folder);
  const news: MigrationNews[] = [];
  const options = { url: database.url, owner_url: database.owner_url, files: pathToFileURL(`${folder}/`) };
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return { ...options, tell: (told: MigrationNews) => void news.push(told) };
  };
  await migrate(write('1-first.sql', FIRST));
  news.length = 0;
  const place = { database, owner, write, news };
  places.push(place);
  return place;
}

async function connectTo(place: Place): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: place.database.owner_url });
  await client.connect();
  return client;
}

describe('a migration beside those who work', () => {
  test('lets them by after a moment, and is tried again until the table is free', async () => {
    const place = await makePlace();
    const worker = await connectTo(place);
    await worker.query('begin; select from papers');
    const waits = Promise.withResolvers<void>();
    const done = migrate({
      ...place.write('2-column.sql', 'alter table papers add column state text'),
      tell: ({ kind }) => kind === 'waits_for_lock' && waits.resolve(),
    });
    await Promise.race([waits.promise, done]);
    // It is not in the queue before the table: another reader is answered at once.
    await place.owner.query('select count(*) from papers');
    await worker.query('commit');
    expect((await done).applied).toEqual(['2-column.sql']);
    await worker.end();
  });

  test('makes an index outside of a transaction, again when its making was cut off', async () => {
    const place = await makePlace();
    const text =
      '-- Outside of a transaction.\ncreate unique index concurrently if not exists papers_by_title on papers (title);';
    await place.owner.query("update papers set title = 'Paper 1' where id = 2");
    const options = place.write('2-index.sql', text);
    await expect(migrate(options)).rejects.toThrow('migration 2-index.sql failed');
    await place.owner.query("update papers set title = 'Paper 2' where id = 2");
    expect((await migrate(options)).applied).toEqual(['2-index.sql']);
    const { rows } = await place.owner.query(
      "select indisvalid from pg_index where indexrelid = 'papers_by_title'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  test('makes an index while others wait for their turn to migrate', async () => {
    const place = await makePlace();
    const options = place.write(
      '2-index.sql',
      '-- Outside of a transaction.\ncreate index concurrently if not exists papers_by_title on papers (title)',
    );
    const runs = await Promise.all([migrate(options), migrate(options), migrate(options)]);
    expect(runs.flatMap(({ applied }) => applied)).toEqual(['2-index.sql']);
  });

  test('changes rows in batches, goes on where it was cut off, and says how far it is', async () => {
    const place = await makePlace();
    const text = `-- In batches.
      update papers set checked = true
      where id in (select id from papers where checked is null order by id limit 30)`;
    await place.owner.query(`create function stop() returns trigger language plpgsql as
      $$ begin if new.id = 70 then raise 'cut off'; end if; return new; end $$;
      create trigger stop before update on papers for each row execute function stop()`);
    const options = place.write('2-checked.sql', text);
    await expect(migrate(options)).rejects.toThrow('migration 2-checked.sql failed');
    await place.owner.query('drop trigger stop on papers');
    expect((await migrate(options)).applied).toEqual(['2-checked.sql']);
    const counted = place.news.flatMap((told) => (told.kind === 'batch' ? [told.rows] : []));
    expect(counted).toEqual([30, 60, 30, 40]);
    const { rows } = await place.owner.query('select count(*)::int from papers where checked');
    expect(rows).toEqual([{ count: 100 }]);
  });

  test('does not begin in a database of something else', async () => {
    const place = await makePlace();
    await place.owner.query('drop table migrations');
    await expect(migrate(place.write('2-x.sql', 'select 1'))).rejects.toThrow(
      'belongs to something else: it has a table lines',
    );
  });
});

const asMigration = (text: string): Migration => ({ name: 'x.sql', text, hash: '', way: 'whole' });

describe('what a statement would do', () => {
  let place: Place;
  beforeAll(async () => {
    place = await makePlace();
  });

  /** Of the last statement. */
  async function effectsOf(text: string): Promise<string[]> {
    const watched = await watchMigration(place.owner, asMigration(text));
    const { effects, drops } = watched.at(-1)!;
    const told = ({ table, lock, cost }: Effect) => `${table} ${lock} ${cost}`;
    return [...effects.map(told), ...drops.map((dropped) => `drops ${dropped}`)];
  }

  test.each([
    ['a column', 'alter table papers add a int default 1', ['papers AccessExclusive moment']],
    [
      'a generated column',
      'alter table papers add b int generated always as (id) stored',
      ['papers AccessExclusive rewrites'],
    ],
    ['a type', 'alter table lines alter id type bigint', ['lines AccessExclusive rewrites']],
    ['an index', 'create index on papers (title)', ['papers Share reads']],
    ['a check', 'alter table papers add constraint c check (id > 0)', ['papers AccessExclusive reads']],
    [
      'a check for later',
      'alter table papers add constraint d check (id > 0) not valid',
      ['papers AccessExclusive moment'],
    ],
    ['its proof', 'alter table papers validate constraint d', ['papers ShareUpdateExclusive beside']],
    ['no nulls', 'alter table papers alter title set not null', ['papers AccessExclusive reads']],
    ['a reference', 'create table notes (id int references papers)', ['papers ShareRowExclusive moment']],
    ['changed rows', "update papers set title = 'x'", ['papers RowExclusive rows']],
    [
      'a dropped column',
      'alter table papers drop checked',
      ['papers AccessExclusive moment', 'drops papers.checked'],
    ],
    ['a dropped table', 'drop table lines', ['papers AccessExclusive moment', 'drops lines']],
    ['an index of what the file has made', 'create table own (id int); create index on own (id)', []],
    [
      'a lock of before, read now',
      'alter table papers add e int; select count(*) from papers',
      ['papers AccessExclusive reads'],
    ],
  ])('%s', async (_, text, effects) => {
    expect(await effectsOf(text)).toEqual(effects);
  });

  test('is planned with the size of the real tables, and changes nothing', async () => {
    const real = await makePlace();
    const scratch = await makeTestDatabase();
    const superuser = new URL(inject('testServer').admin_url);
    superuser.pathname = new URL(scratch.url).pathname;
    const client = new pg.Client({ connectionString: superuser.href });
    await client.connect();
    await client.query('drop schema public cascade; create schema public').finally(() => client.end());
    const { files } = real.write('2-column.sql', 'alter table papers add state text');
    await real.owner.query('analyze papers');
    expect(await planMigrations(real.database.url, superuser.href, files!)).toMatchObject([
      {
        name: '2-column.sql',
        way: 'whole',
        statements: [
          { effects: [{ table: 'papers', cost: 'moment', rows: 100, bytes: expect.any(Number) }] },
        ],
      },
    ]);
    const { rows } = await real.owner.query(
      "select to_regclass('papers')::text, count(*)::int from migrations",
    );
    expect(rows).toEqual([{ to_regclass: 'papers', count: 1 }]);
    await scratch.drop();
  });
});

test('files are divided where their statements end', () => {
  const squeezed = (text: string) => text.replaceAll(/\s/g, '');
  for (const { name, text } of readMigrations(MIGRATIONS)) {
    const withoutLastWords = text.replace(/;(\s*--[^\n]*)*\s*$/, ';');
    expect(squeezed(statementsOf(text).join('')), name).toBe(squeezed(withoutLastWords));
  }
  expect(statementsOf(`select ';--', ";"; -- one; two\nselect $$;$$, $a$;'$a$ /* ; */`)).toEqual([
    `select ';--', ";";`,
    `-- one; two\nselect $$;$$, $a$;'$a$ /* ; */`,
  ]);
});
