import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { settleTariff } from './settle-tariff.ts';
import { tellOfBills } from './tell-of-bills.ts';
import { listDueCompanies } from './tariff.queries.ts';

/** Looks every half minute, so that what is due at local midnight is done in its first minute, and after a stop at once. */
export function tariffWatchers(parts: Parts): Watcher[] {
  return [
    { name: 'tariff.settle', every_ms: 30_000, run: () => settleTariffs(parts) },
    { name: 'tariff.tell', every_ms: 30_000, run: () => tellOfBills(parts) },
  ];
}

/** Each company in a transaction of its own: one that fails holds nobody else back. */
export async function settleTariffs(parts: Parts): Promise<void> {
  const { clock, config, db } = parts;
  const today = almatyDate(clock.now());
  for (let after = 0; ;) {
    const due = await listDueCompanies(db, { today, is_sandbox: config.sandbox, after });
    if (due.length === 0) return;
    const jobs = due.map((company_id) => ({ id: company_id, company_id }));
    await eachJob(parts, 'tariff.settle', jobs, ({ company_id }) =>
      db.transaction().execute((tx) => settleTariff(parts, tx, company_id)),
    );
    after = due.at(-1)!;
  }
}
