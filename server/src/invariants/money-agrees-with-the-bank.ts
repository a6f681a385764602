import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

interface Day {
  company_id: number;
  day: string;
  direction: string;
  operations: number;
  told_tiyn: bigint;
  matched_tiyn: bigint;
  advances_tiyn: bigint;
  taxes_tiyn: bigint;
  aside_tiyn: bigint;
  open_tiyn: bigint;
  wrong: number;
  uneven: number;
}

interface Order {
  order_id: number;
  status: string;
  settled_tiyn: bigint;
  reckoned_tiyn: bigint;
}

interface Advance {
  advance_id: number;
  used_tiyn: bigint;
  reckoned_tiyn: bigint;
}

interface Tax {
  company_id: number;
  month: string;
  kind: string;
  paid_tiyn: bigint;
}

/**
 * Of each company and day the operations of statements are what they were matched to, advances, taxes and contributions,
 * what was set aside and what is open; what an order says is settled is the sum of its settlements, what an advance says is used that of its uses.
 */
export const moneyAgreesWithTheBank: Invariant = {
  id: 'I22',
  title:
    'operations of a day are matched, advances, taxes, set aside or open, to the tiyn; orders sum their settlements',
  async check({ db }) {
    const days = await sql<Day>`
      select p.company_id, p.day, p.currency || ' ' || p.direction as direction, count(*) as operations, sum(p.amount_tiyn)::bigint as told_tiyn,
        sum(m.sum_tiyn)::bigint as matched_tiyn, sum(v.sum_tiyn)::bigint as advances_tiyn, sum(d.sum_tiyn)::bigint as taxes_tiyn,
        coalesce(sum(p.amount_tiyn) filter (where p.state = 'set_aside'), 0)::bigint as aside_tiyn,
        coalesce(sum(p.amount_tiyn) filter (where p.state = 'unmatched'), 0)::bigint as open_tiyn,
        count(*) filter (where m.other_days > 0 or v.other_days > 0 or d.other_days > 0) as wrong,
        -- Of two in one day one may have what the other lacks.
        count(*) filter (where m.sum_tiyn + v.sum_tiyn + d.sum_tiyn
          <> case p.state when 'matched' then p.amount_tiyn else 0 end) as uneven
      from bank_operations p
      cross join lateral (
        select coalesce(sum(case p.direction when 'out' then s.amount_tiyn else -s.amount_tiyn end), 0) as sum_tiyn,
          count(*) filter (where s.day <> p.day) as other_days
        from settlements s where s.company_id = p.company_id and s.operation_id = p.id and s.undone_at is null) m
      cross join lateral (
        select coalesce(sum(a.amount_tiyn), 0) as sum_tiyn, count(*) filter (where a.day <> p.day) as other_days
        from advances a where a.company_id = p.company_id and a.operation_id = p.id and a.undone_at is null) v
      cross join lateral (
        select coalesce(sum(case p.direction when 'out' then t.amount_tiyn else -t.amount_tiyn end), 0) as sum_tiyn,
          count(*) filter (where t.paid_on <> p.day) as other_days
        from obligation_payments t where t.company_id = p.company_id and t.operation_id = p.id and t.untold_at is null) d
      group by 1, 2, 3 order by 1, 2, 3`.execute(db);
    const orders = await sql<Order>`
      select o.id as order_id, o.status, o.settled_tiyn, coalesce(sum(s.amount_tiyn), 0)::bigint as reckoned_tiyn
      from payment_orders o left join settlements s
        on s.company_id = o.company_id and s.order_id = o.id and s.undone_at is null
      group by o.company_id, o.id order by o.id`.execute(db);
    const advances = await sql<Advance>`
      select a.id as advance_id, a.used_tiyn, coalesce(sum(u.amount_tiyn), 0)::bigint as reckoned_tiyn
      from advances a left join advance_uses u
        on u.company_id = a.company_id and u.advance_id = a.id and u.undone_at is null
      group by a.company_id, a.id order by a.id`.execute(db);
    const taxes = await sql<Tax>`
      select company_id, month, kind, sum(amount_tiyn)::bigint as paid_tiyn
      from obligation_payments where untold_at is null group by 1, 2, 3 order by 1, 2, 3`.execute(db);
    return {
      checked: days.rows.length + orders.rows.length + advances.rows.length + taxes.rows.length,
      faults: [
        ...days.rows.flatMap(faultsOfDay),
        ...orders.rows.flatMap((row) =>
          differs(`order ${row.order_id} (${row.status})`, 'settled', row.settled_tiyn, row.reckoned_tiyn),
        ),
        ...advances.rows.flatMap((row) =>
          differs(`advance ${row.advance_id}`, 'used', row.used_tiyn, row.reckoned_tiyn),
        ),
        ...taxes.rows.flatMap(({ company_id, month, kind, paid_tiyn }) =>
          BigInt(paid_tiyn) < 0n
            ? [`company ${company_id}, ${month}, ${kind}: more came back than was paid`]
            : [],
        ),
      ],
    };
  },
};

function faultsOfDay(row: Day): string[] {
  const where = `company ${row.company_id}, ${row.day}, ${row.direction}`;
  const sum =
    BigInt(row.matched_tiyn) +
    BigInt(row.advances_tiyn) +
    BigInt(row.taxes_tiyn) +
    BigInt(row.aside_tiyn) +
    BigInt(row.open_tiyn);
  const faults: string[] = [];
  if (sum !== BigInt(row.told_tiyn))
    faults.push(
      `${where}: the bank tells of ${formatMoney(BigInt(row.told_tiyn))}, ${formatMoney(sum)} is accounted for`,
    );
  if (row.uneven > 0) faults.push(`${where}: ${row.uneven} operations are not what they were matched to`);
  if (row.wrong > 0) faults.push(`${where}: ${row.wrong} operations are booked to another day`);
  return faults;
}

function differs(what: string, word: string, told: bigint, reckoned: bigint): string[] {
  return BigInt(told) === BigInt(reckoned)
    ? []
    : [`${what} says ${formatMoney(BigInt(told))} is ${word}, it is ${formatMoney(BigInt(reckoned))}`];
}
