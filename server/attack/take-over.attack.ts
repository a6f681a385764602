/**
 * The server that takes over `ATTACK_PAPERS` (two thousand) contracts signed on paper is killed in the middle, again and
 * again: in the end each contract is there once, with its scan, and the run says so.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import type { App } from '../src/app.ts';
import { samplePdf, TODAY } from '../test/papers.ts';
import { makeCompany, makeExecutor, signInAs } from '../test/people.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const PAPERS = Number(process.env.ATTACK_PAPERS ?? 2_000);
const KILLS = 5;

await attackProduct(async (plain) => {
  const app = await testAppOf(plain);
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
  const { director } = company;
  const bytes = await samplePdf();
  const papers = [];
  for (let at = 1; at <= PAPERS; at += 1) {
    // Keeping so many scans may take longer than an access token lives.
    if (at % 200 === 0) Object.assign(director, await signInAs(app, director));
    const files = { file: { name: `${at}.pdf`, bytes } };
    const { scan } = await app.ok('documents.keep_scan', director, { body: {}, files });
    const days = {
      date: addDays(TODAY, -30),
      start_date: addDays(TODAY, -30),
      end_date: addDays(TODAY, 100),
    };
    papers.push({ title: `Договор № ${at}`, contractor_id: executor.id, number: String(at), ...days, scan });
  }
  Object.assign(director, await signInAs(app, director));
  const began = Date.now();
  const killed_at: number[] = [];
  const first = await startServer(plain);
  const answer = await fetch(`${first.address}/api/v1/doc/documents/paper`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${director.token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ papers }),
  });
  const run = (await answer.json()) as { id: number };
  if (!answer.ok) throw new Error(`taking over: ${answer.status} ${JSON.stringify(run)}`);
  let server = first;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // In the middle, however slow the machine: when so many are done and others are not.
    const enough = Math.floor((PAPERS * kill) / (KILLS + 1));
    while ((await countDone(plain, run.id)) < enough) await sleep(5);
    server.child.kill('SIGKILL');
    killed_at.push(await countDone(plain, run.id));
    server = await startServer(plain);
  }
  while ((await stateOf(plain, run.id)) !== 'done') await sleep(50);
  server.child.kill('SIGKILL');
  const { rows } = await sql<{ contracts: number; numbers: number; scans: number }>`
    select count(*) as contracts, count(distinct d.number) as numbers, count(distinct f.storage_key) as scans
    from documents d left join files f on f.company_id = d.company_id and f.id = d.source_file_id
    where d.company_id = ${company.id} and d.status <> 'deleted'`.execute(plain.parts.db);
  const found = Object.fromEntries(Object.entries(rows[0]!).map(([name, count]) => [name, Number(count)]));
  return report({
    attack: 'take_over',
    passed:
      Object.values(found).every((count) => count === PAPERS) &&
      (await countDone(plain, run.id)) === PAPERS &&
      killed_at.every((done) => done < PAPERS),
    ...found,
    kills: killed_at.length,
    killed_at: killed_at.join(' '),
    took_s: Math.round((Date.now() - began) / 1000),
  });
}, furnishAuthorities);

async function countDone({ parts: { db } }: App, run_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from bulk_items where run_id = ${run_id} and status = 'ok'`.execute(db);
  return Number(rows[0]!.n);
}

async function stateOf({ parts: { db } }: App, run_id: number): Promise<string> {
  const { rows } = await sql<{ state: string }>`select state from bulk_runs where id = ${run_id}`.execute(db);
  return rows[0]!.state;
}
