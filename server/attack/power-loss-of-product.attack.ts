/**
 * F4 of the whole product: the power of database and server fails while acts are made and sent and contracts uploaded.
 * What was not synced is lost (broken-disk.c), names of files included. Whatever was acknowledged is there afterwards,
 * with its papers, and the invariants hold. Needs Linux and a compiler of C.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import { violations, worldOf } from '../test/hold-invariants.ts';
import type { TestApp } from '../test/make-app.ts';
import { actBody, contractBody, makeDeal, samplePdf, type Deal } from '../test/papers.ts';
import { makeCompany, makeExecutor } from '../test/people.ts';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';
import { attackDatabase, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import { makeBrokenDisk, type BrokenDisk } from './broken-disk.ts';
import { callerOf } from './call-product.ts';
import { startDatabase } from './database-process.ts';
import { endWithChildren } from './end-processes.ts';
import { makeFaultyNetwork } from './faulty-network.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const PEOPLE = 4;
const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 4);
const WORK_MS = 3_000;
const MOST_WORK_MS = 120_000;

/** What was acknowledged. */
interface Journal {
  made: number[];
  sent: number[];
  uploaded: number[];
}

const control = makeTemporaryFolder('kelisim-attack-');
const disk = makeBrokenDisk(control);
if (disk) await attackDatabase((folder) => databaseOn(disk, folder), attack, furnishAuthorities);
else report({ attack: 'power_loss_of_product', passed: true, skipped: 'no compiler of C here' });
rmSync(control, { recursive: true, force: true });

/** A database at one address, whatever port it has after a start. */
async function databaseOn(disk: BrokenDisk, folder: string) {
  let database = await startDatabase(folder, 'on', disk);
  const network = await makeFaultyNetwork(Number(new URL(database.url).port));
  const throughNetwork = (address: string) => {
    const url = new URL(address);
    url.port = String(network.port);
    return url.href;
  };
  return {
    disk,
    url: throughNetwork(database.url),
    owner_url: throughNetwork(database.owner_url),
    place: dirname(database.folder),
    end: () => endWithChildren(database.child),
    async start() {
      database = await startDatabase(folder, 'on', disk);
      network.leadTo(Number(new URL(database.url).port));
    },
    async stop() {
      network.close();
      await endWithChildren(database.child);
    },
  };
}

async function attack(
  plain: Parameters<typeof testAppOf>[0],
  database: Awaited<ReturnType<typeof databaseOn>>,
): Promise<boolean> {
  const app = await testAppOf(plain);
  const company = await makeCompany(app);
  const deal = await makeDeal(app, company, await makeExecutor(app, company));
  const journal: Journal = { made: [], sent: [], uploaded: [] };
  let files_touched = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { child, address } = await startServer(plain, { settings: disk?.env ?? {} });
    database.disk.begin('cached', database.place);
    const stop = new AbortController();
    const people = Promise.all(
      Array.from({ length: PEOPLE }, () => work(deal, callerOf(address), journal, stop.signal)),
    );
    await sleep(WORK_MS);
    // On a slow machine until there is something of each kind that may be lost.
    const enough = (round + 1) * PEOPLE;
    for (const deadline = Date.now() + MOST_WORK_MS; Date.now() < deadline; await sleep(100))
      if (Object.values(journal).every((ids) => ids.length >= enough)) break;
    database.disk.cutPower();
    stop.abort();
    await Promise.all([database.end(), endWithChildren(child)]);
    await people;
    database.disk.end('cached');
    files_touched += database.disk.lose(database.place, round % 2 ? 'half' : 'all');
    await database.start();
  }
  const lost = await lostOf(app, journal);
  const broken = await violations(worldOf(app));
  return report({
    attack: 'power_loss_of_product',
    passed: lost + broken.length === 0 && Object.values(journal).every((ids) => ids.length > 0),
    rounds: ROUNDS,
    made: journal.made.length,
    sent: journal.sent.length,
    uploaded: journal.uploaded.length,
    lost,
    files_touched,
    violations: broken,
  });
}

async function work(
  deal: Deal,
  call: ReturnType<typeof callerOf>,
  journal: Journal,
  until: AbortSignal,
): Promise<void> {
  const as = { token: deal.company.director.token };
  while (!until.aborted) {
    const made = await call('acts.create', { body: actBody(deal) }, as);
    const act_id = made.status === 200 ? (made.json as { id: number }).id : null;
    if (act_id !== null) {
      journal.made.push(act_id);
      const sent = await call('acts.send', { body: { act_ids: [act_id] } }, as);
      if (sent.status === 200 && (sent.json as BulkAnswer).items.every(({ status }) => status === 'ok'))
        journal.sent.push(act_id);
    }
    const files = { file: { name: 'договор.pdf', bytes: await samplePdf() } };
    const uploaded = await call('documents.create', { body: contractBody(deal.executor), files }, as);
    if (uploaded.status === 200) journal.uploaded.push((uploaded.json as { id: number }).id);
  }
}

async function lostOf({ parts: { db } }: TestApp, { made, sent, uploaded }: Journal): Promise<number> {
  const acts = new Map(
    (await db.selectFrom('acts').select(['id', 'status']).execute()).map(({ id, status }) => [id, status]),
  );
  const documents = await db.selectFrom('documents').select('id').execute();
  const kept = new Set(documents.map(({ id }) => id));
  return (
    made.filter((id) => !acts.has(id)).length +
    sent.filter((id) => acts.get(id) === 'draft').length +
    uploaded.filter((id) => !kept.has(id)).length
  );
}
