-- What closing a period freezes: its ledger, what was withheld, and the names, flags and settings all that was reckoned by.
create table frozen_periods (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  -- The day after the period before it; null in the first one, which has no beginning.
  closed_from date,
  closed_until date not null,
  frozen_at timestamptz not null,
  document_language text not null check (document_language in ('ru', 'kz')),
  reckons_withholding boolean not null,
  primary key (company_id, id),
  unique (company_id, closed_until),
  check (closed_from <= closed_until)
);

-- What the company and its executors were called then.
create table frozen_parties (
  company_id bigint not null references companies,
  period_id bigint not null,
  party_id bigint not null references companies,
  name text not null,
  name_kz text,
  bin text not null,
  ceo_name text,
  primary key (company_id, period_id, party_id),
  foreign key (company_id, period_id) references frozen_periods on delete cascade
);

-- A row of the ledger on the day it was booked. A source (an act, an order) can have more than one.
create table frozen_ledger (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  executor_company_id bigint not null references companies,
  source text not null,
  date date not null,
  -- Its own day, where that was closed already when it came.
  late_of date,
  kind text not null check (kind in ('act', 'correction', 'payment', 'refund')),
  act_id bigint not null,
  number text not null,
  order_number integer,
  amount_tiyn bigint not null,
  primary key (company_id, id)
);
create index frozen_ledger_of_executor on frozen_ledger (company_id, executor_company_id, date);

create table frozen_withholding (
  company_id bigint not null references companies,
  executor_company_id bigint not null references companies,
  -- Its first day.
  month date not null,
  name text not null,
  bin text not null,
  acts integer not null,
  has_deduction boolean not null,
  -- The row of `withholding_rates` it was reckoned by, as it was.
  rates jsonb not null,
  gross_tiyn bigint not null,
  opv_tiyn bigint not null,
  vosms_tiyn bigint not null,
  so_tiyn bigint not null,
  deduction_tiyn bigint not null,
  taxed_tiyn bigint not null,
  ipn_tiyn bigint not null,
  net_tiyn bigint not null,
  primary key (company_id, executor_company_id, month)
);

-- The name of a party on a day of a closed period; null on an open day.
create function frozen_name(of_company bigint, of_party bigint, day date) returns text stable language sql as $$
  select p.name from frozen_periods f
  join frozen_parties p on p.company_id = f.company_id and p.period_id = f.id and p.party_id = of_party
  where f.company_id = of_company and day <= f.closed_until and (f.closed_from is null or day >= f.closed_from)
$$;
