import { sourcesOf } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findWithholding } from './bookkeeping.queries.ts';
import { freezeCosts, listFigures } from '../taxes/public.ts';
import { addFrozenMonths, findFrozenUntil, freezeLedger, listFrozenMonths } from './frozen.queries.ts';
import { freezePayments } from './income.queries.ts';
import { FIRST_MONTH, lastWholeMonth } from './months.ts';
import { reckonOpenMonths } from './reckon-months.ts';

/** Stores the rows, the withholding and whose cost is deducted up to a day, so that nothing that changes later changes them. */
export async function freezePeriod(
  tx: Tx,
  company_id: number,
  closed_until: string,
  now: Date,
): Promise<void> {
  const before = await findFrozenUntil(tx, company_id);
  const after = before && lastWholeMonth(before);
  const span = { from: FIRST_MONTH, to: lastWholeMonth(closed_until) };
  // Before the ledger is stored, so that what came late is told from what has its own day.
  const paid_months = await freezePayments(tx, company_id, lastDayOf(span.to));
  const rows = await listFigures(tx);
  const sources = Object.fromEntries(paid_months.map((month) => [month, sourcesOf(rows, lastDayOf(month))]));
  await freezeCosts(tx, company_id, closed_until);
  await freezeLedger(tx, company_id, closed_until, now, sources);
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
