-- Banks a company has connected. Secrets lie sealed under a key that the database does not hold; which one is told by
-- `key_id`, so that the key can be changed.
create table bank_integrations (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  kind text not null check (kind in ('BCC', 'JUSAN', 'FORTE', 'HALYK', 'CUSTOM')),
  -- What is no secret: account, addresses, scopes, and the words the bank uses.
  settings jsonb not null,
  field_map jsonb not null,
  status_map jsonb not null,
  secrets_sealed bytea,
  key_id text,
  secret_set_at timestamptz,
  has_consent boolean not null default false,
  check_outcome text check (check_outcome in ('works', 'by_file', 'failed')),
  check_fault text,
  check_accounts text[] not null default '{}',
  checked_at timestamptz,
  saved_by bigint not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (company_id, id),
  unique (id),
  check ((secrets_sealed is null) = (key_id is null)),
  check (removed_at is null or secrets_sealed is null)
);
create unique index bank_integrations_one on bank_integrations (company_id, kind) where removed_at is null;
create index bank_integrations_by_key on bank_integrations (key_id) where secrets_sealed is not null;

-- Through which of them an order goes; null for files and for the bank of the sandbox itself.
alter table payment_orders
  add column integration_id bigint,
  add foreign key (company_id, integration_id) references bank_integrations (company_id, id);
create index payment_orders_by_integration on payment_orders (company_id, integration_id)
  where integration_id is not null;

-- The history of a company tells of its banks too.
alter table company_history
  drop constraint company_history_action_check,
  add constraint company_history_action_check check (action in (
    'company_changed', 'requisite_added', 'requisite_changed', 'requisite_deleted', 'main_changed',
    'bank_connected', 'bank_changed', 'bank_removed'
  ));
