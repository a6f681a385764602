import { allInvariants } from './all-invariants.ts';
import type { World } from './invariant.ts';

const SHOWN = 20;

/** Checks all invariants, says a line for each, and returns how many are broken. */
export async function checkInvariants(world: World, say: (line: string) => void): Promise<number> {
  let broken = 0;
  for (const invariant of allInvariants) {
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
