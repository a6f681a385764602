/**
 * What a mixed request costs in processor time, of the process and of PostgreSQL, with named prepared statements and
 * without: 40 lists of acts, 30 acts, 10 searches, 10 new acts, 7 times the figures of Home and 3 lists of contracts in
 * a hundred, of a company of 10,000 acts beside 100,000 of others. Two servers in this process share one database and
 * are asked in turns by a process of its own, so that what else the machine does falls on both. Nobody signs in: what a
 * password costs is `sign-in.bench.ts`.
 */
import { seedReference } from '../server/seeds/reference.ts';
import { makeApp, type App } from '../server/src/app.ts';
import { hashPassword } from '../server/src/features/auth/public.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { fillActs, type FilledCompany } from '../server/test/fill-acts.ts';
import { startBenchDatabase } from './bench-database.ts';
import { askOverHttp } from './ask-over-http.ts';
import { keepQueuesEmpty } from './keep-queues-empty.ts';
import { postgresCpu } from '../server/test/postgres-cpu.ts';
import { sized } from './size.ts';
import { median } from './median.ts';

const AT_ONCE = 8;
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? sized(6_000, 100));
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? sized(5, 1));
const ACTS = Number(process.env.BENCH_ACTS ?? sized(10_000, 100));
const OTHERS = Number(process.env.BENCH_OTHERS ?? sized(100_000, 100));
const PASSWORD = 'bench-bench-bench';
const TODAY = new Date().toISOString().slice(0, 10);
const WAYS = ['named', 'unnamed'] as const;

const opened: App[] = [];
let queues: ReturnType<typeof keepQueuesEmpty> | undefined;
const postgres = await startBenchDatabase();
const { folder } = postgres;
try {
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const open = async (prepares: boolean) => {
    const process_settings = { ...config.process, prepares };
    const app = await makeApp({
      config: { ...config, database_url: postgres.url, process: process_settings },
      log: makeLog('silent'),
    });
    opened.push(app);
    return { ...app, address: await app.http.listen({ port: 0, host: '127.0.0.1' }) };
  };
  const apps = { named: await open(true), unnamed: await open(false) };
  await seedReference(apps.named.parts.db);
  const superuser = new URL(postgres.superuser_url);
  superuser.pathname = new URL(postgres.url).pathname;
  const { companies, email } = await fillActs(postgres.owner_url, {
    sizes: [ACTS],
    of_others: OTHERS,
    password_hash: await hashPassword(PASSWORD),
    superuser_url: superuser.href,
  });
  queues = keepQueuesEmpty(apps.named, postgres.url);
  const signed = await fetch(`${apps.named.address}/api/v1/auth/login/too`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access_token: token } = (await signed.json()) as { access_token: string };

  type Figures = Record<'process' | 'postgres' | 'per_s', number[]>;
  const empty = (): Figures => ({ process: [], postgres: [], per_s: [] });
  const figures = { named: empty(), unnamed: empty() };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const way of round % 2 ? WAYS : WAYS.toReversed()) {
      const list = mixOf(companies[0]!, apps[way].address);
      const [cpu, database] = [process.cpuUsage(), postgresCpu(postgres.pid)];
      const answered = await askOverHttp({ token, at_once: AT_ONCE, duration_ms: ROUND_MS, list });
      const { user, system } = process.cpuUsage(cpu);
      // The first round warms all up.
      if (round === 0) continue;
      figures[way].process.push((user + system) / 1000 / answered);
      figures[way].postgres.push(((postgresCpu(postgres.pid)! - database!) * 1000) / answered);
      figures[way].per_s.push((answered * 1000) / ROUND_MS);
    }
  }
  const line = (way: (typeof WAYS)[number]) =>
    Object.fromEntries(Object.entries(figures[way]).map(([what, of]) => [what, round2(median(of))]));
  const ratio = (what: keyof Figures) =>
    round2(median(figures.named[what].map((ms, at) => ms / figures.unnamed[what][at]!)));
  console.log(
    JSON.stringify({
      bench: 'mixed',
      sizes: [ACTS, OTHERS],
      named_ms: line('named'),
      unnamed_ms: line('unnamed'),
      ratios: { process: ratio('process'), postgres: ratio('postgres'), per_s: ratio('per_s') },
      target_ms: { process: 3, postgres: 2.2 },
    }),
  );
} finally {
  await queues?.stop();
  for (const app of opened) await app.close();
  await postgres.stop();
}

/** Two hundred requests whose kinds, pages, acts and words are spread evenly. */
function mixOf(company: FilledCompany, address: string) {
  const api = `${address}/api/v1`;
  const sorts = ['number', 'act_date', 'amount', 'updated_at'];
  const words = ['период 77', 'услуги', 'исполнитель 7', company.first_executor_bin, '7777'];
  const kinds: [times: number, request: (at: number) => { url: string; body?: object }][] = [
    [
      80,
      (at) => ({
        url: `${api}/doc/acts?sort_by=${sorts[at % 4]}&sort_order=desc&limit=20&page=${1 + (at % 7)}${at % 3 ? '' : '&status_id=5'}`,
      }),
    ],
    [60, (at) => ({ url: `${api}/doc/acts/${company.first_act_id + at}` })],
    [20, (at) => ({ url: `${api}/search?text=${encodeURIComponent(words[at % words.length]!)}` })],
    [20, () => ({ url: `${api}/doc/acts`, body: newAct(company) })],
    [14, () => ({ url: `${api}/company/analytics` })],
    [6, (at) => ({ url: `${api}/doc/documents?limit=20&page=${1 + at}` })],
  ];
  return kinds
    .flatMap(([times, request]) =>
      Array.from({ length: times }, (_, at) => ({ place: (at + 0.5) / times, request: request(at) })),
    )
    .toSorted((a, b) => a.place - b.place)
    .map(({ request }) => request);
}

function newAct({ contract_id, first_executor_id }: FilledCompany) {
  return {
    title: 'Курьерские услуги',
    contract_id,
    contractor_company_id: first_executor_id,
    date: TODAY,
    start_date: TODAY,
    end_date: TODAY,
    knp: '859',
    services: [{ category_id: 1, description: 'Доставка', quantity: '3', rate: '1500.00', unit_id: 1 }],
  };
}

function round2(number: number): number {
  return Number(number.toFixed(2));
}
