-- Whether a company pays VAT holds from a day on: a late invoice of last year has the rate of last year.
create table company_vat (
  company_id bigint not null references companies,
  valid_from date not null,
  -- Null from when it pays none.
  rate integer check (rate between 0 and 99),
  certificate_series text check (certificate_series ~ '^[0-9]{5}$'),
  certificate_number text check (certificate_number ~ '^[0-9]{7}$'),
  updated_by bigint not null references users,
  updated_at timestamptz not null default now(),
  primary key (company_id, valid_from),
  check ((rate is null) = (certificate_series is null) and (rate is null) = (certificate_number is null))
);
-- Of those who said it before, nobody was asked from when: as far back as their papers go.
insert into company_vat (company_id, valid_from, rate, certificate_series, certificate_number, updated_by, updated_at)
select company_id, '2000-01-01', rate, certificate_series, certificate_number, updated_by, updated_at from esf_vat_payers;
drop table esf_vat_payers;
