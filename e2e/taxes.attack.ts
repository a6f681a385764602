/**
 * Forty people of every status and flag, with and without the base deduction, are paid for sixty acts: the journey of
 * `taxes.spec.ts` in a browser, where each figure of each person is compared with those of a second, slow program.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { buildWebIfChanged } from '../scripts/build-web.mjs';
import { root } from '../scripts/node-24.mjs';
import { report } from '../server/attack/report.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { findEmbeddedPostgres } from '../server/src/platform/db/embedded/find-embedded-postgres.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { startProduct, type Product } from './product.ts';

const PLAYWRIGHT = join('node_modules', '@playwright', 'test', 'cli.js');

/** What the browser says stands beside the result, which is a line of its own. */
async function walk({ url, dataDir }: Product): Promise<number> {
  const child = spawn(process.execPath, [PLAYWRIGHT, 'test', 'e2e/taxes.spec.ts'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, E2E_BASE_URL: url, E2E_DATA_DIR: dataDir, E2E_TAXES: 'forty' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Of the one company that has closed a month. */
async function countPaid({ dataDir }: Product) {
  const url = await findEmbeddedPostgres(join(dataDir, 'postgres'));
  const db = openDatabase({ url: url!, log: makeLog('silent'), max: 1 });
  const { rows } = await sql<{ people: number; acts: number; paid: number; withheld_tenge: number }>`
    select count(distinct a.contractor_company_id)::integer as people, count(*)::integer as acts,
      count(*) filter (where a.status = 'paid')::integer as paid,
      (select sum(kept_opv_tiyn + kept_vosms_tiyn + kept_so_tiyn + kept_ipn_tiyn)::bigint / 100 from frozen_withholding w
        where w.company_id = a.company_id)::integer as withheld_tenge
    from acts a where a.company_id in (select company_id from frozen_withholding) group by a.company_id`.execute(
    db,
  );
  await db.destroy();
  return rows[0];
}

await buildWebIfChanged({ sandbox: true });
const product = await startProduct();
try {
  const began = Date.now();
  const code = await walk(product);
  const took_s = Math.round((Date.now() - began) / 1000);
  const paid = await countPaid(product);
  const passed = report({ attack: 'forty', passed: code === 0 && paid?.people === 40, took_s, ...paid });
  if (!passed) process.exitCode = 1;
} finally {
  await product.stop();
}
