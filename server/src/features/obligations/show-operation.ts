import type { ObligationKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { moneyOnPaper } from '../../platform/money-on-paper.ts';
import { listDues, listReturned, type Due } from './dues.ts';
import { addShown, findShown, hideTold, holdTold, showTold, takeBack } from './told.queries.ts';

/** A kind of a month that an operation is said to be, and of a returned contribution whose it is. */
export interface ObligationInput {
  month: string;
  kind: ObligationKind;
  executor_company_id?: number | null | undefined;
}

interface Operation {
  company_id: number;
  id: number;
  day: string;
  direction: 'out' | 'in';
  amount_tiyn: bigint;
}

/**
 * Counts a locked operation as the payment of an obligation, or as money of it that came back. A debit of a sum that was
 * told shows what was told, instead of adding to it.
 * @throws Problem when there is less left, less was paid, or it was withheld after the debit and nobody told of it
 */
export async function showObligation(tx: Tx, operation: Operation, input: ObligationInput): Promise<void> {
  const { company_id, id: operation_id, day: paid_on, amount_tiyn, direction } = operation;
  const { month, kind } = input;
  if (paid_on.slice(0, 7) < month) throw new Problem('obligation.day_early', { field: 'obligation' });
  await holdTold(tx, company_id);
  const { dues } = await listDues(tx, company_id, { from: month, to: month });
  const due = dues.find((one) => one.kind === kind);
  if (!due) throw new Problem('obligation.nothing');
  const shown = { company_id, month, kind, paid_on, operation_id };
  if (direction === 'in') {
    const executor_company_id = input.executor_company_id ?? null;
    const most = executor_company_id === null ? due.paid_tiyn : sentOf(due, executor_company_id);
    if (amount_tiyn > most)
      throw new Problem('obligation.above_paid', {
        field: 'obligation',
        values: { left: moneyOnPaper(most) },
      });
    await addShown(tx, { ...shown, amount_tiyn: -amount_tiyn, executor_company_id });
    return;
  }
  const stated = findStated(due, amount_tiyn);
  if (stated) return showTold(tx, stated.id, { operation_id, paid_on });
  if (paid_on < due.since)
    throw new Problem('obligation.before_withheld', {
      field: 'obligation',
      values: { date: formatDate(due.since) },
    });
  const left = due.amount_tiyn - due.paid_tiyn;
  if (amount_tiyn > left)
    throw new Problem('obligation.above_due', { field: 'obligation', values: { left: moneyOnPaper(left) } });
  const again = listReturned(due).filter((one) => one.person && one.amount_tiyn === amount_tiyn);
  const executor_company_id = again.length === 1 ? again[0]!.person!.executor_company_id : null;
  await addShown(tx, { ...shown, amount_tiyn, executor_company_id });
}

/** Of what was told and no statement has shown: the first of this sum. */
export const findStated = ({ told }: Due, amount_tiyn: bigint) =>
  told.find((row) => row.operation_id === null && row.amount_tiyn === amount_tiyn);

/** What of a person's contribution is with the State Corporation, at most. */
function sentOf(due: Due, executor_company_id: number): bigint {
  const own = due.of.get(executor_company_id) ?? 0n;
  const back = listReturned(due).find(({ person }) => person?.executor_company_id === executor_company_id);
  const sent = own - (back?.amount_tiyn ?? 0n);
  return sent < due.paid_tiyn ? sent : due.paid_tiyn;
}

/** Undoes what an operation was counted as; what had been told before it stays told. */
export async function hideObligation(
  tx: Tx,
  { company_id, id: operation_id }: Pick<Operation, 'company_id' | 'id'>,
  user_id: number,
): Promise<void> {
  const found = await findShown(tx, company_id, operation_id);
  if (!found) return;
  await holdTold(tx, company_id);
  const { dues } = await listDues(tx, company_id, { from: found.month, to: found.month });
  const due = dues.find(({ kind }) => kind === found.kind)!;
  const isToldAnew = due.told.some((row) => row.operation_id === null && row.paid_on === found.stated_on);
  if (found.stated_on !== null && !isToldAnew) return hideTold(tx, found.id, found.stated_on);
  // What came back of it shows that it was paid.
  if (due.paid_tiyn - found.amount_tiyn < 0n) throw new Problem('statement.returned');
  await takeBack(tx, found.id, user_id);
}

/** Whether an operation was counted as this already. */
export async function isShownAs(
  db: Handle,
  { company_id, id }: Operation,
  input: ObligationInput,
): Promise<boolean> {
  const found = await findShown(db, company_id, id);
  if (!found || found.month !== input.month || found.kind !== input.kind) return false;
  return !input.executor_company_id || found.executor_company_id === input.executor_company_id;
}
