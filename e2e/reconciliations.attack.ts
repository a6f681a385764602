/**
 * A company reconciles with `ATTACK_PARTIES` (three hundred) executors after a month of two acts each that three banks'
 * statements tell of: the journey of `reconciliations.spec.ts` in a browser, in Russian and in Kazakh, with every
 * twenty-fifth of them in dispute, until each paper is signed by both. `ATTACK_LANGUAGES=kz` is one of the two.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { buildWebIfChanged } from '../scripts/build-web.mjs';
import { root } from '../scripts/node-24.mjs';
import { attackProduct } from '../server/attack/attacked-product.ts';
import { report } from '../server/attack/report.ts';
import type { App } from '../server/src/app.ts';
import { hashPassword } from '../server/src/features/auth/public.ts';
import { makeBankMonth, MONTH_LOGIN } from '../server/test/bank-month.ts';
import { writeMonth, type MonthFile } from '../server/test/bank-month-files.ts';
import { PASSWORD } from './people.ts';
import { startProduct, type Product } from './product.ts';

const PARTIES = Number(process.env.ATTACK_PARTIES ?? 300);
const LANGUAGES = (process.env.ATTACK_LANGUAGES ?? 'ru,kz').split(',');
const PLAYWRIGHT = join('node_modules', '@playwright', 'test', 'cli.js');

async function reconcileAll(app: App): Promise<boolean> {
  const month = await makeBankMonth(app, { payments: PARTIES * 2, seed: 17 });
  const executors = await giveAccounts(app);
  const { config } = app.parts;
  const product = await startProduct({
    dataDir: config.data_dir,
    environment: {
      DATABASE_URL: config.database_url!,
      MASTER_KEY: config.master_key.toString('hex'),
      MESSAGES_A_DAY: String(config.messages_a_day),
    },
  });
  try {
    for (const file of writeMonth(month)) await bring(product, file);
    let passed = true;
    for (const language of LANGUAGES) {
      const [began, before] = [Date.now(), await countPapers(app)];
      const code = await walk(product, { director: MONTH_LOGIN.email, executors }, language);
      const after = await countPapers(app);
      passed &&= report({
        attack: language,
        passed: code === 0,
        parties: PARTIES,
        took_s: Math.round((Date.now() - began) / 1000),
        signed: after.signed - before.signed,
        disputed: after.disputed - before.disputed,
        lines: after.lines - before.lines,
        server_peak_mb: peakMb(product),
      });
    }
    return passed;
  } finally {
    await product.stop();
  }
}

/** Everybody can sign in as the people of the demo data do; e-mails of the executors by their ИИН. */
async function giveAccounts({ parts: { db } }: App): Promise<Record<string, string>> {
  const password = await hashPassword(PASSWORD);
  await sql`update users set password_hash = ${password} where email = ${MONTH_LOGIN.email}`.execute(db);
  const { rows } = await sql<{ bin: string; email: string }>`
    with u as (
      insert into users (email, full_name, iin, password_hash)
      select 'side' || id || '@kelisim.example', name, bin, ${password} from companies where role = 'executor'
      returning id, iin, email
    ), m as (
      insert into memberships (user_id, company_id, role_id)
      select u.id, c.id, 3 from u join companies c on c.bin = u.iin
    )
    select iin as bin, email from u`.execute(db);
  return Object.fromEntries(rows.map(({ bin, email }) => [bin, email]));
}

async function bring({ url }: Product, { name, bytes, mapping }: MonthFile): Promise<void> {
  const signed = await fetch(`${url}/api/v1/auth/login/too`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: MONTH_LOGIN.email, password: PASSWORD }),
  });
  const { access_token } = (await signed.json()) as { access_token: string };
  const form = new FormData();
  if (mapping) form.set('mapping', mapping);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${url}/api/v1/payments/statements`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'idempotency-key': name },
    body: form,
  });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
}

/** What the browser says stands beside the result, which is a line of its own. */
async function walk({ url, dataDir }: Product, sides: object, language: string): Promise<number> {
  const words = ['test', 'e2e/reconciliations.spec.ts', '-g', `\\(${language}\\)`];
  const child = spawn(process.execPath, [PLAYWRIGHT, ...words], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      E2E_BASE_URL: url,
      E2E_DATA_DIR: dataDir,
      E2E_LANGUAGES: 'whole',
      E2E_PARTIES: String(PARTIES),
      E2E_SIDES: JSON.stringify(sides),
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function countPapers({ parts: { db } }: App) {
  const { rows } = await sql<{ signed: number; disputed: number; lines: number }>`
    select count(*) filter (where d.status = 'signed')::integer as signed,
      count(*) filter (where r.their_opening_tiyn is not null or l.differences > 0)::integer as disputed,
      coalesce(sum(l.lines), 0)::integer as lines
    from reconciliations r left join documents d on d.company_id = r.company_id and d.id = r.document_id,
      lateral (select count(*) as lines, count(*) filter (where their_amount_tiyn is not null) as differences
        from reconciliation_lines l where l.company_id = r.company_id and l.reconciliation_id = r.id) l`.execute(
    db,
  );
  return rows[0]!;
}

/** Of the process of the product with all its threads (Linux). */
function peakMb({ process: child }: Product): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

await buildWebIfChanged({ sandbox: true });
await attackProduct(reconcileAll);
