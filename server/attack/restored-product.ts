import { readdirSync } from 'node:fs';
import { diskFileStore } from '../src/adapters/file-store/disk/disk-file-store.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { makeStoreClaim, StoreOfAnother } from '../src/platform/files/store-claim.ts';
import { sweepUploads } from '../src/platform/files/sweep-files.ts';
import { makeLog } from '../src/platform/log.ts';
import type { TestApp } from '../test/make-app.ts';
import { makeDeal } from '../test/papers.ts';
import { makeCompany, makeExecutor } from '../test/people.ts';
import { makeManySentActs } from '../test/quick-acts.ts';

const BATCH = 100;
const log = makeLog('silent');

/** Has a new company make acts with their papers until there are enough; how many there were after each batch. */
export async function makeActs(
  app: TestApp,
  isEnough: (acts: number) => boolean | Promise<boolean>,
): Promise<{ at: number; acts: number }[]> {
  const company = await makeCompany(app);
  const deal = await makeDeal(app, company, await makeExecutor(app, company));
  const made: { at: number; acts: number }[] = [];
  for (let acts = 0; !(await isEnough(acts)); made.push({ at: Date.now(), acts }))
    acts += (await makeManySentActs(app, deal, BATCH)).length;
  return made;
}

/** The restored database beside files that are newer: what it knows of, and how many of them its sweep removes. */
export async function lookAtRestored(
  url: string,
  newer_files: string,
): Promise<{ acts: number; mb: number; removed: number }> {
  const db = openDatabase({ url, log, max: 2 });
  try {
    const count = () => readdirSync(newer_files, { recursive: true }).length;
    const before = count();
    const store = diskFileStore(newer_files);
    const claim = makeStoreClaim(db, store);
    await sweepUploads(db, store, claim, log).catch((error: unknown) => {
      if (!(error instanceof StoreOfAnother)) throw error;
    });
    const { acts } = await db
      .selectFrom('acts')
      .select((eb) => eb.fn.countAll<number>().as('acts'))
      .executeTakeFirstOrThrow();
    const { bytes } = await db
      .selectFrom('files')
      .select((eb) => eb.fn.sum<string>('size_bytes').as('bytes'))
      .executeTakeFirstOrThrow();
    return { acts: Number(acts), mb: Number(bytes) / 1_000_000, removed: before - count() };
  } finally {
    await db.destroy();
  }
}
