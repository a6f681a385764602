import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

const SUMS = [
  'gross',
  'self_employed_gross',
  'untaxed_gross',
  'opv',
  'vosms',
  'so',
  'ipn',
  'self_employed',
] as const;

/** What refunds expenses is with what nothing is due of; months that were closed before it was reckoned so have it in the gross. */
const GROSS = ['gross', 'self_employed_gross', 'untaxed_gross'] as const;

type Month = { company_id: number; executor_company_id: number; month: string } & Record<
  (typeof SUMS)[number] | `paid_${(typeof SUMS)[number]}` | `whole_${(typeof GROSS)[number]}`,
  bigint
>;

/**
 * What a closed month says a person was paid, gross, and what was withheld of it is the sum of the payments that were stored
 * with it. Months that were closed before payments were stored are left out.
 */
export const closedMonthsAreTheirPayments: Invariant = {
  id: 'I24',
  title: 'a closed month of a person is the sum of its stored payments, gross and part by part',
  async check({ db }) {
    const { rows } = await sql<Month>`
      select w.company_id, w.executor_company_id, to_char(w.month, 'YYYY-MM') as month,
        w.gross_tiyn as gross, w.self_employed_gross_tiyn as self_employed_gross,
        w.untaxed_gross_tiyn as untaxed_gross, w.kept_opv_tiyn as opv,
        w.kept_vosms_tiyn as vosms, w.kept_so_tiyn as so, w.kept_ipn_tiyn as ipn,
        w.kept_self_employed_tiyn as self_employed, p.*
      from frozen_withholding w
      cross join lateral (
        select coalesce(sum(gross_tiyn) filter (where taxed_as = 'individual'), 0)::bigint as whole_gross,
          coalesce(sum(gross_tiyn) filter (where taxed_as = 'self_employed'), 0)::bigint as whole_self_employed_gross,
          coalesce(sum(gross_tiyn) filter (where taxed_as = 'none'), 0)::bigint as whole_untaxed_gross,
          coalesce(sum(gross_tiyn - r.refunded) filter (where taxed_as = 'individual'), 0)::bigint as paid_gross,
          coalesce(sum(gross_tiyn - r.refunded) filter (where taxed_as = 'self_employed'), 0)::bigint
            as paid_self_employed_gross,
          coalesce(sum(case taxed_as when 'none' then gross_tiyn else r.refunded end), 0)::bigint as paid_untaxed_gross,
          coalesce(sum(opv_tiyn), 0)::bigint as paid_opv, coalesce(sum(vosms_tiyn), 0)::bigint as paid_vosms,
          coalesce(sum(so_tiyn), 0)::bigint as paid_so, coalesce(sum(ipn_tiyn), 0)::bigint as paid_ipn,
          coalesce(sum(self_employed_tiyn), 0)::bigint as paid_self_employed
        from frozen_payments f
        cross join lateral (
          select coalesce((
            select div(f.gross_tiyn::numeric * case when a.corrects_act_id is null
              then least(sum(l.amount_tiyn), a.amount_tiyn) else sum(l.amount_tiyn) end, a.amount_tiyn)
            from acts a join act_services l on l.company_id = a.company_id and l.act_id = a.id
            where a.company_id = f.company_id and a.id = f.act_id and a.amount_tiyn <> 0 and l.kind = 'expense' and not l.taxed
            group by a.amount_tiyn, a.corrects_act_id), 0) as refunded) r
        where f.company_id = w.company_id and f.executor_company_id = w.executor_company_id
          and f.date >= w.month and f.date < w.month + interval '1 month') p
      where exists (
        select from frozen_periods o
        where o.company_id = w.company_id and o.sources ? to_char(w.month, 'YYYY-MM'))
      order by 1, 2, 3`.execute(db);
    return {
      checked: rows.length,
      faults: rows.flatMap((row) =>
        SUMS.filter(
          (sum) =>
            BigInt(row[sum]) !== BigInt(row[`paid_${sum}`]) &&
            !(isGross(sum) && GROSS.every((one) => BigInt(row[one]) === BigInt(row[`whole_${one}`]))),
        ).map(
          (sum) =>
            `company ${row.company_id}, executor ${row.executor_company_id}, ${row.month}: ${sum} is ` +
            `${formatMoney(BigInt(row[sum]))}, its payments have ${formatMoney(BigInt(row[`paid_${sum}`]))}`,
        ),
      ),
    };
  },
};

const isGross = (sum: (typeof SUMS)[number]): boolean => GROSS.some((one) => one === sum);
