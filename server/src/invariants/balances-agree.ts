import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

interface Pair {
  company_id: number;
  executor_company_id: number;
  told_tiyn: bigint;
  open_tiyn: bigint;
  reckoned_tiyn: bigint;
}

/**
 * What the kept balances say a company owes an executor is what acts and money come to when they are summed one by one;
 * and it is what is under way, to pay and to return.
 */
export const balancesAgree: Invariant = {
  id: 'I23',
  title: 'a balance is acts less money, summed one by one, and falls into its parts',
  async check({ db }) {
    const { rows } = await sql<Pair>`
      with kept as (
        select company_id, executor_company_id,
          sum(accrued_tiyn - withheld_tiyn - paid_tiyn - advance_tiyn)::bigint as told_tiyn,
          sum(under_way_tiyn + to_pay_tiyn + opening_due_tiyn - to_return_tiyn - advance_tiyn)::bigint as open_tiyn
        from balances group by 1, 2
      ), summed as (
        select company_id, executor_company_id, sum(amount_tiyn)::bigint as reckoned_tiyn from (
          select company_id, contractor_company_id as executor_company_id, amount_tiyn from acts
          where deleted_at is null and status in (${sql.join(BOTH_SIGNED)})
          union all
          select a.company_id, a.contractor_company_id, case o.kind when 'refund' then m.amount_tiyn else -m.amount_tiyn - m.withheld_tiyn end
          from settlements m join payment_orders o on o.company_id = m.company_id and o.id = m.order_id
          join acts a on a.company_id = o.company_id and a.id = o.act_id where m.undone_at is null
          union all
          select o.company_id, o.executor_company_id, o.owed_tiyn from opening_balances o
          join opening_batches b on b.company_id = o.company_id and b.id = o.batch_id where b.undone_at is null
          union all
          select company_id, executor_company_id, -amount_tiyn from advances where undone_at is null) t
        group by 1, 2
      )
      select company_id, executor_company_id, coalesce(told_tiyn, 0) as told_tiyn, coalesce(open_tiyn, 0) as open_tiyn,
        coalesce(reckoned_tiyn, 0) as reckoned_tiyn
      from kept full join summed using (company_id, executor_company_id) order by 1, 2`.execute(db);
    return { checked: rows.length, faults: rows.flatMap(faultsOf) };
  },
};

function faultsOf(row: Pair): string[] {
  const [told, open, reckoned] = [row.told_tiyn, row.open_tiyn, row.reckoned_tiyn].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  const who = `company ${row.company_id} with executor ${row.executor_company_id}`;
  return [
    ...(told === reckoned
      ? []
      : [`${who}: the balance is ${formatMoney(told)}, acts and money come to ${formatMoney(reckoned)}`]),
    ...(told === open ? [] : [`${who}: the balance is ${formatMoney(told)}, its parts ${formatMoney(open)}`]),
  ];
}
