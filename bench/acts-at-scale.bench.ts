/**
 * Lists, counters, balances, the pages and exports that show them, and search with many acts: each query of companies of several sizes in one database, beside acts of
 * ten others, in turns, so that what else the machine does falls on all of them; the 50th and 95th percentile, and how
 * many times the smallest company that is. The queries are those of the product, called
 * without HTTP, so that the database is what is measured. Plans are printed once, at the largest size.
 * Sizes: BENCH_ACTS=10000,100000 BENCH_OTHERS=200000; the whole measurement is 10000,100000,1000000 and 10000000.
 */
import pg from 'pg';
import type { ActFilter } from '../server/src/features/acts/find-acts.queries.ts';
import { listActRows, type ActOrder } from '../server/src/features/acts/list-acts.queries.ts';
import { getActView } from '../server/src/features/acts/acts.view.ts';
import { bookkeepingRoutes } from '../server/src/features/bookkeeping/bookkeeping.routes.ts';
import { getDocumentView } from '../server/src/features/documents/documents.view.ts';
import { exportDocuments } from '../server/src/features/documents/export-documents.ts';
import { executorsRoutes } from '../server/src/features/executors/executors.routes.ts';
import { homeRoutes } from '../server/src/features/home/home.routes.ts';
import { reconciliationsRoutes } from '../server/src/features/reconciliations/reconciliations.routes.ts';
import { findThings } from '../server/src/features/search/find-things.ts';
import { readStatistics } from '../server/src/features/statistics/read-statistics.ts';
import { createXlsxSpreadsheet } from '../server/src/adapters/spreadsheet/xlsx/xlsx-spreadsheet.ts';
import type { CompanyActor } from '../server/src/platform/actor.ts';
import { openDatabase, type Database } from '../server/src/platform/db/database.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { fillActs, type FilledCompany } from '../server/test/fill-acts.ts';
import { startBenchDatabase } from './bench-database.ts';
import { sized } from './size.ts';

const SIZES = (process.env.BENCH_ACTS ?? sized('10000,100000', '100,200')).split(',').map(Number);
const OTHERS = Number(process.env.BENCH_OTHERS ?? sized(200_000, 100));
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? sized(40, 1));
const WARM_UP = 5;
const LIST_TARGET = 1.5;
const COUNT_TARGET = 3;

const first = { page: 1, limit: 20 };
const byNumber: ActOrder = { by: 'number', order: 'desc' };

/** What is asked; `target` is how many times the figure of the first size it may take. */
function questionsOf(
  db: Database,
  company: FilledCompany,
): { name: string; target: number; ask: () => Promise<unknown> }[] {
  const role = (role: string, company_id: number) =>
    ({ role, company_id, user_id: 1, rights: 'all' }) as unknown as CompanyActor;
  const director = role('business', company.id);
  const executor = role('executor', company.first_executor_id);
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
  const parts = { db, spreadsheet, clock: { now: () => new Date() } } as never;
  const home = homeRoutes(parts)['home.analytics'];
  const executors = executorsRoutes(parts, async () => undefined);
  const bookkeeping = bookkeepingRoutes(parts);
  const reconciliations = reconciliationsRoutes(parts);
  type Handler = (context: never) => unknown;
  /** A call as it is asked, past HTTP. */
  const call = (name: string, handler: Handler, input: object, actor = director) => ({
    name,
    target: COUNT_TARGET,
    ask: async () => handler({ actor, locale: 'ru', input } as never),
  });
  const listed = { query: { sort_by: 'company_name', sort_order: 'asc', ...first } };
  const counterparties = (date_from: string, date_to: string) =>
    call(`counterparties of ${date_from} to ${date_to}`, reconciliations['reconciliations.parties'], {
      query: { date_from, date_to, ...first },
    });
  const sorts: ActOrder['by'][] = ['number', 'act_date', 'amount', 'contractor', 'status', 'updated_at'];
  return [
    ...sorts.flatMap((by) => [
      list(`first page by ${by}`, {}, { by, order: 'desc' }),
      list(`page 500 by ${by}`, {}, { by, order: 'desc' }, { page: 500, limit: 20 }),
    ]),
    list('state', { statuses: ['signed'] }),
    list('to pay', { statuses: ['signed'], amount_from: 1n }),
    list('waiting', { waiting: ['sent', 'signed_by_executor'] }),
    list('executor', { contractor_company_id: company.first_executor_id }),
    list('month', { date_from: '2026-03-01', date_to: '2026-03-31' }, { by: 'act_date', order: 'desc' }),
    list(
      'days of a month',
      { date_from: '2026-03-01', date_to: '2026-03-11' },
      { by: 'act_date', order: 'desc' },
    ),
    list('sum', { amount_from: 50_000_000n, amount_to: 50_100_000n }),
    list('words', { search: 'период 7777' }),
    list('a word of every act', { search: 'услуги' }),
    list('a word in the wrong layout', { search: 'ecksub' }),
    list('name', { search: 'исполнитель 77' }),
    {
      name: 'list: to be paid (executor)',
      target: LIST_TARGET,
      ask: () => listActRows(db, executor, { statuses: ['signed'], amount_from: 1n }, byNumber, first),
    },
    list('copies', { is_copy: true }),
    list('contract', { contract_id: company.contract_id }),
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
    call('balances of a company', bookkeeping['bookkeeping.balances'], { query: first }),
    call('balances of an executor', bookkeeping['bookkeeping.balances'], { query: first }, executor),
    call('list of executors', executors['executors.list'], listed),
    call('list of executors by what is owed', executors['executors.list'], {
      query: { ...listed.query, sort_by: 'to_pay', sort_order: 'desc' },
    }),
    call('card of an executor', executors['executors.profile'], {
      params: { executor_id: company.first_executor_id },
    }),
    call('export of executors', executors['executors.sheet'], listed),
    {
      name: 'page of a contract',
      target: COUNT_TARGET,
      ask: () => getDocumentView(db, director, company.contract_id, 'ru'),
    },
    {
      name: 'export of contracts',
      target: COUNT_TARGET,
      ask: () =>
        exportDocuments(parts, director, { today: '2026-05-31' }, { by: 'updated_at', order: 'desc' }, 'ru'),
    },
    {
      name: 'page of an act',
      target: COUNT_TARGET,
      ask: () => getActView(db, director, company.first_act_id, 'ru'),
    },
    counterparties('2026-03-01', '2026-03-31'),
    counterparties('2026-03-10', '2026-04-20'),
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
    { ...find(company.first_executor_bin), name: 'search: a БИН' },
    find('услуги', executor),
  ];
}

const spreadsheet = createXlsxSpreadsheet();
const postgres = await startBenchDatabase();
const db = openDatabase({ url: postgres.url, log: makeLog('silent') });
const superuser = new URL(postgres.superuser_url);
superuser.pathname = new URL(postgres.url).pathname;
try {
  const given = { sizes: SIZES, of_others: OTHERS, password_hash: 'x', superuser_url: superuser.href };
  const { companies } = await fillActs(postgres.owner_url, given);
  console.error(`${SIZES.join(', ')} acts beside ${OTHERS} after ${Math.round(performance.now() / 1000)} s`);
  const asked = companies.map((company) => questionsOf(db, company));
  for (const [at, { name, target }] of asked[0]!.entries()) {
    const measured = await measure(asked.map((questions) => questions[at]!.ask));
    const ms = measured.map((figure, i) => ({ size: SIZES[i], ...figure }));
    const times = Number((ms.at(-1)!.p95 / ms[0]!.p95).toFixed(2));
    console.log(JSON.stringify({ bench: 'acts_at_scale', name, others: OTHERS, ms, times, target }));
  }
  for (const plan of await plansOf(postgres.url, companies.at(-1)!)) console.log(plan);
} finally {
  await spreadsheet.close();
  await db.destroy();
  await postgres.stop();
}

/** Each question `ROUNDS` times, in turns. */
async function measure(asks: (() => Promise<unknown>)[]): Promise<{ p50: number; p95: number }[]> {
  const took = asks.map((): number[] => []);
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const [i, ask] of asks.entries()) {
      const began = performance.now();
      await ask();
      if (round >= 0) took[i]!.push(performance.now() - began);
    }
  const at = (times: number[], share: number) =>
    Number(times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]!.toFixed(2));
  return took.map((times) => ({ p50: at(times, 0.5), p95: at(times, 0.95) }));
}

/** The statements of every question as the product sends them, each once, with what PostgreSQL does for it. */
async function plansOf(url: string, company: FilledCompany): Promise<string[]> {
  const seen = new Map<string, { text: string; values: unknown[] }>();
  const listening = openDatabase({
    url,
    log: makeLog('silent'),
    heard: ({ sql, parameters }) => void seen.set(sql, { text: sql, values: [...parameters] }),
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const lines: string[] = [];
  try {
    for (const { name, ask } of questionsOf(listening, company)) {
      seen.clear();
      await ask();
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
