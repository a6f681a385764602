import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

interface Row {
  act_id: number;
  status: string;
  amount_tiyn: bigint;
  live: number;
  settled: number;
  ordered_tiyn: bigint;
}

/** An act that is being paid or was paid has exactly one living order of exactly its sum; no other act has any. */
export const ordersMatchActs: Invariant = {
  id: 'I1',
  title: 'the sum of living orders is the sum of the acts being paid and paid, one order an act',
  async check({ db }) {
    const { rows } = await sql<Row>`
      select a.id as act_id, a.status, a.amount_tiyn,
        count(o.id) filter (where o.status not in ('rejected', 'cancelled')) as live,
        count(o.id) filter (where o.status = 'settled') as settled,
        coalesce(sum(o.amount_tiyn * sign(a.amount_tiyn)::int) filter (where o.status not in ('rejected', 'cancelled')), 0) as ordered_tiyn
      from acts a left join payment_orders o on o.company_id = a.company_id and o.act_id = a.id
        and o.kind = case when a.amount_tiyn < 0 then 'refund' else 'payment' end
      group by a.id, a.status, a.amount_tiyn order by a.id`.execute(db);
    return { checked: rows.length, faults: rows.flatMap(faultsOf) };
  },
};

function faultsOf(row: Row): string[] {
  const act = `act ${row.act_id} (${row.status})`;
  const [live, settled, ordered] = [row.live, row.settled, BigInt(row.ordered_tiyn)];
  if (row.status !== 'paying' && row.status !== 'paid')
    return live === 0 ? [] : [`${act} has ${live} living orders and should have none`];
  const faults: string[] = [];
  if (live !== 1) faults.push(`${act} has ${live} living orders and should have one`);
  else if (ordered !== BigInt(row.amount_tiyn))
    faults.push(
      `${act} is over ${formatMoney(BigInt(row.amount_tiyn))}, its order over ${formatMoney(ordered)}`,
    );
  if (settled !== (row.status === 'paid' ? 1 : 0)) faults.push(`${act} has ${settled} settled orders`);
  return faults;
}
