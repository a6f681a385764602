-- What a person had of a year at a customer before Kelisim, and what the self-employed had of a month outside it. A row is
-- never changed: of rows of the same teller, kind and period the last one counts.
create table earlier_incomes (
  id bigint generated always as identity primary key,
  executor_company_id bigint not null references companies,
  -- The customer whose figure it is; null: the person's own word of all that came from outside Kelisim.
  company_id bigint references companies,
  kind text not null check (kind in ('taxed', 'deduction', 'social_deduction', 'self_employed')),
  -- A month, `2026-10`, of the self-employed; else a year.
  period text not null check (period ~ case kind when 'self_employed' then '^\d{4}-\d{2}$' else '^\d{4}$' end),
  amount_tiyn bigint not null check (amount_tiyn >= 0),
  -- The paper it was taken from, and its day.
  source text not null,
  source_on date not null,
  told_by bigint references users,
  created_at timestamptz not null default now(),
  check (company_id is not null or kind = 'self_employed')
);
create index earlier_incomes_of_executors on earlier_incomes (executor_company_id, kind, period, id);
create index earlier_incomes_of_companies on earlier_incomes (company_id, executor_company_id);
