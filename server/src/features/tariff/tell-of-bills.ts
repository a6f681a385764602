import { blocksFrom } from '@kelisim/shared/features/tariff/tariff-calendar.ts';
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import { isQuiet, listReached, tellPerson } from '../notices/public.ts';
import { billNumber } from './bill-number.ts';
import { keepBillNotice, listUntoldBills, type UntoldBill } from './bill-notices.queries.ts';
import { tenge } from './tenge.ts';

/**
 * Tells each company of a bill when it is there, and once more when its day has gone by unpaid; once, also after a stop.
 * Bills come at midnight: they are told of in the morning.
 */
export async function tellOfBills(parts: Parts): Promise<void> {
  const { clock, config, db } = parts;
  if (isQuiet(clock.now())) return;
  const today = almatyDate(clock.now());
  const untold = await listUntoldBills(db, { today, is_sandbox: config.sandbox });
  const jobs = untold.map((bill) => ({ ...bill, id: bill.entry_id }));
  await eachJob(parts, 'tariff.tell', jobs, (bill) => tellOfBill(parts, bill));
}

async function tellOfBill(parts: Parts, { company_id, entry_id, kind, ...bill }: UntoldBill): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    if (!(await keepBillNotice(tx, { company_id, entry_id, kind }))) return;
    for (const person of await listReached(tx, company_id, ['pay', 'manage_settings']))
      await tellPerson(parts, tx, person, {
        kind,
        company_id,
        words: {
          number: billNumber(entry_id),
          amount: tenge(bill.amount_tiyn),
          date: formatDate(bill.payment_due_date),
          blocked: formatDate(blocksFrom(bill.payment_due_date)),
        },
        path: '/lk/business/settings/tariff',
        once: String(entry_id),
      });
  });
}
