-- How a company pays: through a connected bank, or by a file that is put into the bank's own program.
alter table companies
  add column payment_channel text check (payment_channel in ('bank', 'file')),
  add column payment_limit_tiyn bigint check (payment_limit_tiyn > 0),
  add column bookkeeper_name text;

alter table payment_orders
  add column channel text not null default 'bank' check (channel in ('bank', 'file')),
  add column year integer,
  add column number integer check (number > 0),
  add column needs_approval boolean not null default false,
  add column approved_by bigint references users,
  add column approved_at timestamptz,
  add column payment_file_id bigint,
  -- Who said by hand what became of it.
  add column decided_by bigint references users,
  add constraint payment_orders_second_person check (approved_by is distinct from created_by or approved_by is null),
  add constraint payment_orders_approved check (status in ('created', 'cancelled') or not needs_approval or approved_by is not null);
create unique index payment_orders_by_number on payment_orders (company_id, year, number);
create index payment_orders_by_date on payment_orders (company_id, created_at desc, id desc);
create index payment_orders_open on payment_orders (company_id, payee_iban, amount_tiyn)
  where status in ('sending', 'unknown', 'accepted');

create table payment_files (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  format text not null check (format in ('1c', 'mt102', 'mt100', 'xlsx')),
  file_id bigint not null,
  orders integer not null check (orders > 0),
  amount_tiyn bigint not null,
  -- Characters that the encoding lacks: [{"from": "ә", "to": "а"}]
  changed jsonb not null,
  made_by bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, file_id) references files (company_id, id)
);
alter table payment_orders
  add foreign key (company_id, payment_file_id) references payment_files (company_id, id);

create table bank_statements (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  iban text,
  date_from date,
  date_to date,
  opening_tiyn bigint,
  closing_tiyn bigint,
  uploaded_by bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  unique (company_id, sha256)
);

-- The same operation of two statements that overlap is one row: `fingerprint` is what the bank says of it.
create table bank_operations (
  id bigint generated always as identity,
  company_id bigint not null,
  statement_id bigint not null,
  line integer not null,
  fingerprint bytea not null,
  direction text not null check (direction in ('out', 'in')),
  number text not null,
  day date not null,
  amount_tiyn bigint not null check (amount_tiyn > 0),
  counterparty_name text not null,
  counterparty_bin text,
  counterparty_iban text,
  knp text,
  purpose text not null,
  state text not null check (state in ('matched', 'unmatched', 'set_aside')),
  order_id bigint,
  note text,
  settled_by bigint references users,
  settled_at timestamptz,
  primary key (company_id, id),
  unique (id),
  unique (company_id, fingerprint),
  foreign key (company_id, statement_id) references bank_statements (company_id, id),
  foreign key (company_id, order_id) references payment_orders (company_id, id),
  check ((state = 'matched') = (order_id is not null))
);
create unique index bank_operations_one_order on bank_operations (company_id, order_id) where order_id is not null;
create index on bank_operations (company_id, statement_id, line);
create index on bank_operations (company_id, day desc, id desc);
