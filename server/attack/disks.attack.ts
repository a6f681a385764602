/**
 * F6, F7, F8: the disk of the files or of the database is full, or fails to write back, while people work
 * (broken-disk.c). They are asked to come back, and nothing else; reads of what is elsewhere go on; a run waits. When the
 * disk is whole again everything goes on by itself: nothing acknowledged is lost, and the invariants hold. Needs Linux
 * and a compiler of C.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { violations, worldOf } from '../test/hold-invariants.ts';
import type { TestApp } from '../test/make-app.ts';
import { actBody, contractBody, makeDeal, makeDraftAct, samplePdf, type Deal } from '../test/papers.ts';
import { makeCompany, makeExecutor } from '../test/people.ts';
import { attackProduct } from './attacked-product.ts';
import { report } from './report.ts';
import { attackOnBrokenDisk, type BrokenDisk } from './broken-disk.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

/** The names of the results. */
const FILES = { full: 'disks files full', failing: 'disks files failing' };
const DATABASE = { full: 'disks database full', failing: 'disks database failing' };
const WRITERS = 4;
const BROKEN_MS = 6_000;
const MOST_WAIT_MS = 10_000;
const HEALED_WITHIN_MS = 60_000;

const skipped = await attackOnBrokenDisk(import.meta.url, (disk) =>
  attackProduct(async (plain, postgres) => {
    const app = await testAppOf(plain);
    app.watch();
    const company = await makeCompany(app);
    const deal = await makeDeal(app, company, await makeExecutor(app, company));
    const files = join(app.data_dir, 'files');
    const cluster = join(postgres.folder, 'cluster');
    const results = [
      await breakFiles(app, deal, disk, 'full', files),
      await breakFiles(app, deal, disk, 'failing', files),
      await breakDatabase(app, deal, disk, 'full', cluster, postgres.superuser_url),
      await breakDatabase(app, deal, disk, 'failing', cluster, postgres.superuser_url),
    ];
    return results.every(Boolean);
  }, furnishAuthorities),
);
if (skipped) report({ attack: 'disks', passed: true, skipped });

async function breakFiles(
  app: TestApp,
  deal: Deal,
  disk: BrokenDisk,
  state: 'full' | 'failing',
  files: string,
): Promise<boolean> {
  const { director } = deal.company;
  const act_ids: number[] = [];
  for (let n = 0; n < 6; n++) act_ids.push((await makeDraftAct(app, deal)).id);
  const kept = () =>
    readdirSync(files, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const before = kept().length;

  disk.begin(state, files);
  const began = performance.now();
  const uploaded = await upload(app, deal);
  const longest_ms = Math.round(performance.now() - began);
  const { run_id } = await app.ok('acts.send', director, { body: { act_ids } });
  const params = { run_id };
  const waits = await until(
    async () => (await app.ok('jobs.get', director, { params })).waits_for === 'files',
  );
  const failed_rows = (await app.ok('jobs.get', director, { params })).failed;
  const list = (await app.raw('acts.list', director, { query: {} })).status;
  const written = (await app.raw('acts.create', director, { body: actBody(deal) })).status;
  const left_over = kept().length - before;

  disk.end(state);
  const healed = await until(async () => (await upload(app, deal)) === 200);
  const ended = await until(async () => {
    const run = await app.ok('jobs.get', director, { params });
    return run.state === 'done' && run.failed === 0;
  });
  const broken = await violations(worldOf(app));
  return report({
    attack: FILES[state],
    passed:
      [uploaded, list, written].join() === '503,200,200' &&
      longest_ms < MOST_WAIT_MS &&
      [waits, healed, ended].every(Boolean) &&
      failed_rows + left_over + broken.length === 0,
    uploaded,
    list,
    written,
    longest_ms,
    failed_rows,
    left_over,
    run_ended: String(ended),
    violations: broken,
  });
}

async function breakDatabase(
  app: TestApp,
  deal: Deal,
  disk: BrokenDisk,
  state: 'full' | 'failing',
  cluster: string,
  superuser_url: string,
): Promise<boolean> {
  const stop = new AbortController();
  const answers: Record<string, number> = {};
  const acknowledged: number[] = [];
  let longest_ms = 0;
  const write = async () => {
    for (; !stop.signal.aborted; await sleep(10)) {
      const began = performance.now();
      const answer = await app.raw('acts.create', deal.company.director, { body: actBody(deal) });
      longest_ms = Math.max(longest_ms, Math.round(performance.now() - began));
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      if (answer.status === 200) acknowledged.push((answer.json as { id: number }).id);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, write));
  await until(async () => acknowledged.length > 20);
  disk.begin(state, cluster);
  // A new segment of the log is wanted soon, as after hours of work.
  for (let n = 0; state === 'full' && n < 4; n++) await asSuperuser(superuser_url, 'select pg_switch_wal()');
  const refused = await until(async () => (answers['503'] ?? 0) > 0);
  await sleep(BROKEN_MS);
  disk.end(state);
  const before = acknowledged.length;
  const healed = await until(async () => acknowledged.length > before + 20);
  stop.abort();
  await writing;

  const there = healed ? await app.parts.db.selectFrom('acts').select('id').execute() : [];
  const ids = new Set(there.map(({ id }) => Number(id)));
  const lost = acknowledged.filter((id) => !ids.has(id)).length;
  const broken = healed ? await violations(worldOf(app)) : [];
  return report({
    attack: DATABASE[state],
    passed:
      refused &&
      healed &&
      lost + broken.length === 0 &&
      longest_ms < MOST_WAIT_MS &&
      Object.keys(answers).sort().join() === '200,503',
    acknowledged: acknowledged.length,
    refused: answers['503'] ?? 0,
    healed: String(healed),
    lost,
    longest_ms,
    answers,
    violations: broken,
  });
}

async function upload(app: TestApp, { company, executor }: Deal): Promise<number> {
  const answer = await app.raw('documents.create', company.director, {
    body: contractBody(executor),
    files: { file: { name: 'договор.pdf', bytes: await samplePdf() } },
  });
  return answer.status;
}

async function asSuperuser(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client
    .connect()
    .then(() => client.query(statement))
    .catch(() => undefined)
    .finally(() => client.end().catch(() => undefined));
}

async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + HEALED_WITHIN_MS; Date.now() < deadline; await sleep(50))
    if (await holds()) return true;
  return false;
}
