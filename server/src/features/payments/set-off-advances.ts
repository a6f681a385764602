import type { Handle, Tx } from '../../platform/db/database.ts';
import { addUse, lockOpenAdvances, sumOpenAdvances, type NewUse } from './advances.queries.ts';
import { lockOpeningDebts } from './openings.queries.ts';

/**
 * Sets advances of an executor off against a locked act, the oldest first and at most what is left of the act. Answers how
 * much; the caller lets the act follow.
 */
export async function setOffAdvances(
  tx: Tx,
  act: {
    company_id: number;
    id: number;
    contractor_company_id: number;
    amount_tiyn: bigint;
    covered_tiyn: bigint;
  },
  { day, user_id }: { day: string; user_id: number },
): Promise<bigint> {
  const { company_id, contractor_company_id: executor_company_id, id: act_id } = act;
  return takeFromAdvances(tx, { company_id, executor_company_id }, act.amount_tiyn - act.covered_tiyn, {
    act_id,
    day,
    made_by: user_id,
  });
}

/**
 * A debit that belongs to no order pays first what was owed before Kelisim: no act names that, so no order ever will.
 * Only what the bank has just shown is used, never an advance that was taken in.
 */
export async function coverOpenings(
  tx: Tx,
  of: { company_id: number; executor_company_id: number; operation_id: number },
  { day, user_id }: { day: string; user_id: number | null },
): Promise<void> {
  for (const debt of await lockOpeningDebts(tx, of.company_id, of.executor_company_id))
    await takeFromAdvances(tx, of, debt.open_tiyn, { opening_id: debt.id, day, made_by: user_id });
}

/** Uses open advances, the oldest first, up to a sum; answers how much there was. */
async function takeFromAdvances(
  tx: Tx,
  of: { company_id: number; executor_company_id: number; operation_id?: number },
  wanted_tiyn: bigint,
  use: Omit<NewUse, 'company_id' | 'advance_id' | 'amount_tiyn'>,
): Promise<bigint> {
  let left = wanted_tiyn;
  for (const advance of await lockOpenAdvances(tx, of)) {
    if (left === 0n) break;
    const amount_tiyn = advance.open_tiyn < left ? advance.open_tiyn : left;
    await addUse(tx, { ...use, company_id: of.company_id, advance_id: advance.id, amount_tiyn });
    left -= amount_tiyn;
  }
  return wanted_tiyn - left;
}

/** What payees are still to get when their open advances are taken off, and how much of these that takes. */
export async function lessAdvances<Payee extends { company_id: number; sum_tiyn: bigint }>(
  db: Handle,
  company_id: number,
  payees: readonly Payee[],
): Promise<(Payee & { advance_tiyn: bigint })[]> {
  const open = await sumOpenAdvances(
    db,
    company_id,
    payees.map((payee) => payee.company_id),
  );
  return payees.map((payee) => {
    const own = open.get(payee.company_id) ?? 0n;
    const advance_tiyn = own < payee.sum_tiyn ? own : payee.sum_tiyn;
    return { ...payee, sum_tiyn: payee.sum_tiyn - advance_tiyn, advance_tiyn };
  });
}
