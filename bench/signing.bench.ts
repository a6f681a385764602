/**
 * A thousand acts signed by both sides with GOST keys, proven and time-stamped, as two runs of the product with
 * everything they write down; against nothing but the verifications in it: two signatures and two stamps an act. НУЦ
 * answers from a process of its own and PostgreSQL is one; what is measured is the processor time of the product.
 */
import { join } from 'node:path';
import { verifyCms } from '../eds/src/cms/verify.ts';
import { makeApp } from '../server/src/app.ts';
import type { SandboxNca } from '../server/src/adapters/nca/sandbox/sandbox-nca.ts';
import { CMS_AS_TAKEN } from '../server/src/features/signatures/signatures.queries.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { startBenchDatabase } from './bench-database.ts';
import { startOwnNca } from './own-nca.ts';
import { allowUpkeep } from './allow-upkeep.ts';
import { fillSentActs, signAll } from './fill-sent-acts.ts';
import { sized } from './size.ts';

const ACTS = sized(1_000, 3);
const TARGET = 2;

const cpu_ms = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function measured(work: () => Promise<void>): Promise<number> {
  const from = cpu_ms();
  await work();
  return cpu_ms() - from;
}

const postgres = await startBenchDatabase();
const { folder } = postgres;
try {
  await allowUpkeep(postgres.owner_url);
  const { sandbox, nca, stop } = await startOwnNca(join(folder, 'sandbox-nca'));
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const app = await makeApp({
    config: { ...config, database_url: postgres.url },
    log: makeLog('silent'),
    nca,
  });

  // The first few warm up the code, the connections and the tables of known keys.
  const rounds: { signing_ms: number; verifying_ms: number }[] = [];
  for (const [round, acts] of [100, ACTS, ACTS].entries()) {
    const filled = await fillSentActs(app.parts.db, sandbox, acts, round);
    const runs = await signAll(filled);
    const signing_ms = await measured(async () => {
      for (const run of runs) {
        const run_id = await app.parts.bulk.start(run);
        await app.parts.bulk.work(run_id);
      }
    });
    const signed = await app.parts.db
      .selectFrom('signatures as s')
      .innerJoin('files as f', 'f.id', 's.file_id')
      .select([CMS_AS_TAKEN, 'f.sha256', 'f.streebog512', 's.timestamp_status', 's.revocation'])
      .where('s.act_id', 'in', filled.act_ids)
      .execute();
    const proven = signed.filter((row) => row.timestamp_status === 'good' && row.revocation === 'good');
    if (proven.length !== 2 * acts) throw new Error(`${proven.length} of ${2 * acts} signatures were proven`);
    const verifying_ms = await measured(() => verifyAll(sandbox, signed));
    if (round > 0) rounds.push({ signing_ms, verifying_ms });
  }
  // The worse of the two is told.
  const told = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[rounds.length >> 1]!;
  console.log(
    JSON.stringify({
      bench: 'signing.both_sides',
      acts: ACTS,
      verifications: 4 * ACTS,
      signing_cpu_ms: Math.round(told.signing_ms),
      verifying_cpu_ms: Math.round(told.verifying_ms),
      ratio: Number(ratioOf(told).toFixed(2)),
      target: TARGET,
      rounds: rounds.map((round) => Number(ratioOf(round).toFixed(2))),
    }),
  );
  await app.close();
  stop();
} finally {
  await postgres.stop();
}

function ratioOf({ signing_ms, verifying_ms }: { signing_ms: number; verifying_ms: number }): number {
  return signing_ms / verifying_ms;
}

/** Each signature with its stamp by the digests that lie beside the file, without the word on revocation. */
async function verifyAll(
  { trust, primitives }: SandboxNca,
  rows: { cms: Buffer; sha256: Buffer; streebog512: Buffer | null }[],
): Promise<void> {
  for (const { cms, sha256, streebog512 } of rows) {
    const digests = { sha256, streebog512: streebog512! };
    const verdict = await verifyCms({ cms, digests, trust, primitives, require_timestamp: true });
    if (verdict.status !== 'valid') throw new Error(verdict.reason);
  }
}
