import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

const sums = sql`count(*)::numeric as count, sum(amount_tiyn) as amount, sum(covered_tiyn) as covered,
  (count(*) filter (where amount_tiyn < 0))::numeric as back_count,
  coalesce(-sum(amount_tiyn) filter (where amount_tiyn < 0), 0) as back`;

/** The same figures counted from the acts, by a query that knows nothing of how the sums are kept. */
const counted = sql`
  select 'business' as side, company_id, 0 as other_company_id, 0 as contract_id, status as measure, to_char(act_date, 'YYYY-MM') as month, ${sums}
  from acts where deleted_at is null group by 1, 2, 3, 4, 5, 6
  union all
  select 'pair', company_id, contractor_company_id, contract_id, status, to_char(act_date, 'YYYY-MM'), ${sums}
  from acts where deleted_at is null group by 1, 2, 3, 4, 5, 6
  union all
  select 'executor', contractor_company_id, 0, 0, status, to_char(act_date, 'YYYY-MM'), ${sums}
  from acts where deleted_at is null and status <> 'draft' and frozen_file_id is not null group by 1, 2, 3, 4, 5, 6
  union all
  select 'ledger', company_id, executor_company_id, 0, measure, to_char(month, 'YYYY-MM'), count, amount_tiyn, 0, 0, 0
  from ledger_by_month where amount_tiyn <> 0 or count <> 0`;
const kept = sql`
  select side, company_id, other_company_id, contract_id, measure, to_char(month, 'YYYY-MM') as month, count::numeric,
    amount_tiyn::numeric as amount, covered_tiyn::numeric as covered, back_count::numeric, back_tiyn::numeric as back
  from act_totals_now where measure <> 'time_to_sign'`;

export const totalsAreCounted: Invariant = {
  id: 'I20',
  title: 'the kept sums of acts and of the ledger are what counting them gives',
  async check({ db }) {
    const { rows } = await sql<{ checked: number; faults: string[] }>`
      with counted as (${counted}), kept as (${kept}),
      wrong as (
        (select 'kept and not there' as what, t.* from (select * from kept except select * from counted) t)
        union all
        (select 'there and not kept', t.* from (select * from counted except select * from kept) t))
      select (select count(*) from counted) as checked, array(
        select format('%s: %s acts %s of company %s (%s) in %s, %s tiyn, %s covered', what, count, measure, company_id, side, month, amount, covered)
        from wrong order by 1) as faults`.execute(db);
    return rows[0]!;
  },
};
