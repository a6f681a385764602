-- What the register of taxpayers said of an executor, check by check; a row is never changed.
create table register_checks (
  id bigint generated always as identity primary key,
  executor_company_id bigint not null references companies,
  register text not null,
  -- False: there was no answer, or none that is understood.
  is_answered boolean not null,
  -- As a sole trader, or as a legal entity; null: no answer.
  is_registered boolean,
  registered_since date,
  -- The last day; null while it holds.
  registered_until date,
  is_liquidating boolean,
  is_vat_payer boolean,
  vat_since date,
  vat_until date,
  -- Null: asked by the product itself.
  asked_by bigint references users,
  checked_at timestamptz not null default now(),
  check (num_nonnulls(is_registered, is_liquidating, is_vat_payer) = case when is_answered then 3 else 0 end),
  check (is_registered is not distinct from true or num_nonnulls(registered_since, registered_until) = 0),
  check (is_vat_payer is not distinct from true or num_nonnulls(vat_since, vat_until) = 0)
);
create index register_checks_of_executors on register_checks (executor_company_id, id);
