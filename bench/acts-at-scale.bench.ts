/**
 * Lists, counters and search with many acts: each query at several sizes of one company beside acts of ten others, the
 * 50th and 95th percentile, and how many times the first size that is. The queries are those of the product, called
 * without HTTP, so that the database is what is measured. Plans are printed once, at the largest size.
 * Sizes: BENCH_ACTS=10000,100000 BENCH_OTHERS=200000; the whole measurement is 10000,100000,1000000 and 10000000.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { listActRows, type ActFilter, type ActOrder } from '../server/src/features/acts/list-acts.queries.ts';
import { homeRoutes } from '../server/src/features/home/home.routes.ts';
import { findThings } from '../server/src/features/search/find-things.ts';
import { readStatistics } from '../server/src/features/statistics/read-statistics.ts';
import type { CompanyActor } from '../server/src/platform/actor.ts';
import { openDatabase, type Database } from '../server/src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import type { Tables } from '../server/src/platform/db/tables.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { addActs, fillActs, fillInOneGo } from './fill-acts.ts';
import { makeTemporaryFolder } from '../server/test/temporary-folder.ts';

const SIZES = (process.env.BENCH_ACTS ?? '10000,100000').split(',').map(Number);
const OTHERS = Number(process.env.BENCH_OTHERS ?? 200_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);
const LIST_TARGET = 1.5;
const COUNT_TARGET = 3;

const director = { role: 'business', company_id: 1, user_id: 1, rights: 'all' } as unknown as CompanyActor;
const executor = { role: 'executor', company_id: 12, user_id: 1, rights: 'all' } as unknown as CompanyActor;
const first = { page: 1, limit: 20 };
const byNumber: ActOrder = { by: 'number', order: 'desc' };

/** What is asked; `target` is how many times the figure of the first size it may take. */
function questionsOf(db: Database): { name: string; target: number; ask: () => Promise<unknown> }[] {
  const list = (name: string, filter: ActFilter, order = byNumber, page = first) => ({
    name: `list: ${name}`,
    target: LIST_TARGET,
    ask: () => listActRows(db, director, filter, order, page),
  });
  const find = (text: string, actor = director) => ({
    name: `search: ${text}${actor === executor ? ' (executor)' : ''}`,
    target: COUNT_TARGET,
    ask: () => findThings(db, actor, text),
  });
  const parts = { db, clock: { now: () => new Date() } } as never;
  const home = homeRoutes(parts)['home.analytics'];
  const sorts: ActOrder['by'][] = ['number', 'act_date', 'amount', 'contractor', 'status', 'updated_at'];
  return [
    ...sorts.flatMap((by) => [
      list(`first page by ${by}`, {}, { by, order: 'desc' }),
      list(`page 500 by ${by}`, {}, { by, order: 'desc' }, { page: 500, limit: 20 }),
    ]),
    list('state', { statuses: ['signed'] }),
    list('waiting', { waiting: ['sent', 'signed_by_executor'] }),
    list('executor', { contractor_company_id: 20 }),
    list('month', { date_from: '2026-03-01', date_to: '2026-03-31' }, { by: 'act_date', order: 'desc' }),
    list(
      'days of a month',
      { date_from: '2026-03-01', date_to: '2026-03-11' },
      { by: 'act_date', order: 'desc' },
    ),
    list('sum', { amount_from: 50_000_000n, amount_to: 50_100_000n }),
    list('words', { search: 'период 7777' }),
    list('a word of every act', { search: 'услуги' }),
    list('name', { search: 'исполнитель 77' }),
    list('copies', { is_copy: true }),
    list('contract', { contract_id: 20 }),
    {
      name: 'counters of a company',
      target: COUNT_TARGET,
      ask: () => home({ actor: director, locale: 'ru' } as never),
    },
    {
      name: 'counters of an executor',
      target: COUNT_TARGET,
      ask: () => home({ actor: executor, locale: 'ru' } as never),
    },
    {
      name: 'statistics of 12 months',
      target: COUNT_TARGET,
      ask: () => readStatistics(parts, director, { from: '2025-06', to: '2026-05' }),
    },
    find('7777'),
    find('услуги'),
    find('период 7777'),
    find('ничего такого'),
    find('ecksub'),
    find('исполнитель 7'),
    find('500 100'),
    find('000000000007'),
    find('услуги', executor),
  ];
}

const figures = new Map<string, { target: number; ms: { size: number; p50: number; p95: number }[] }>();
let plans: string[] = [];
const folder = makeTemporaryFolder('kelisim-bench-');
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
const db = openDatabase({ url: postgres.url, log: makeLog('silent') });
const superuser = new URL(postgres.superuser_url);
superuser.pathname = new URL(postgres.url).pathname;
try {
  await migrate(postgres.url);
  await fillActs(postgres.url, { acts: 0, of_others: 0, password_hash: 'x' });
  let there = 0;
  for (const size of SIZES) {
    const more = { after: there, acts: size - there, of_others: there === 0 ? OTHERS : 0 };
    await fillInOneGo(superuser.href, (client) => addActs(client, more));
    console.error(`${size} acts beside ${OTHERS} after ${Math.round(performance.now() / 1000)} s`);
    there = size;
    for (const { name, target, ask } of questionsOf(db)) {
      const ms = figures.get(name)?.ms ?? [];
      figures.set(name, { target, ms: [...ms, { size, ...(await measure(ask)) }] });
    }
  }
  plans = await plansOf(postgres.url);
} finally {
  await db.destroy();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const [name, { target, ms }] of figures) {
  const times = Number((ms.at(-1)!.p95 / ms[0]!.p95).toFixed(2));
  console.log(JSON.stringify({ bench: 'acts_at_scale', name, others: OTHERS, ms, times, target }));
}
for (const plan of plans) console.log(plan);

async function measure(ask: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  for (let i = 0; i < 10; i++) await ask();
  const took: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const began = performance.now();
    await ask();
    took.push(performance.now() - began);
  }
  const at = (share: number) =>
    Number(took.toSorted((a, b) => a - b)[Math.floor((took.length - 1) * share)]!.toFixed(2));
  return { p50: at(0.5), p95: at(0.95) };
}

/** The statements of every question as the product sends them, each once, with what PostgreSQL does for it. */
async function plansOf(url: string): Promise<string[]> {
  const seen = new Map<string, { text: string; values: unknown[] }>();
  const pool = new pg.Pool({ connectionString: url });
  // The server is stopped while the last of them are still closing.
  pool.on('error', () => undefined);
  const listening = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void seen.set(query.sql, { text: query.sql, values: [...query.parameters] }),
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const lines: string[] = [];
  try {
    for (const { name, ask } of questionsOf(listening)) {
      seen.clear();
      await ask().catch(() => undefined);
      for (const { text, values } of seen.values()) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>({
          text: `explain (analyze, buffers off, timing off, summary on) ${text}`,
          values,
        });
        lines.push(
          `\n-- ${name}\n-- ${text.replace(/\s+/g, ' ').slice(0, 200)}`,
          ...rows.map((row) => `--   ${row['QUERY PLAN']}`),
        );
      }
    }
  } finally {
    await client.end();
    await listening.destroy();
  }
  return lines;
}
