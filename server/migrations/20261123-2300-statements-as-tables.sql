-- How a company reads the tables (XLSX, CSV) of its banks: {"date": "Дата операции", "out": "Дебет", …}, by headings.
create table statement_mappings (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  -- The account, where a table does not name it.
  iban text not null,
  columns jsonb not null,
  day_order text not null check (day_order in ('dmy', 'mdy')),
  decimal_mark text not null check (decimal_mark in ('comma', 'point')),
  made_by bigint not null references users,
  made_at timestamptz not null default now(),
  ended_by bigint references users,
  ended_at timestamptz,
  primary key (company_id, id),
  unique (id),
  check ((ended_at is null) = (ended_by is null))
);
create unique index statement_mappings_kept on statement_mappings (company_id, iban, columns, day_order, decimal_mark)
  where ended_at is null;

alter table bank_statements
  -- Null: a 1C file, or what a connected bank said.
  add column mapping_id bigint,
  add foreign key (company_id, mapping_id) references statement_mappings (company_id, id);
-- The same operation in another form of statement is found by its account, day and sum.
create index bank_operations_of_days on bank_operations (company_id, day, amount_tiyn);
