import type { Tx } from '../../platform/db/database.ts';
import { findWithholding } from './bookkeeping.queries.ts';
import { addFrozenMonths, findFrozenUntil, freezeLedger, listFrozenMonths } from './frozen.queries.ts';
import { FIRST_MONTH, lastWholeMonth, reckonOpenMonths } from './withhold.ts';

/** Stores the rows and the withholding up to a day, so that nothing that changes later changes them. */
export async function freezePeriod(
  tx: Tx,
  company_id: number,
  closed_until: string,
  now: Date,
): Promise<void> {
  const before = await findFrozenUntil(tx, company_id);
  await freezeLedger(tx, company_id, closed_until, now);
  const after = before && lastWholeMonth(before);
  const span = { from: FIRST_MONTH, to: lastWholeMonth(closed_until) };
  const months = await reckonOpenMonths(
    tx,
    { company_id },
    // Who withholds nothing need not wait for the figures of a new year to close its first month.
    {
      after,
      ...span,
      with_coming: false,
      skips_unknown: (await findWithholding(tx, company_id)).withholding !== 'on',
    },
    await listFrozenMonths(tx, company_id, span),
  );
  await addFrozenMonths(tx, company_id, months);
}
