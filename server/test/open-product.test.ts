import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppOptions } from '../src/app.ts';
import { StoreAway } from '../src/adapters/file-store/file-store.ts';
import { openProduct } from '../src/open-product.ts';
import { StartRefused } from '../src/platform/start-refused.ts';
import { makeTestDatabase, ownerUrlOf, type TestDatabase } from './database.ts';
import { bringAuthorities, makeTestApp, type TestApp } from './make-app.ts';
import { startSharingPooler } from './sharing-pooler.ts';
import { makeThrowawayFolder } from './temporary-folder.ts';

let app: TestApp;
let empty: TestDatabase;
let folder: string;
let pooler: Awaited<ReturnType<typeof startSharingPooler>>;

beforeAll(async () => {
  app = await makeTestApp();
  await app.claim.check();
  folder = makeThrowawayFolder('open');
  for (const name of ['data', 'second', 'full']) await bringAuthorities(join(folder, name));
  writeFileSync(join(folder, 'full', 'files'), 'a file in the way');
  empty = await makeTestDatabase();
  await ask(empty.owner_url, 'drop schema public cascade; drop schema sandbox cascade; create schema public');
  pooler = await startSharingPooler(empty.url);
});
afterAll(async () => {
  pooler.close();
  await empty.drop();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement).finally(() => client.end());
  return rows;
}

type Settings = Partial<AppOptions['config']>;
const open = (settings: Settings, more: Partial<AppOptions> = {}) =>
  openProduct(
    {
      config: { ...app.parts.config, database_url: app.database_url, ...settings },
      log: app.parts.log,
      ...more,
    },
    false,
  );

test.each<[string, () => Settings, Partial<AppOptions>, RegExp]>([
  [
    'its clock is wrong',
    () => ({}),
    { system_clock: { now: () => new Date(Date.now() + 3_600_000) } },
    /3600 s off/,
  ],
  ['its folder of files cannot be used', () => ({ data_dir: join(folder, 'full') }), {}, /cannot be kept in/],
  [
    'the database has fewer connections than its pools',
    () => ({ process: { ...app.parts.config.process, pools: { people: 900, runs: 95 } } }),
    {},
    /may open 1001/,
  ],
  [
    'no root certificate of НУЦ lies where it should',
    () => ({ sandbox: false, trust_dir: folder }),
    {},
    /No pinned root/,
  ],
  ['TRUST_DIR is not there', () => ({ sandbox: false, trust_dir: join(folder, 'gone') }), {}, /is not there/],
  [
    'nothing answers where the database should be',
    () => ({ database_url: 'postgres://kelisim:x@127.0.0.1:1/kelisim' }),
    {},
    /cannot be used: .*ECONNREFUSED.*DATABASE_URL/,
  ],
  [
    'a pooler hands its connections on',
    () => ({ database_url: pooler.url }),
    {},
    /not fit for use: .*pool_mode = session/,
  ],
])('a start is refused before the database is changed when %s', async (_name, settings, more, why) => {
  const config = {
    database_url: empty.url,
    database_owner_url: empty.owner_url,
    data_dir: join(folder, 'data'),
    ...settings(),
  };
  const refusal: unknown = await open(config, more).catch((error: unknown) => error);
  // Told to the operator in its own words, without a stack.
  expect(
    [StartRefused, StoreAway].some((kind) => refusal instanceof kind),
    String(refusal),
  ).toBe(true);
  expect((refusal as Error).message).toMatch(why);
  expect(await ask(empty.url, "select from pg_tables where schemaname = 'public'")).toEqual([]);
});

test('a start is refused over files that are not those of the database', async () => {
  // A second machine with a folder of its own.
  await expect(open({ data_dir: join(folder, 'second') })).rejects.toThrow(/keeps its files elsewhere/);
});

test('a database stays what it was begun as: a stand, a sandbox or production', async () => {
  const of = {
    production: { sandbox: false, stand: false, trust_dir: join(folder, 'data', 'sandbox-nca') },
    sandbox: { sandbox: true, stand: false, demo_data: false },
    stand: { sandbox: true, stand: true, demo_data: false },
  };
  const kinds = Object.keys(of) as (keyof typeof of)[];
  for (const begun of kinds) {
    const fresh = await makeTestApp();
    try {
      await fresh.claim.check();
      const start = async (kind: keyof typeof of) => {
        const { database_url, data_dir } = fresh;
        const place = { database_url, database_owner_url: ownerUrlOf(database_url), data_dir };
        await (await open({ ...place, ...of[kind] })).close();
      };
      await start(begun);
      // As if an earlier version had begun it: whoever refuses it must not have migrated it.
      const owner_url = ownerUrlOf(fresh.database_url);
      const [last] = await ask(
        owner_url,
        'delete from migrations where name = (select max(name) from migrations) returning name, hash',
      );
      for (const kind of kinds.filter((one) => one !== begun))
        await expect(start(kind), `${begun} as ${kind}`).rejects.toThrow(/one never becomes the other/);
      await ask(owner_url, `insert into migrations (name, hash) values ('${last!.name}', '${last!.hash}')`);
      await start(begun);
    } finally {
      await fresh.close();
    }
  }
});

test('a start is refused when a newer version has migrated the database', async () => {
  await ask(
    ownerUrlOf(app.database_url),
    "insert into migrations (name, hash) values ('20990101-0000-newer.sql', 'x')",
  );
  await expect(open({})).rejects.toThrow(/newer than this version of the product/);
});
