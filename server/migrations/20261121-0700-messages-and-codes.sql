-- Every SMS and e-mail is a row first (decisions 12). A text with a secret lies sealed and only until it is
-- delivered or useless; `body` is what may be read by anybody who may read the outbox later.
create table messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'email')),
  kind text not null,
  recipient text not null,
  user_id bigint references users,
  company_id bigint references companies,
  locale text not null check (locale in ('ru', 'kz')),
  subject text,
  body text not null,
  sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'kept', 'failed', 'expired')),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  leased_until timestamptz,
  expires_at timestamptz,
  gateway text,
  gateway_id text,
  gateway_says text,
  -- One event tells one person once, however often the deed is repeated.
  event_key text unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index on messages (next_try_at) where state in ('waiting', 'sending');
create index on messages (id) where sealed is not null;
create index on messages (user_id, id desc);

-- What was asked to be sent, for the limits: by receiver, by the numbers around him, by address. Hashes only.
create table message_requests (
  channel text not null check (channel in ('sms', 'email')),
  target_hash bytea not null,
  prefix_hash bytea not null,
  ip inet not null,
  requested_at timestamptz not null default clock_timestamp()
);
create index on message_requests (target_hash, requested_at);
create index on message_requests (prefix_hash, requested_at);
create index on message_requests (ip, requested_at);
create index on message_requests (channel, requested_at);

-- A code of six digits: keyed hash, bound to its purpose, its receiver and the thing it was asked for.
create table one_time_codes (
  id bigint generated always as identity primary key,
  purpose text not null,
  target_hash bytea not null,
  bound_to text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create unique index one_time_codes_live on one_time_codes (purpose, bound_to) where used_at is null and voided_at is null;
create index on one_time_codes (target_hash, created_at);
