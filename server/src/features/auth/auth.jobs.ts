import { sweepUses } from '../../platform/challenges.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { sweepSignIns } from './sign-in.queries.ts';
import { tellSuspicious } from './tell-suspicious.ts';

export function authWatchers(parts: Parts): Watcher[] {
  const sweep = async () => {
    await sweepUses(parts.db);
    await sweepSignIns(parts.db);
  };
  return [
    { name: 'sign_in.suspicious', every_ms: 5_000, run: () => tellSuspicious(parts) },
    { name: 'sign_in.sweep', every_ms: 3_600_000, run: sweep },
  ];
}
