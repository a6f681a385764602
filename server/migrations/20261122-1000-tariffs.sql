-- What a company pays the platform for: plans, the limit of executors, and the calendar of payments.
create table tariff_plan_types (
  id smallint primary key,
  code text not null unique check (code in ('per_executor', 'fixed', 'trial')),
  name_ru text not null,
  name_kz text not null
);
insert into tariff_plan_types (id, code, name_ru, name_kz) values
  (1, 'per_executor', 'За исполнителя', 'Орындаушы саны бойынша'),
  (2, 'fixed', 'Фиксированный', 'Тұрақты төлем'),
  (3, 'trial', 'Пробный', 'Сынақ');

create table tariff_periods (
  id bigint generated always as identity primary key,
  name_ru text not null,
  name_kz text not null,
  months smallint not null unique check (months between 1 and 36),
  created_by bigint references users,
  created_at timestamptz not null default now()
);
insert into tariff_periods (name_ru, name_kz, months) values
  ('Месяц', 'Ай', 1), ('Квартал', 'Тоқсан', 3), ('Полгода', 'Жарты жыл', 6), ('Год', 'Жыл', 12);

-- A company that has, or is to have, a tariff. Its row is the lock of all its tariff.
create table tariff_accounts (
  company_id bigint primary key references companies,
  -- Since when nothing new may be begun, because a bill is long overdue; kept by the round of every midnight.
  blocked_since date,
  -- The sandbox alone: the day it is for this company, where somebody has moved it forward.
  sandbox_day date,
  created_at timestamptz not null default now()
);

-- The terms of a company from a day on. A row is closed by the next one and otherwise never changed.
create table tariff_plans (
  id bigint generated always as identity unique,
  company_id bigint not null references tariff_accounts,
  plan_type_id smallint not null references tariff_plan_types,
  period_id bigint not null references tariff_periods,
  months smallint not null check (months between 1 and 36),
  price_per_executor_tiyn bigint not null check (price_per_executor_tiyn >= 0),
  -- Hundredths of a percent.
  commission_bp integer not null default 0 check (commission_bp between 0 and 10000),
  banking_integration_enabled boolean not null,
  start_date date not null,
  -- A plan that another one replaced on its first day has lasted no day.
  end_date date check (end_date >= start_date - 1),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index tariff_plans_open on tariff_plans (company_id) where end_date is null;

-- A change of plan or limit: asked for, due on a day, applied once.
create table tariff_changes (
  id bigint generated always as identity unique,
  company_id bigint not null references tariff_accounts,
  kind text not null check (kind in ('plan', 'limit')),
  change_type text not null check (change_type in ('start', 'switch', 'planned', 'raise', 'lower', 'same')),
  scheduled_for date not null,
  plan_type_id smallint references tariff_plan_types,
  period_id bigint references tariff_periods,
  price_per_executor_tiyn bigint check (price_per_executor_tiyn >= 0),
  commission_bp integer check (commission_bp between 0 and 10000),
  banking_integration_enabled boolean,
  old_limit integer,
  -- A change of plan may leave the limit as it is.
  new_limit integer check (new_limit >= 0),
  reason text not null default '',
  is_applied boolean not null default false,
  applied_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by bigint references users,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check (is_applied = (applied_at is not null)),
  check (not (is_applied and cancelled_at is not null)),
  check (kind = 'limit' or (plan_type_id is not null and period_id is not null
    and price_per_executor_tiyn is not null and commission_bp is not null and banking_integration_enabled is not null)),
  check (kind = 'plan' or new_limit is not null)
);
create unique index tariff_changes_one_plan on tariff_changes (company_id)
  where kind = 'plan' and not is_applied and cancelled_at is null;
create unique index tariff_changes_one_limit on tariff_changes (company_id, scheduled_for)
  where kind = 'limit' and not is_applied and cancelled_at is null;
create index on tariff_changes (scheduled_for) where not is_applied and cancelled_at is null;

-- The calendar of payments. Sums and days of an entry never change; `covered_until` alone comes earlier when a change
-- of plan ends what was billed, and the rest is a credit.
create table tariff_entries (
  id bigint generated always as identity unique,
  company_id bigint not null references tariff_accounts,
  plan_id bigint not null,
  kind text not null check (kind in ('period', 'limit')),
  period_start date not null,
  period_end date not null check (period_end >= period_start),
  covered_until date not null check (covered_until between period_start - 1 and period_end),
  months smallint not null,
  price_per_executor_tiyn bigint not null,
  -- Places that are billed here: all of the period, or those that came in the middle of it.
  limit_count integer not null check (limit_count >= 0),
  amount_tiyn bigint not null check (amount_tiyn >= 0),
  credit_tiyn bigint not null check (credit_tiyn between 0 and amount_tiyn),
  payment_due_date date not null,
  paid_at timestamptz,
  paid_by bigint references users,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, plan_id) references tariff_plans (company_id, id),
  check (not (paid_at is not null and cancelled_at is not null))
);
create unique index tariff_entries_once on tariff_entries (company_id, period_start)
  where kind = 'period' and cancelled_at is null and covered_until >= period_start;
create index on tariff_entries (company_id, period_start, id);
create index on tariff_entries (company_id, payment_due_date) where paid_at is null and cancelled_at is null;

-- What is given back by a change of plan and taken off the bills that follow.
create table tariff_credits (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  entry_id bigint not null,
  amount_tiyn bigint not null check (amount_tiyn > 0),
  credited_on date not null,
  created_at timestamptz not null default now(),
  foreign key (company_id, entry_id) references tariff_entries (company_id, id)
);
create index on tariff_credits (company_id);

-- Who issues the bills, and to which account they are paid: one row.
create table tariff_seller (
  is_only boolean primary key default true check (is_only),
  name text not null,
  bin text not null,
  address text not null,
  bank_name text not null,
  bic text not null,
  iban text not null,
  kbe text not null,
  knp text not null,
  -- Null: pays no VAT.
  vat_percentage smallint check (vat_percentage between 1 and 99),
  updated_by bigint references users,
  updated_at timestamptz not null default now()
);

-- Payments of companies as the statement of that account shows them.
create table tariff_payments (
  id bigint generated always as identity primary key,
  operated_on date not null,
  number text not null,
  amount_tiyn bigint not null check (amount_tiyn > 0),
  payer_name text not null,
  payer_bin text,
  payer_iban text,
  purpose text not null,
  -- Whose; null until it is matched.
  company_id bigint references tariff_accounts,
  matched_at timestamptz,
  -- Null: by the number in its purpose.
  matched_by bigint references users,
  read_by bigint not null references users,
  created_at timestamptz not null default now(),
  unique nulls not distinct (operated_on, number, amount_tiyn, payer_iban, payer_bin),
  unique (company_id, id),
  check ((company_id is null) = (matched_at is null))
);

create table tariff_payment_entries (
  company_id bigint not null,
  payment_id bigint not null,
  entry_id bigint not null,
  primary key (company_id, entry_id),
  foreign key (company_id, payment_id) references tariff_payments (company_id, id),
  foreign key (company_id, entry_id) references tariff_entries (company_id, id)
);
