import { allInvariants } from './all-invariants.ts';
import { filesAreWhole } from './files-are-whole.ts';
import { signaturesVerify } from './signatures-verify.ts';
import type { World } from './invariant.ts';

const SHOWN = 20;
/** What processes share; the first of them checks everything else alone. */
const IN_PARTS = new Set([filesAreWhole, signaturesVerify]);

/** Checks all invariants, says a line for each, and returns how many are broken. */
export async function checkInvariants(world: World, say: (line: string) => void): Promise<number> {
  let broken = 0;
  for (const invariant of allInvariants) {
    if (!IN_PARTS.has(invariant) && (world.scope?.part?.nth ?? 1) > 1) continue;
    const began = performance.now();
    const { checked, faults } = await invariant.check(world);
    const took_ms = Math.round(performance.now() - began);
    const verdict = faults.length === 0 ? 'ok    ' : 'BROKEN';
    say(`${verdict}  ${invariant.id.padEnd(3)}  ${invariant.title} (${checked} looked at, ${took_ms} ms)`);
    for (const fault of faults.slice(0, SHOWN)) say(`        ${fault}`);
    if (faults.length > SHOWN) say(`        and ${faults.length - SHOWN} more`);
    if (faults.length > 0) broken++;
  }
  return broken;
}
