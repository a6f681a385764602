-- Whose counters money, an act or a word has touched: written with it, taken by a watcher, so that who pays thousands
-- waits for nobody's notices.
create table limit_checks (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  executor_company_id bigint not null references companies
);

-- Of which limit of an executor a side was told in a period, however often it comes near again after refunds.
create table limit_notices (
  executor_company_id bigint not null references companies,
  -- Whose payments are counted; null: those of all customers.
  company_id bigint references companies,
  to_company_id bigint not null references companies,
  kind text not null check (kind in ('self_employed_month', 'lower_rate', 'deduction', 'vat_threshold')),
  period text not null,
  told_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (executor_company_id, company_id, to_company_id, kind, period)
);

-- Old papers that are taken in touch no counter of today.
create function touch_limits(of_company bigint, of_executor bigint, on_day date) returns void language sql as $$
  insert into limit_checks (company_id, executor_company_id)
  select of_company, of_executor where on_day > current_date - 366
$$;

-- Each act, settlement and advance comes through here.
create or replace function add_to_ledger_totals(
  of_company bigint, of_executor bigint, in_measure text, on_day date, rows bigint, sum_tiyn numeric
) returns void language sql as $$
  insert into act_totals_changes (company_id, side, measure, other_company_id, month, count, amount_tiyn)
  values (of_company, 'ledger', in_measure, of_executor, on_day - (extract(day from on_day)::integer - 1), rows, sum_tiyn);
  select touch_limits(of_company, of_executor, on_day)
$$;

-- What an open order will pay is counted already.
create function order_touches_limits() returns trigger language plpgsql as $$
begin
  perform touch_limits(a.company_id, a.contractor_company_id, current_date)
  from acts a where a.company_id = new.company_id and a.id = new.act_id;
  return null;
end $$;
create trigger orders_touch_limits after insert on payment_orders
  for each row execute function order_touches_limits();

-- What is said of somebody concerns each of their customers.
create function word_touches_limits() returns trigger language plpgsql as $$
begin
  perform touch_limits(e.company_id, e.executor_company_id, current_date)
  from executors e where e.executor_company_id = new.executor_company_id and e.status <> 'removed';
  return null;
end $$;
create trigger earlier_incomes_touch_limits after insert on earlier_incomes
  for each row execute function word_touches_limits();
create trigger tax_standings_touch_limits after insert on tax_standings
  for each row execute function word_touches_limits();

-- The turnover of a supplier outside Kelisim, by the year.
alter table earlier_incomes
  drop constraint earlier_incomes_kind_check,
  add constraint earlier_incomes_kind_check
    check (kind in ('taxed', 'deduction', 'social_deduction', 'self_employed', 'turnover')),
  drop constraint earlier_incomes_check1,
  add constraint earlier_incomes_check1 check (company_id is not null or kind in ('self_employed', 'turnover'));
