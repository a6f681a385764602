-- Sums that the bank takes at once for a list of people: [{"number": 5, "bic": …, "people": 2, "amount_tiyn": "100", "orders": [5, 6]}]
alter table payment_files add column debits jsonb not null default '[]';
alter table payment_files alter column debits drop default;

-- A bank did not take a file, in its own words, and which rule of the profile they are about.
create table payment_file_refusals (
  id bigint generated always as identity,
  company_id bigint not null,
  payment_file_id bigint not null,
  bic text not null references banks (bic),
  rule text not null check (rule in ('purpose_empty', 'purpose_length', 'name_empty', 'list_individuals',
    'list_full_name', 'list_person_twice', 'list_knp', 'list_transit_bank', 'charset', 'other')),
  words text not null check (words <> ''),
  told_by bigint not null references users,
  told_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, payment_file_id) references payment_files (company_id, id)
);
create index payment_file_refusals_by_bank on payment_file_refusals (company_id, bic, id desc);
