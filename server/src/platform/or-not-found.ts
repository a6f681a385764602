import { Problem } from '@kelisim/shared/kernel/problem.ts';

/** What was looked for; where it is not there, or not for this actor, the answer is `not_found`. */
export function orNotFound<T extends object>(thing: T | null | undefined): T {
  if (!thing) throw new Problem('not_found');
  return thing;
}
