-- A key with which a program of the company calls the API. Only its hash is kept: it is shown once, when it is made. It
-- acts for the director who made it, and is dead while that person does not direct the company.
create table api_keys (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  made_by bigint not null references users,
  name text not null check (char_length(name) between 1 and 100),
  -- Its first characters: they name it in lists, and are the client id of OAuth.
  prefix text not null unique check (prefix ~ '^kls_(live|test)_[0-9A-Za-z]{8}$'),
  hash bytea not null unique check (octet_length(hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- From where it may be used; from anywhere when there are none.
  networks text[] not null default '{}' check (cardinality(networks) <= 20),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  -- Written at most once a minute.
  last_used_at timestamptz,
  last_ip inet,
  -- The key that was made to follow it; until `expires_at` both are good.
  replaced_by bigint unique references api_keys,
  revoked_at timestamptz,
  revoked_by bigint references users,
  check ((revoked_at is null) = (revoked_by is null)),
  check (replaced_by <> id)
);
create index api_keys_of_company on api_keys (company_id, id desc);

-- How many requests a key made in the minute that began then. In no log, because it is written with each request: after a
-- crash of the database the minute begins again.
create unlogged table api_key_minutes (
  key_id bigint primary key references api_keys,
  began_at timestamptz not null,
  requests integer not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- With which key it was done; null of what a person did.
alter table act_history add column api_key_id bigint references api_keys;
alter table document_history add column api_key_id bigint references api_keys;
alter table bulk_runs add column api_key_id bigint references api_keys;

alter table company_history drop constraint company_history_action_check,
  add constraint company_history_action_check check (action in (
    'company_changed', 'requisite_added', 'requisite_changed', 'requisite_deleted', 'main_changed',
    'bank_connected', 'bank_changed', 'bank_removed',
    'employee_invited', 'invitation_cancelled', 'employee_joined', 'rights_changed', 'deputy_named',
    'deputy_ended', 'employee_removed', 'employee_restored',
    'pay_settings_changed', 'pay_change_asked', 'pay_change_confirmed', 'pay_change_cancelled',
    'pay_change_applied',
    'name_asked', 'name_cancelled', 'name_changed', 'name_refused',
    'tax_decided', 'tax_office_entered',
    'api_key_made', 'api_key_replaced', 'api_key_revoked'
  )) not valid;
