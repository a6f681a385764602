-- An individual is paid net. An order says what it withholds; a settlement, how much of that its money carries, so that what
-- is taken back or returned takes its part with it.
alter table payment_orders
  add column opv_tiyn bigint not null default 0 check (opv_tiyn >= 0),
  add column vosms_tiyn bigint not null default 0 check (vosms_tiyn >= 0),
  add column so_tiyn bigint not null default 0 check (so_tiyn >= 0),
  add column ipn_tiyn bigint not null default 0 check (ipn_tiyn >= 0),
  add column withheld_tiyn bigint not null generated always as (opv_tiyn + vosms_tiyn + so_tiyn + ipn_tiyn) stored;
alter table settlements
  add column opv_tiyn bigint not null default 0,
  add column vosms_tiyn bigint not null default 0,
  add column so_tiyn bigint not null default 0,
  add column ipn_tiyn bigint not null default 0,
  add column withheld_tiyn bigint not null generated always as (opv_tiyn + vosms_tiyn + so_tiyn + ipn_tiyn) stored;
create index settlements_that_withhold on settlements (company_id, day) where undone_at is null and withheld_tiyn <> 0;

-- Null: an older company that has not chosen yet; its first payment of an individual waits for that.
alter table companies
  add column withholding text default 'on' check (withholding in ('on', 'off')),
  -- From when on what was not withheld is made up for.
  add column withholding_since date default current_date,
  drop column reckons_withholding;
update companies set withholding = null, withholding_since = null;
alter table executors drop column has_deduction;
alter table frozen_periods rename column reckons_withholding to withheld;

alter table frozen_withholding
  -- What payments of the month withheld, beside what was reckoned for it.
  add column kept_opv_tiyn bigint not null default 0,
  add column kept_vosms_tiyn bigint not null default 0,
  add column kept_so_tiyn bigint not null default 0,
  add column kept_ipn_tiyn bigint not null default 0;

alter table frozen_ledger drop constraint frozen_ledger_kind_check, add constraint frozen_ledger_kind_check
  check (kind in ('act', 'correction', 'opening', 'payment', 'withheld', 'refund', 'advance'));
alter table reconciliation_lines drop constraint reconciliation_lines_kind_check,
  add constraint reconciliation_lines_kind_check
  check (kind in ('act', 'correction', 'opening', 'payment', 'withheld', 'refund', 'advance'));

create or replace function add_settlement_to_totals(m settlements, sign integer) returns void language sql as $$
  select add_to_ledger_totals(m.company_id, a.contractor_company_id, 'owed', m.day, sign,
    sign * case o.kind when 'refund' then m.amount_tiyn else -m.amount_tiyn - m.withheld_tiyn end)
  from payment_orders o join acts a on a.company_id = o.company_id and a.id = o.act_id
  where o.company_id = m.company_id and o.id = m.order_id and m.undone_at is null
$$;
create or replace view ledger_by_month as
  select company_id, measure, executor_company_id, date_trunc('month', day)::date as month,
    count(*) as count, sum(amount_tiyn) as amount_tiyn
  from (
    select company_id, 'owed' as measure, contractor_company_id as executor_company_id, act_date as day, amount_tiyn
    from acts where deleted_at is null and status in ('signed', 'annulment_requested', 'paying', 'paid')
    union all
    select m.company_id, 'owed', a.contractor_company_id, m.day,
      case o.kind when 'refund' then m.amount_tiyn else -m.amount_tiyn - m.withheld_tiyn end
    from settlements m join payment_orders o on o.company_id = m.company_id and o.id = m.order_id
    join acts a on a.company_id = o.company_id and a.id = o.act_id where m.undone_at is null
    union all
    select company_id, 'owed', executor_company_id, day, -amount_tiyn
    from advances where undone_at is null and operation_id is not null
    union all
    select company_id, 'frozen', executor_company_id, date,
      case when kind in ('act', 'correction', 'opening') then amount_tiyn else -amount_tiyn end
    from frozen_ledger) l
  group by company_id, measure, executor_company_id, date_trunc('month', day)::date;

-- accrued = withheld + paid + under way + to pay + opening due - to return; what is covered of an act was paid or withheld.
create or replace view balances as
  select company_id, executor_company_id, contract_id, sum(accrued_tiyn)::bigint as accrued_tiyn,
    sum(withheld_tiyn)::bigint as withheld_tiyn,
    sum(paid_tiyn)::bigint as paid_tiyn, sum(under_way_tiyn)::bigint as under_way_tiyn,
    sum(to_pay_tiyn)::bigint as to_pay_tiyn, sum(to_return_tiyn)::bigint as to_return_tiyn,
    sum(opening_due_tiyn)::bigint as opening_due_tiyn, sum(advance_tiyn)::bigint as advance_tiyn
  from (
    select company_id, other_company_id as executor_company_id, contract_id, amount_tiyn as accrued_tiyn,
      0::bigint as withheld_tiyn,
      case when measure = 'paid' then amount_tiyn else covered_tiyn end as paid_tiyn,
      case when measure in ('paying', 'annulment_requested') then amount_tiyn - covered_tiyn else 0 end as under_way_tiyn,
      case when measure = 'signed' then amount_tiyn + back_tiyn - covered_tiyn else 0 end as to_pay_tiyn,
      case when measure = 'signed' then back_tiyn else 0 end as to_return_tiyn,
      0::bigint as opening_due_tiyn, 0::bigint as advance_tiyn
    from act_totals_now where side = 'pair' and measure in ('signed', 'annulment_requested', 'paying', 'paid')
    union all
    select m.company_id, a.contractor_company_id, a.contract_id, 0, m.withheld_tiyn, -m.withheld_tiyn, 0, 0, 0, 0, 0
    from settlements m join payment_orders o on o.company_id = m.company_id and o.id = m.order_id
    join acts a on a.company_id = o.company_id and a.id = o.act_id
    where m.undone_at is null and m.withheld_tiyn <> 0
    union all
    select company_id, executor_company_id, coalesce(contract_id, 0), owed_tiyn, 0, covered_tiyn, 0, 0, 0,
      owed_tiyn - covered_tiyn, 0
    from opening_debts
    union all
    select v.company_id, v.executor_company_id, coalesce(o.contract_id, 0), 0, 0, 0, 0, 0, 0, 0, v.amount_tiyn - v.used_tiyn
    from advances v left join opening_balances o on o.company_id = v.company_id and o.id = v.opening_id
    where v.undone_at is null and v.used_tiyn < v.amount_tiyn) b
  group by company_id, executor_company_id, contract_id;
