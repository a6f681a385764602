-- What a company owed executors, or had paid them ahead, before it came: taken in by a table on a day, signed off by a
-- person. A debt is covered by advances, which a match of the bank's debit makes; an opening advance is an advance.
create table opening_batches (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  day date not null,
  file_name text not null,
  made_by bigint not null references users,
  made_at timestamptz not null default now(),
  undone_by bigint references users,
  undone_at timestamptz,
  undone_why text,
  primary key (company_id, id),
  unique (id),
  check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undone_why is null))
);

create table opening_balances (
  id bigint generated always as identity,
  company_id bigint not null,
  batch_id bigint not null,
  executor_company_id bigint not null,
  contract_id bigint,
  owed_tiyn bigint not null check (owed_tiyn >= 0),
  advance_tiyn bigint not null check (advance_tiyn >= 0),
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, batch_id) references opening_batches (company_id, id),
  foreign key (company_id, executor_company_id) references executors (company_id, executor_company_id),
  foreign key (company_id, executor_company_id, contract_id) references documents (company_id, contractor_company_id, id),
  check (owed_tiyn > 0 or advance_tiyn > 0)
);
create index opening_balances_of_batches on opening_balances (company_id, batch_id);
create index opening_balances_of_executors on opening_balances (company_id, executor_company_id);
create index on opening_balances (executor_company_id);

alter table advances
  alter column operation_id drop not null,
  add column opening_id bigint,
  add foreign key (company_id, opening_id) references opening_balances (company_id, id),
  add constraint advances_of_one check (num_nonnulls(operation_id, opening_id) = 1);
alter table advance_uses
  alter column act_id drop not null,
  add column opening_id bigint,
  add foreign key (company_id, opening_id) references opening_balances (company_id, id),
  add constraint advance_uses_of_one check (num_nonnulls(act_id, opening_id) = 1);
create index advance_uses_of_openings on advance_uses (company_id, opening_id) where undone_at is null;

-- Debts as they are open now.
create view opening_debts as
  select o.company_id, o.id, o.executor_company_id, o.contract_id, b.day, o.owed_tiyn,
    coalesce((select sum(u.amount_tiyn) from advance_uses u
      where u.company_id = o.company_id and u.opening_id = o.id and u.undone_at is null), 0)::bigint as covered_tiyn
  from opening_balances o join opening_batches b on b.company_id = o.company_id and b.id = o.batch_id
  where b.undone_at is null and o.owed_tiyn > 0;

alter table frozen_ledger drop constraint frozen_ledger_kind_check, add constraint frozen_ledger_kind_check
  check (kind in ('act', 'correction', 'opening', 'payment', 'refund', 'advance'));
alter table reconciliation_lines drop constraint reconciliation_lines_kind_check,
  add constraint reconciliation_lines_kind_check
  check (kind in ('act', 'correction', 'opening', 'payment', 'refund', 'advance'));

-- accrued = withheld + paid + under way + to pay + opening due - to return.
drop view balances;
create view balances as
  select company_id, executor_company_id, contract_id, sum(accrued_tiyn)::bigint as accrued_tiyn,
    -- The product pays gross sums: nothing is withheld from them yet.
    0::bigint as withheld_tiyn,
    sum(paid_tiyn)::bigint as paid_tiyn, sum(under_way_tiyn)::bigint as under_way_tiyn,
    sum(to_pay_tiyn)::bigint as to_pay_tiyn, sum(to_return_tiyn)::bigint as to_return_tiyn,
    sum(opening_due_tiyn)::bigint as opening_due_tiyn, sum(advance_tiyn)::bigint as advance_tiyn
  from (
    select company_id, other_company_id as executor_company_id, contract_id, amount_tiyn as accrued_tiyn,
      case when measure = 'paid' then amount_tiyn else covered_tiyn end as paid_tiyn,
      case when measure in ('paying', 'annulment_requested') then amount_tiyn - covered_tiyn else 0 end as under_way_tiyn,
      case when measure = 'signed' then amount_tiyn + back_tiyn - covered_tiyn else 0 end as to_pay_tiyn,
      case when measure = 'signed' then back_tiyn else 0 end as to_return_tiyn,
      0::bigint as opening_due_tiyn, 0::bigint as advance_tiyn
    from act_totals_now where side = 'pair' and measure in ('signed', 'annulment_requested', 'paying', 'paid')
    union all
    select company_id, executor_company_id, coalesce(contract_id, 0), owed_tiyn, covered_tiyn, 0, 0, 0,
      owed_tiyn - covered_tiyn, 0
    from opening_debts
    union all
    select v.company_id, v.executor_company_id, coalesce(o.contract_id, 0), 0, 0, 0, 0, 0, 0, v.amount_tiyn - v.used_tiyn
    from advances v left join opening_balances o on o.company_id = v.company_id and o.id = v.opening_id
    where v.undone_at is null and v.used_tiyn < v.amount_tiyn) b
  group by company_id, executor_company_id, contract_id;
