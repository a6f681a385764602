import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

/** The same figures counted from the acts, by a query that knows nothing of how the sums are kept. */
const counted = sql`
  select 'business' as side, company_id, 0 as other_company_id, status as measure, to_char(act_date, 'YYYY-MM') as month, count(*)::numeric as count, sum(amount_tiyn) as amount, 0 as seconds
  from acts where deleted_at is null group by 1, 2, 3, 4, 5
  union all
  select 'pair', company_id, contractor_company_id, status, to_char(act_date, 'YYYY-MM'), count(*), sum(amount_tiyn), 0
  from acts where deleted_at is null group by 1, 2, 3, 4, 5
  union all
  select 'executor', contractor_company_id, 0, status, to_char(act_date, 'YYYY-MM'), count(*), sum(amount_tiyn), 0
  from acts where deleted_at is null and status <> 'draft' and frozen_file_id is not null group by 1, 2, 3, 4, 5`;
const kept = sql`
  select side, company_id, other_company_id, measure, to_char(month, 'YYYY-MM') as month, count::numeric, amount_tiyn::numeric as amount, 0 as seconds
  from act_totals_now where measure <> 'time_to_sign'`;

export const totalsAreCounted: Invariant = {
  id: 'I20',
  title: 'the kept sums of acts are what counting the acts gives',
  async check({ db }) {
    const { rows } = await sql<{ checked: number; faults: string[] }>`
      with counted as (${counted}), kept as (${kept}),
      wrong as (
        (select 'kept and not there' as what, t.* from (select * from kept except select * from counted) t)
        union all
        (select 'there and not kept', t.* from (select * from counted except select * from kept) t))
      select (select count(*) from counted) as checked, array(
        select format('%s: %s acts %s of company %s (%s) in %s, %s tiyn', what, count, measure, company_id, side, month, amount)
        from wrong order by 1) as faults`.execute(db);
    return rows[0]!;
  },
};
