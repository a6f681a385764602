import { sourcesOf, type SourcesOfDay } from '@kelisim/shared/features/taxes/tax-figures.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findWithholding } from './bookkeeping.queries.ts';
import { listFigures } from '../taxes/public.ts';
import {
  addFrozenMonths,
  addFrozenPayments,
  findFrozenUntil,
  freezeLedger,
  listFrozenMonths,
} from './frozen.queries.ts';
import { listPaid } from './income.queries.ts';
import { FIRST_MONTH, lastDayOf, lastWholeMonth, monthAfter } from './months.ts';
import { reckonOpenMonths } from './withhold.ts';

/** Stores the rows and the withholding up to a day, so that nothing that changes later changes them. */
export async function freezePeriod(
  tx: Tx,
  company_id: number,
  closed_until: string,
  now: Date,
): Promise<void> {
  const before = await findFrozenUntil(tx, company_id);
  const after = before && lastWholeMonth(before);
  const span = { from: FIRST_MONTH, to: lastWholeMonth(closed_until) };
  const opens = after === null ? FIRST_MONTH : monthAfter(after);
  // Before the ledger is stored, so that what came late is told from what has its own day.
  const payments = await listPaid(tx, { company_id }, { from: `${opens}-01`, to: lastDayOf(span.to) });
  const rows = await listFigures(tx);
  const sources: Record<string, SourcesOfDay> = {};
  for (const { date } of payments) sources[date.slice(0, 7)] ??= sourcesOf(rows, lastDayOf(date.slice(0, 7)));
  await freezeLedger(tx, company_id, closed_until, now, sources);
  await addFrozenPayments(tx, company_id, payments);
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
