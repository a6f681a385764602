import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import { listFigures } from '../taxes/public.ts';
import { listDues } from './dues.ts';
import { monthsBefore } from './find-fitting.ts';
import { findDueDay, stateOf } from './gather-month.ts';

/** Months of the last year whose day has passed, the earliest first, with what is left of their taxes and contributions. */
export async function listOverdue({ db, clock }: Pick<Parts, 'db' | 'clock'>, company_id: number) {
  const today = almatyDate(clock.now());
  const { dues } = await listDues(db, company_id, { from: monthsBefore(today), to: today.slice(0, 7) });
  if (dues.length === 0) return [];
  const figures = await listFigures(db);
  const overdue = [];
  for (const [month, of] of Map.groupBy(dues, (due) => due.month)) {
    const due_on = await findDueDay(db, figures, month);
    if (due_on === null || due_on >= today) continue;
    const left_tiyn = of
      .filter(({ amount_tiyn, paid_tiyn }) => stateOf(amount_tiyn, paid_tiyn, true) === 'overdue')
      .reduce((sum, { amount_tiyn, paid_tiyn }) => sum + amount_tiyn - paid_tiyn, 0n);
    if (left_tiyn > 0n) overdue.push({ month, due_on, left_tiyn });
  }
  return overdue.toSorted((one, two) => (one.month < two.month ? -1 : 1));
}
