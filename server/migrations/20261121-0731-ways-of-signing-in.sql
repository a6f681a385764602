-- Signing in by more than a password: what a session began with, second factors, codes of eGov Mobile.
alter table users add column credentials_changed_at timestamptz;
alter table sessions add column means text
  check (means in ('password', 'phone_code', 'ecp', 'egov_mobile', 'bank', 'passkey'));

-- Challenges, assertions and half sessions are not stored when they are given out; the one use of each is.
create table one_time_uses (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index on one_time_uses (expires_at);

-- Browsers a person has come in with before; a sign-in from any other one is told to him.
create table known_devices (
  user_id bigint not null references users,
  device_hash bytea not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- A sign-in by eGov Mobile: bound to the browser that shows the code, signed by a phone, used once.
create table qr_sign_ins (
  id bigint generated always as identity primary key,
  browser_hash bytea not null,
  content bytea not null,
  user_id bigint references users,
  company_id bigint references companies,
  signed_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((user_id is null) = (signed_at is null))
);
create index on qr_sign_ins (expires_at);

create table totp_factors (
  user_id bigint primary key references users,
  secret_sealed bytea not null,
  -- Null until the first code of it was right.
  confirmed_at timestamptz,
  -- The newest step of thirty seconds whose code was used; neither it nor an older one is taken again.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index on passkeys (user_id);

create table recovery_codes (
  user_id bigint not null references users,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- A change of e-mail, phone or password that waits for the codes of the old and the new side.
create table credential_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  session_id bigint not null references sessions,
  kind text not null check (kind in ('email', 'phone', 'password')),
  -- The new e-mail or phone; null for a password, which comes last and is never kept.
  target text,
  old_side text not null check (old_side in ('sms', 'email')),
  old_checked_at timestamptz,
  new_checked_at timestamptz,
  done_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((target is null) = (kind = 'password'))
);
create unique index credential_changes_live on credential_changes (user_id, kind) where done_at is null;

create table erasure_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  reason text,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  withdrawn_at timestamptz,
  done_at timestamptz
);
create unique index erasure_requests_live on erasure_requests (user_id) where withdrawn_at is null and done_at is null;
