-- What an executor is for taxes, from a day on. A row is never changed: of rows that begin on the same day the later one
-- counts, and the one that begins last before a day holds on it.
create table tax_standings (
  id bigint generated always as identity primary key,
  executor_company_id bigint not null references companies,
  valid_from date not null,
  standing text not null check (standing in ('individual', 'self_employed', 'ip', 'too')),
  -- Null: nobody has said, or an individual has none.
  tax_regime text check (tax_regime in ('general', 'simplified', 'farmer')),
  pension text check (pension in ('age', 'service')),
  disability text check (disability in ('1_2_for_ever', '1_2', '3')),
  disability_until date,
  asks_for_opv boolean not null default false,
  is_student boolean not null default false,
  has_many_children boolean not null default false,
  citizenship text not null default 'kz' check (citizenship in ('kz', 'eaeu', 'other')),
  has_residence_permit boolean not null default false,
  is_tax_resident boolean not null default true,
  -- Kind of activity (ОКЭД) of a self-employed person.
  activity text check (activity ~ '^\d{5}$'),
  -- The paper behind it, of the side that handed it in.
  file_id bigint,
  note text not null default '',
  -- The side that said so; null: a register did.
  told_by_company_id bigint references companies,
  told_by bigint references users,
  created_at timestamptz not null default now(),
  foreign key (told_by_company_id, file_id) references files (company_id, id),
  check (tax_regime is null or standing in ('ip', 'too')),
  check (disability is distinct from '1_2_for_ever' or disability_until is null),
  check (disability is distinct from '1_2' or disability_until is not null),
  check (disability is not null or (disability_until is null and not asks_for_opv)),
  check (standing in ('individual', 'self_employed') or (pension is null and disability is null)),
  check (activity is null or standing = 'self_employed')
);
create index tax_standings_of_executor on tax_standings (executor_company_id, valid_from, id);

-- Applications for the base deduction, which one customer at a time may give.
create table deduction_applications (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  executor_company_id bigint not null references companies,
  applied_on date not null,
  -- The first day of the month from which on it is given.
  valid_from date not null check (extract(day from valid_from) = 1),
  -- The last day; null: until it is withdrawn.
  valid_until date check (valid_until >= valid_from),
  file_id bigint,
  told_by bigint references users,
  created_at timestamptz not null default now(),
  foreign key (company_id, file_id) references files (company_id, id),
  foreign key (company_id, executor_company_id) references executors (company_id, executor_company_id)
);
create index deduction_applications_of_executor on deduction_applications (company_id, executor_company_id);
-- Nobody wrote down since when: it was reckoned for every open month.
insert into deduction_applications (company_id, executor_company_id, applied_on, valid_from)
select company_id, executor_company_id, date '2025-01-01', date '2025-01-01' from executors where has_deduction;
