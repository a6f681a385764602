import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { BOTH_SIGNED, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { OPEN_ORDERS } from '@kelisim/shared/features/payments/order-status.ts';
import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

interface Row {
  act_id: number;
  status: ActStatus;
  amount_tiyn: bigint;
  covered_tiyn: bigint;
  reckoned_tiyn: bigint;
  open: number;
  open_tiyn: bigint;
  refunded_tiyn: bigint;
}

/**
 * Of each act: accrued = net settled + withheld with it + set off from advances + open. An act is paid when nothing is open, and an open
 * order is at most over that; one act has one open order, and only while it is being paid.
 */
export const ordersMatchActs: Invariant = {
  id: 'I1',
  title:
    'an act is paid when what was settled and set off is its sum; one open order an act, over its balance',
  async check({ db }) {
    const { rows } = await sql<Row>`
      select a.id as act_id, a.status, a.amount_tiyn, a.covered_tiyn,
        (coalesce(o.settled_tiyn, 0) + coalesce(o.kept_tiyn, 0) + coalesce(u.used_tiyn, 0))::bigint as reckoned_tiyn,
        coalesce(o.open, 0) as open, coalesce(o.open_tiyn, 0) as open_tiyn, coalesce(o.refunded_tiyn, 0) as refunded_tiyn
      from acts a
      left join (
        select company_id, act_id, sum(settled_tiyn) filter (where kind = 'payment') as settled_tiyn, sum(kept_tiyn) as kept_tiyn,
          count(*) filter (where kind = 'payment' and status in (${sql.join(OPEN_ORDERS)})) as open,
          (sum(amount_tiyn - settled_tiyn + withheld_tiyn - kept_tiyn) filter (where kind = 'payment' and status in (${sql.join(OPEN_ORDERS)})))::bigint as open_tiyn,
          (sum(settled_tiyn) filter (where kind = 'refund' and status = 'settled'))::bigint as refunded_tiyn
        from (select p.*, coalesce((select sum(m.withheld_tiyn) from settlements m
          where m.company_id = p.company_id and m.order_id = p.id and m.undone_at is null), 0) as kept_tiyn
          from payment_orders p) p group by 1, 2) o on o.company_id = a.company_id and o.act_id = a.id
      left join (
        select company_id, act_id, sum(amount_tiyn) as used_tiyn from advance_uses where undone_at is null and act_id is not null group by 1, 2) u
        on u.company_id = a.company_id and u.act_id = a.id
      order by a.id`.execute(db);
    return { checked: rows.length, faults: rows.flatMap(faultsOf) };
  },
};

function faultsOf(row: Row): string[] {
  const act = `act ${row.act_id} (${row.status})`;
  const [amount, covered, open] = [row.amount_tiyn, row.covered_tiyn, row.open_tiyn].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  const faults: string[] = [];
  const reckoned = BigInt(row.reckoned_tiyn);
  if (covered !== reckoned)
    faults.push(`${act} says ${formatMoney(covered)} is covered, its money is ${formatMoney(reckoned)}`);
  if (row.open !== (row.status === 'paying' ? 1 : 0))
    faults.push(
      `${act} has ${row.open} open orders and should have ${row.status === 'paying' ? 'one' : 'none'}`,
    );
  if (open > amount - covered && row.open > 0)
    faults.push(`${act} has ${formatMoney(amount - covered)} left, its order ${formatMoney(open)}`);
  const isCovered = amount < 0n ? BigInt(row.refunded_tiyn) === -amount : covered === amount;
  if (isCovered !== (row.status === 'paid'))
    faults.push(`${act} is over ${formatMoney(amount)}, of which ${formatMoney(covered)} is covered`);
  if (covered > 0n && !BOTH_SIGNED.includes(row.status)) faults.push(`${act} is paid for in part`);
  return faults;
}
