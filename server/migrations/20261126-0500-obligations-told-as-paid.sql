-- What a company says it transferred of what it withheld in a month. A row is never changed but to be taken back: a new sum
-- of the same day is a new row.
create table obligation_payments (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  month text not null check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  kind text not null check (kind in ('opv', 'vosms', 'so', 'ipn')),
  paid_on date not null,
  amount_tiyn bigint not null check (amount_tiyn > 0),
  told_by bigint not null references users,
  told_at timestamptz not null default now(),
  untold_by bigint references users,
  untold_at timestamptz,
  check (to_char(paid_on, 'YYYY-MM') >= month),
  check ((untold_by is null) = (untold_at is null))
);
create unique index obligation_payments_one_of_day on obligation_payments (company_id, month, kind, paid_on)
  where untold_at is null;
