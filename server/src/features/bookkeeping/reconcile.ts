import type { Reconciliation } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { findSides, listLedger, sumOwedBefore } from './bookkeeping.queries.ts';

export interface ReconciliationWish {
  company_id: number;
  date_from: string;
  date_to: string;
}

const MOST_DAYS = 3 * 366;
/** More lines than a person checks by eye; the period is to be shortened then. */
const MOST_LINES = 10_000;

/** Both sides see the same: what was owed, what came to be owed and what was paid, and what is owed now. */
export async function reconcile(
  db: Handle,
  actor: CompanyActor,
  { company_id: other_id, date_from, date_to }: ReconciliationWish,
): Promise<Reconciliation & { sides: NonNullable<Awaited<ReturnType<typeof findSides>>> }> {
  if (date_to < date_from || date_to > addDays(date_from, MOST_DAYS))
    throw new Problem('reconciliation.period', { field: 'date_to' });
  const [company_id, executor_id] =
    actor.role === 'business' ? [actor.company_id, other_id] : [other_id, actor.company_id];
  const sides = await findSides(db, company_id, executor_id);
  if (!sides) throw new Problem('not_found');
  const opening = await sumOwedBefore(db, company_id, executor_id, date_from);
  const rows = await listLedger(db, company_id, executor_id, { date_from, date_to }, MOST_LINES + 1);
  if (rows.length > MOST_LINES) throw new Problem('reconciliation.period', { field: 'date_to' });
  const isMoney = ({ kind }: (typeof rows)[number]) => kind === 'payment' || kind === 'refund';
  const sum = (money: boolean) =>
    rows.filter((row) => isMoney(row) === money).reduce((all, row) => all + row.amount_tiyn, 0n);
  const [owed, paid] = [sum(false), sum(true)];
  return {
    sides,
    company: { id: sides.company_id, name: sides.company_name, bin: sides.company_bin },
    executor: { id: sides.executor_id, name: sides.executor_name, bin: sides.executor_bin },
    date_from,
    date_to,
    opening: formatMoney(opening),
    entries: rows.map((row) => ({
      date: row.date,
      kind: row.kind,
      number: row.number,
      act_id: row.act_id,
      order_number: row.order_number,
      owed: isMoney(row) ? null : formatMoney(row.amount_tiyn),
      paid: isMoney(row) ? formatMoney(row.amount_tiyn) : null,
    })),
    owed: formatMoney(owed),
    paid: formatMoney(paid),
    closing: formatMoney(opening + owed - paid),
  };
}
