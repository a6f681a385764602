import type { ObligationKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { moneyOnPaper } from '../../platform/money-on-paper.ts';
import { gatherMonth, type GatheredMonth } from './gather-month.ts';
import { addTold, holdTold, takeBack } from './told.queries.ts';

interface Of {
  month: string;
  kind: ObligationKind;
  paid_on: string;
}

/** A day has one sum: the same told twice changes nothing, another sum of the day takes the place of the first. */
export function tellPaid(
  parts: Parts,
  { company_id, user_id }: CompanyActor,
  { month, kind, paid_on, amount }: Of & { amount: string },
): Promise<GatheredMonth> {
  const now = parts.clock.now();
  if (paid_on > almatyDate(now)) throw new Problem('obligation.day_ahead', { field: 'paid_on' });
  if (paid_on.slice(0, 7) < month) throw new Problem('obligation.day_early', { field: 'paid_on' });
  const amount_tiyn = parseMoney(amount)!;
  return parts.db.transaction().execute(async (tx) => {
    await holdTold(tx, company_id);
    const within = { ...parts, db: tx };
    const { amount_tiyn: due, told } = itemOf(await gatherMonth(within, company_id, month), kind);
    const ofDay = told.filter((row) => row.paid_on === paid_on);
    const same = ofDay.find(({ operation_id }) => operation_id === null);
    // What a statement has shown of that day already is not paid once more.
    if (!ofDay.some((row) => row.amount_tiyn === amount_tiyn)) {
      const others = told.reduce((sum, row) => (row === same ? sum : sum + row.amount_tiyn), 0n);
      if (due <= others) throw new Problem('obligation.nothing');
      if (amount_tiyn > due - others)
        throw new Problem('obligation.above_due', {
          field: 'amount',
          values: { left: moneyOnPaper(due - others) },
        });
      if (same) await takeBack(tx, same.id, user_id);
      await addTold(tx, { company_id, month, kind, paid_on, amount_tiyn, told_by: user_id, told_at: now });
    }
    return gatherMonth(within, company_id, month);
  });
}

/** Takes back what was told of a day, if anything was. */
export function untell(
  parts: Parts,
  { company_id, user_id }: CompanyActor,
  { month, kind, paid_on }: Of,
): Promise<GatheredMonth> {
  return parts.db.transaction().execute(async (tx) => {
    await holdTold(tx, company_id);
    const within = { ...parts, db: tx };
    const { told, paid_tiyn } = itemOf(await gatherMonth(within, company_id, month), kind);
    // A statement's word is taken back with the match of its operation.
    const row = told.find((one) => one.paid_on === paid_on && one.operation_id === null);
    if (row && paid_tiyn < row.amount_tiyn) throw new Problem('statement.returned');
    if (row) await takeBack(tx, row.id, user_id);
    return gatherMonth(within, company_id, month);
  });
}

const itemOf = ({ items }: GatheredMonth, kind: ObligationKind) => items.find((item) => item.kind === kind)!;
