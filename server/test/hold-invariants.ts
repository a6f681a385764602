import { allInvariants } from '../src/invariants/all-invariants.ts';
import type { World } from '../src/invariants/invariant.ts';
import type { TestApp } from './make-app.ts';

/** Throws with every violation in the database and the files of an app. */
export async function holdInvariants(app: TestApp, only?: readonly string[]): Promise<void> {
  const faults = await violations(worldOf(app), only);
  if (faults.length > 0) throw new Error(`The invariants do not hold:\n${faults.join('\n')}`);
}

/** Ends an app whose data must have stayed sound. */
export async function closeSound(app: TestApp): Promise<void> {
  await holdInvariants(app);
  await app.close();
}

export function worldOf({ parts }: Pick<TestApp, 'parts'>): World {
  return { db: parts.db, store: parts.store, nca: parts.nca, now: new Date() };
}

/** `I7: act 3 is signed, …` for each violation. */
export async function violations(world: World, only?: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const invariant of allInvariants) {
    if (only && !only.includes(invariant.id)) continue;
    const { faults } = await invariant.check(world);
    found.push(...faults.map((fault) => `${invariant.id}: ${fault}`));
  }
  return found;
}
