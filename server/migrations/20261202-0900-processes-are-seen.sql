-- Each process tells while it runs how it fares. A row without `left_at` that is not seen any more has died.
create table processes (
  id bigint generated always as identity primary key,
  host text not null check (char_length(host) <= 253),
  pid integer not null,
  role text not null check (role in ('all', 'web', 'worker')),
  version text not null check (char_length(version) <= 100),
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  left_at timestamptz,
  -- How far its clock is ahead of the database's.
  clock_ahead_ms integer not null default 0,
  watchers jsonb not null default '[]' check (jsonb_typeof(watchers) = 'array')
) with (fillfactor = 40);

-- How the platform fared at one moment of each ten minutes of the last day. `failed` is null while it is being looked at.
create table health_samples (
  taken_at timestamptz primary key,
  processes integer,
  failed text[],
  queues jsonb,
  check ((failed is null) = (queues is null) and (failed is null) = (processes is null))
);
