-- Who brought a company to the platform, and what share of the commission is his; set by administrators alone.
create table company_partners (
  company_id bigint primary key references companies,
  name text not null check (name <> ''),
  -- Hundredths of a percent.
  commission_bp integer not null check (commission_bp between 0 and 10000),
  set_by bigint not null references users,
  set_at timestamptz not null default now()
);
