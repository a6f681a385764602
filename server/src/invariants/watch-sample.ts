import type { Meter } from '@opentelemetry/api';
import type { Clock } from '../platform/clock.ts';
import type { Watcher } from '../platform/jobs/watch.ts';
import type { Log } from '../platform/log.ts';
import { filesAreWhole } from './files-are-whole.ts';
import type { World } from './invariant.ts';
import { signaturesVerify } from './signatures-verify.ts';

/** Some 1,200 of each a day and process; a whole check of a large installation takes days. */
const SAMPLE = 50;

/** Looks at some files and signatures every hour, so that bytes which are lost are known before somebody asks for them. */
export function sampleWatcher(
  { log, clock, ...world }: Omit<World, 'now' | 'scope'> & { log: Log; clock: Clock },
  meter: Meter | undefined,
): Watcher {
  const counter = meter?.createCounter('kelisim.invariants.faults', {
    description: 'Files and signatures of the hourly samples that are not as they should be',
  });
  return {
    name: 'invariants.sample',
    every_ms: 3_600_000,
    async run() {
      for (const { id, check } of [filesAreWhole, signaturesVerify]) {
        const { faults } = await check({ ...world, now: clock.now(), scope: { sample: SAMPLE } });
        counter?.add(faults.length, { invariant: id });
        if (faults.length > 0) log.error({ event: 'invariants.broken', invariant: id, faults });
      }
    },
  };
}
