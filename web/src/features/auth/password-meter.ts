import { passwordFault } from '@kelisim/shared/features/auth/password-rule.ts';
import type { PasswordFault, PasswordMeter } from '@kelisim/shared/features/auth/password-rule.ts';
import { useEffect, useState } from 'react';

let meter: Promise<PasswordMeter> | null = null;
/** The same, once it has come. */
let here: PasswordMeter | null = null;

/** The dictionaries are some hundred kilobytes: they come when somebody begins to type a password. */
function loadMeter(): Promise<PasswordMeter> {
  meter ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) => {
      const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
      const breached = new Set<string>(dictionary['passwords-common'] as readonly string[]);
      here = {
        score: (text, words) => zxcvbn.check(text, words).score,
        isBreached: (text) => breached.has(text),
      };
      return here;
    },
  );
  meter.catch(() => {
    meter = null;
  });
  return meter;
}

export interface Strength {
  /** 0 to 4. */
  score: number;
  fault: PasswordFault | null;
}

/** What is wrong with a password; null also while the dictionaries are on their way, for the server judges it too. */
export function passwordFaultNow(password: string, about: readonly string[]): PasswordFault | null {
  return here && password ? passwordFault(password, [about.join(' ')], here) : null;
}

/** How good a password is, by the rule of the server; null while nothing is typed or the dictionaries are on their way. */
export function usePasswordStrength(password: string, about: readonly string[]): Strength | null {
  const [strength, setStrength] = useState<(Strength & { of: string }) | null>(null);
  const words = about.join(' ');
  useEffect(() => {
    if (!password) return undefined;
    let gone = false;
    loadMeter().then(
      (tape) => {
        if (gone) return;
        const fault = passwordFault(password, [words], tape);
        const score = tape.score(password.slice(0, 64), words.split(' '));
        setStrength({ of: password, fault, score: fault ? Math.min(score, 2) : Math.max(score, 3) });
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [password, words]);
  return password ? strength : null;
}
