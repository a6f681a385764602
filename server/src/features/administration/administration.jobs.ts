import type { Parts } from '../../parts.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { sampleHealth } from './sample-health.ts';

export function administrationWatchers(parts: Parts): Watcher[] {
  let isFirst = true;
  return [
    {
      name: 'health.sample',
      every_ms: 60_000,
      async run() {
        // A process that has just begun, maybe for a minute, has other things to do than to try all ports.
        if (isFirst) isFirst = false;
        else await sampleHealth(parts);
      },
    },
  ];
}
