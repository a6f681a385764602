import { passwordFault, type PasswordMeter } from '@kelisim/shared/features/auth/password-rule.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';

let meter: Promise<PasswordMeter> | null = null;

/** Throws why a new password will not do. `about` is what a stranger may know of the person. */
export async function assertGoodPassword(
  password: string,
  about: readonly (string | null)[],
  field = 'password',
): Promise<void> {
  meter ??= loadMeter();
  const fault = passwordFault(password, about, await meter);
  if (fault) throw new Problem(fault, { field });
}

/** Fifty thousand passwords of breaches and the keyboards' neighbours: loaded when first wanted. */
async function loadMeter(): Promise<PasswordMeter> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const breached = new Set(dictionary['passwords-common'] as string[]);
  return {
    score: (text, words) => zxcvbn.check(text, words).score,
    isBreached: (text) => breached.has(text),
  };
}
