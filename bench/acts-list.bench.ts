/**
 * The list of acts over HTTP against the same SQL through bare `pg`: 20 rows of 100,000, filtered, sorted, with the
 * count, in one process. Requests come from a process of their own, so that only the server is measured.
 */
import pg from 'pg';
import { makeApp } from '../server/src/app.ts';
import { listActRows } from '../server/src/features/acts/list-acts.queries.ts';
import { hashPassword } from '../server/src/features/auth/public.ts';
import type { CompanyActor } from '../server/src/platform/actor.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { fillActs } from '../server/test/fill-acts.ts';
import { startBenchDatabase } from './bench-database.ts';
import { askOverHttp } from './ask-over-http.ts';
import { sized } from './size.ts';
import { median } from './median.ts';

const AT_ONCE = 8;
const ROUND_MS = sized(3_000, 50);
const ROUNDS = sized(3, 1);
const ACTS = sized(100_000, 100);
const QUERY = 'status_id=5&sort_by=amount&sort_order=desc&limit=20&page=3';

const postgres = await startBenchDatabase();
const { folder } = postgres;
try {
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const app = await makeApp({ config: { ...config, database_url: postgres.url }, log: makeLog('silent') });
  const password = 'bench-bench-bench';
  const { companies, email } = await fillActs(postgres.owner_url, {
    sizes: [ACTS],
    of_others: ACTS,
    password_hash: await hashPassword(password),
  });
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const signed = await fetch(`${address}/api/v1/auth/login/too`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = (await signed.json()) as { access_token: string };

  const statements = await captureStatements(postgres.url, companies[0]!.id);
  const bare = new pg.Pool({ connectionString: postgres.url, max: 12 });
  // `end` does not wait for its connections, and the server that stops ends them first.
  bare.on('error', () => undefined);
  const rates = { bare: [] as number[], http: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const bare_rate = await measureBare(bare, statements);
    const answered = await askOverHttp({
      token: access_token,
      at_once: AT_ONCE,
      duration_ms: ROUND_MS,
      list: [{ url: `${address}/api/v1/doc/acts?${QUERY}` }],
    });
    // The first round warms both up.
    if (round > 0) {
      rates.bare.push(bare_rate);
      rates.http.push(answered / (ROUND_MS / 1000));
    }
  }
  await bare.end();
  const [bare_rate, http_rate] = [median(rates.bare), median(rates.http)];
  const line = {
    bench: 'acts_list',
    sizes: [ACTS],
    requests_per_s: Math.round(http_rate),
    bare_pg_per_s: Math.round(bare_rate),
    ratio: Number((http_rate / bare_rate).toFixed(2)),
    target: 0.6,
    rounds: rates,
  };
  console.log(JSON.stringify(line));
  await app.close();
} catch (error) {
  // Said before the connections are cut below, which would hide it.
  console.error(error);
  process.exitCode = 1;
} finally {
  await postgres.stop();
}

/** The very statements the list sends, with their values. */
async function captureStatements(
  url: string,
  company_id: number,
): Promise<{ text: string; values: unknown[] }[]> {
  const statements: { text: string; values: unknown[] }[] = [];
  const db = openDatabase({
    url,
    log: makeLog('silent'),
    heard: ({ sql: text, parameters }) => void statements.push({ text, values: [...parameters] }),
  });
  const actor = { role: 'business', company_id } as CompanyActor;
  const order = { by: 'amount', order: 'desc' } as const;
  await listActRows(db, actor, { statuses: ['signed'] }, order, { page: 3, limit: 20 });
  await db.destroy();
  return statements;
}

async function measureBare(
  pool: pg.Pool,
  statements: { text: string; values: unknown[] }[],
): Promise<number> {
  const end = Date.now() + ROUND_MS;
  let done = 0;
  const hands = Array.from({ length: AT_ONCE }, async () => {
    while (Date.now() < end) {
      await Promise.all(statements.map((statement) => pool.query(statement)));
      done++;
    }
  });
  await Promise.all(hands);
  return done / (ROUND_MS / 1000);
}
