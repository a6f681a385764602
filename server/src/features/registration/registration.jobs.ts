import type { Parts } from '../../parts.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { finish } from './decide-registration.ts';
import { listUnfinished, lockRegistration, sweepRegistrations } from './registration.queries.ts';

export function registrationWatchers({ db }: Parts): Watcher[] {
  return [
    { name: 'registration.sweep', every_ms: 3_600_000, run: () => sweepRegistrations(db) },
    {
      name: 'registration.finish',
      every_ms: 3_600_000,
      run: async () => {
        for (const { id } of await listUnfinished(db))
          await db.transaction().execute(async (tx) => {
            const row = await lockRegistration(tx, id);
            if (row?.stage === 'verification' && row.decision === 'approved') await finish(tx, row);
          });
      },
    },
  ];
}
