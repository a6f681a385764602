-- Companies, people, contracts, acts, signatures, payment orders and bulk runs.
-- Company-owned tables carry company_id in keys and foreign keys, so that a row can never point at another
-- company's row and the tables can be distributed by company later.

-- Order of the Kazakh alphabet with Russian letters; the same map as shared/src/kernel/sort-key.ts.
create function kz_sort_key(value text) returns text
  language sql immutable strict parallel safe
  return translate(value, 'аАәӘбБвВгГғҒдДеЕёЁжЖзЗиИйЙкКқҚлЛмМнНңҢоОөӨпПрРсСтТуУұҰүҮфФхХһҺцЦчЧшШщЩъЪыЫіІьЬэЭюЮяЯABCDEFGHIJKLMNOPQRSTUVWXYZ', U&'\E000\E000\E001\E001\E002\E002\E003\E003\E004\E004\E005\E005\E006\E006\E007\E007\E008\E008\E009\E009\E00A\E00A\E00B\E00B\E00C\E00C\E00D\E00D\E00E\E00E\E00F\E00F\E010\E010\E011\E011\E012\E012\E013\E013\E014\E014\E015\E015\E016\E016\E017\E017\E018\E018\E019\E019\E01A\E01A\E01B\E01B\E01C\E01C\E01D\E01D\E01E\E01E\E01F\E01F\E020\E020\E021\E021\E022\E022\E023\E023\E024\E024\E025\E025\E026\E026\E027\E027\E028\E028\E029\E029abcdefghijklmnopqrstuvwxyz');


create table banks (
  id bigint generated always as identity primary key,
  code text not null unique,
  bic text not null unique,
  iban_code text,
  bin text,
  name_ru text not null,
  name_kz text not null,
  is_active boolean not null
);

create table service_categories (
  id bigint generated always as identity primary key,
  code text not null unique,
  name_ru text not null,
  name_kz text not null,
  knp text check (knp ~ '^[0-9]{3}$')
);

create table units (
  id bigint generated always as identity primary key,
  code text not null unique,
  name_ru text not null,
  name_kz text not null
);

create table users (
  id bigint generated always as identity primary key,
  email text,
  email_key text generated always as (lower(email)) stored unique,
  phone text unique check (phone ~ '^\+7[0-9]{10}$'),
  password_hash text,
  full_name text not null,
  iin text check (iin ~ '^[0-9]{12}$'),
  status text not null default 'active' check (status in ('active', 'blocked', 'deleted')),
  is_email_verified boolean not null default false,
  is_phone_verified boolean not null default false,
  locale text not null default 'ru' check (locale in ('ru', 'kz')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login timestamptz
);

create table companies (
  id bigint generated always as identity primary key,
  role text not null check (role in ('business', 'executor')),
  type text not null check (type in ('too', 'ao', 'ip', 'individual', 'other')),
  name text not null,
  sort_key text collate "C" generated always as (kz_sort_key(name)) stored,
  bin text not null check (bin ~ '^[0-9]{12}$'),
  kbe text check (kbe ~ '^[12][1-9]$'),
  address text,
  phone text,
  email text,
  ceo_name text,
  director_id bigint references users,
  director_position text,
  oked text,
  occupation text,
  status text not null default 'active' check (status in ('waiting', 'active', 'refused', 'blocked', 'deleted')),
  document_language text not null default 'ru' check (document_language in ('ru', 'kz')),
  executor_signs_first boolean not null default false,
  banking_integration_type text check (banking_integration_type in ('BCC', 'JUSAN', 'FORTE', 'HALYK', 'CUSTOM')),
  registered_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (role, bin)
);

create table memberships (
  user_id bigint not null references users,
  company_id bigint not null references companies,
  role_id smallint not null check (role_id in (1, 2, 3)),
  rights text[] not null default '{}',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (user_id, company_id)
);
create index on memberships (company_id);

create table user_permissions (
  user_id bigint primary key references users,
  role_id smallint not null,
  allow text[] not null
);

-- A session is one signed-in browser; its refresh token is kept hashed and rotated, and a reuse ends the family.
create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  company_id bigint references companies,
  refresh_hash bytea not null unique,
  previous_hash bytea,
  rotated_at timestamptz,
  proof_at timestamptz,
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index on sessions (user_id);
create index on sessions (previous_hash);

-- Counts failed sign-ins of an account from an address; rows older than a day are swept.
create table sign_in_failures (
  account_key bytea not null,
  ip inet not null,
  failed_at timestamptz not null default now()
);
create index on sign_in_failures (account_key, ip, failed_at);

create table bank_requisites (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  bank_id bigint not null references banks,
  iban text not null check (iban ~ '^KZ[0-9]{5}[0-9A-Z]{13}$'),
  kbe text not null check (kbe ~ '^[12][1-9]$'),
  is_main boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id),
  unique (id)
);
create unique index on bank_requisites (company_id) where is_main and deleted_at is null;

create table executors (
  company_id bigint not null references companies,
  executor_company_id bigint not null references companies,
  status text not null check (status in ('invited', 'active', 'stopped', 'removed')),
  responsible_user_id bigint references users,
  created_at timestamptz not null default now(),
  primary key (company_id, executor_company_id)
);
create index on executors (executor_company_id);

-- A row here means that its bytes are in the file store, whole: they are written, synced and read back first.
create table files (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  public_id text not null unique,
  kind text not null,
  name text not null,
  media_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  streebog512 bytea check (length(streebog512) = 64),
  storage_key text not null unique,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id)
);

create table documents (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  contractor_company_id bigint not null references companies,
  number integer not null,
  title text not null,
  sort_key text collate "C" generated always as (kz_sort_key(title)) stored,
  type text not null check (type in ('services', 'gph', 'framework', 'addendum', 'nda', 'other')),
  status text not null check (status in
    ('draft', 'sent', 'signed_by_business', 'signed_by_executor', 'signed', 'expired', 'terminated', 'refused', 'signed_by_hand', 'deleted')),
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  additional_info text,
  source_file_id bigint not null,
  frozen_file_id bigint,
  frozen_at timestamptz,
  version integer not null default 1,
  customer_signed_at timestamptz,
  contractor_signed_at timestamptz,
  reason text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  unique (company_id, number),
  unique (company_id, contractor_company_id, id),
  foreign key (company_id, contractor_company_id) references executors (company_id, executor_company_id),
  foreign key (company_id, source_file_id) references files (company_id, id),
  foreign key (company_id, frozen_file_id) references files (company_id, id),
  check ((frozen_file_id is null) = (status in ('draft', 'deleted')) or status in ('refused', 'deleted'))
);
create index on documents (contractor_company_id, updated_at desc);
create index on documents (company_id, updated_at desc);

create table document_history (
  company_id bigint not null references companies,
  document_id bigint not null,
  seq integer not null,
  action text not null,
  actor_side text not null check (actor_side in ('business', 'executor', 'clock')),
  actor_user_id bigint references users,
  actor_company_id bigint references companies,
  from_status text,
  to_status text not null,
  version integer not null,
  note text,
  file_sha256 bytea,
  means text,
  ip inet,
  created_at timestamptz not null default now(),
  primary key (company_id, document_id, seq),
  foreign key (company_id, document_id) references documents (company_id, id)
);

-- Numbers of acts and contracts run per company (and year); the row is the lock of the counter.
create table counters (
  company_id bigint not null references companies,
  name text not null,
  year integer not null,
  last integer not null,
  primary key (company_id, name, year)
);

create table acts (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  contractor_company_id bigint not null references companies,
  contract_id bigint not null,
  year integer not null,
  number integer not null check (number > 0),
  title text not null,
  status text not null check (status in
    ('draft', 'sent', 'signed_by_business', 'signed_by_executor', 'signed', 'returned', 'annulment_requested', 'annulled', 'paying', 'paid')),
  act_date date not null,
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  knp text check (knp ~ '^[0-9]{3}$'),
  additional_info text,
  auto_generate boolean not null default false,
  is_copy boolean not null default false,
  amount_tiyn bigint not null check (amount_tiyn > 0 and amount_tiyn <= 1000000000000000),
  version integer not null default 1,
  frozen_file_id bigint,
  frozen_at timestamptz,
  content_hash bytea,
  annulment_requested_by text check (annulment_requested_by in ('business', 'executor')),
  reason text,
  import_run_id bigint,
  import_row integer,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id),
  unique (id),
  unique (company_id, year, number),
  foreign key (company_id, contractor_company_id, contract_id) references documents (company_id, contractor_company_id, id),
  foreign key (company_id, frozen_file_id) references files (company_id, id),
  check ((status = 'annulment_requested') = (annulment_requested_by is not null)),
  check (status in ('draft', 'returned', 'annulled') or frozen_file_id is not null)
);
create unique index acts_import_row on acts (company_id, import_run_id, import_row) where import_run_id is not null;
create index acts_by_number on acts (company_id, year desc, number desc) where deleted_at is null;
create index acts_by_date on acts (company_id, act_date desc, id desc) where deleted_at is null;
create index acts_by_status on acts (company_id, status, year desc, number desc) where deleted_at is null;
create index acts_by_amount on acts (company_id, amount_tiyn desc, id desc) where deleted_at is null;
create index acts_by_update on acts (company_id, updated_at desc, id desc) where deleted_at is null;
create index acts_by_contractor on acts (company_id, contractor_company_id, year desc, number desc) where deleted_at is null;
create index acts_of_executor on acts (contractor_company_id, status, year desc, number desc) where deleted_at is null;
create index acts_by_contract on acts (company_id, contract_id) where deleted_at is null;

create table act_services (
  id bigint generated always as identity,
  company_id bigint not null,
  act_id bigint not null,
  position integer not null,
  category_id bigint not null references service_categories,
  description text not null,
  quantity numeric(12, 3) not null check (quantity > 0 and quantity <> 'NaN'),
  rate_tiyn bigint not null check (rate_tiyn > 0),
  amount_tiyn bigint not null check (amount_tiyn >= 0),
  unit_id bigint not null references units,
  service_date date,
  created_at timestamptz not null default now(),
  primary key (company_id, act_id, id),
  unique (company_id, act_id, position),
  foreign key (company_id, act_id) references acts (company_id, id)
);

create table act_history (
  id bigint generated always as identity unique,
  company_id bigint not null,
  act_id bigint not null,
  seq integer not null,
  action text not null,
  actor_side text not null check (actor_side in ('business', 'executor', 'bank')),
  actor_user_id bigint references users,
  actor_company_id bigint references companies,
  from_status text,
  to_status text not null,
  version integer not null,
  note text,
  content_hash bytea,
  means text,
  ip inet,
  created_at timestamptz not null default now(),
  primary key (company_id, act_id, seq),
  foreign key (company_id, act_id) references acts (company_id, id)
);

-- One detached CMS per signer. A signature of an earlier version stays, but is_current no longer counts it.
create table signatures (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  act_id bigint,
  document_id bigint,
  version integer not null,
  side text not null check (side in ('business', 'executor')),
  is_current boolean not null default true,
  signer_company_id bigint not null references companies,
  user_id bigint not null references users,
  file_id bigint not null,
  cms bytea not null,
  signature_digest bytea not null unique,
  iin text not null,
  bin text,
  name text not null,
  organization text,
  certificate bytea not null,
  certificate_serial text not null,
  certificate_issuer text not null,
  certificate_valid_from timestamptz not null,
  certificate_valid_until timestamptz not null,
  algorithm text not null,
  rights text[] not null,
  revocation text not null,
  timestamp_status text not null,
  means text not null,
  signed_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  check ((act_id is null) <> (document_id is null)),
  foreign key (company_id, act_id) references acts (company_id, id),
  foreign key (company_id, document_id) references documents (company_id, id),
  foreign key (company_id, file_id) references files (company_id, id)
);
create unique index on signatures (company_id, act_id, side) where act_id is not null and is_current;
create unique index on signatures (company_id, document_id, side) where document_id is not null and is_current;

create table payment_orders (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  act_id bigint not null,
  kind text not null default 'payment' check (kind in ('payment', 'refund')),
  end_to_end_id text not null unique,
  status text not null check (status in ('created', 'sending', 'unknown', 'accepted', 'settled', 'rejected', 'cancelled')),
  amount_tiyn bigint not null check (amount_tiyn > 0),
  knp text not null check (knp ~ '^[0-9]{3}$'),
  purpose text not null,
  payer_iban text not null,
  payer_bic text not null,
  payer_kbe text not null,
  payee_iban text not null,
  payee_bic text not null,
  payee_kbe text not null,
  payee_name text not null,
  payee_bin text not null,
  bank text not null,
  reason text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, act_id) references acts (company_id, id)
);
-- At most one live order per act, whatever clicks, tabs and processes do.
create unique index payment_orders_one_live on payment_orders (company_id, act_id)
  where kind = 'payment' and status not in ('rejected', 'cancelled');
create index on payment_orders (status, updated_at) where status in ('created', 'sending', 'unknown', 'accepted');

-- Bulk work: a run and a row per item. The lease token fences a worker that woke too late.
create table bulk_runs (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  user_id bigint not null references users,
  session_id bigint references sessions,
  kind text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  params jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  lease_token integer not null default 0,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (user_id, company_id, idempotency_key)
);
create index on bulk_runs (state, leased_until) where state = 'running';
create index on bulk_runs (user_id, company_id, id desc);

create table bulk_items (
  run_id bigint not null references bulk_runs,
  position integer not null,
  subject_id bigint,
  label text not null default '',
  payload jsonb,
  status text not null default 'waiting' check (status in ('waiting', 'ok', 'failed')),
  code text,
  detail jsonb,
  finished_at timestamptz,
  primary key (run_id, position)
);
create index on bulk_items (run_id, position) where status = 'waiting';
alter table acts add foreign key (import_run_id) references bulk_runs;

create table settings (
  name text primary key,
  value text not null
);

-- The sandbox bank keeps its own books, apart from the product's.
create schema sandbox;
create table sandbox.bank_transfers (
  end_to_end_id text primary key,
  payer_iban text not null,
  payee_iban text not null,
  amount_tiyn bigint not null,
  status text not null check (status in ('accepted', 'settled', 'rejected')),
  reason text,
  received_at timestamptz not null default now(),
  settles_at timestamptz not null
);
create table sandbox.keys (
  user_id bigint not null references users,
  company_id bigint not null references companies,
  algorithm text not null check (algorithm in ('gost512', 'rsa')),
  name text not null,
  file_name text not null,
  password text not null,
  pkcs12 bytea not null,
  primary key (user_id, company_id, algorithm)
);
