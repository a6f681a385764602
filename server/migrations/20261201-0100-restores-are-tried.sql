-- Every trial of a restore. A backup counts only once it was restored and the invariants held.
create table restore_trials (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- Null when there was none to restore.
  backup_id text,
  -- All that was committed before this moment was there.
  reached timestamptz,
  -- Null when the invariants held.
  failure text,
  check (failure is not null or (backup_id is not null and reached is not null))
);
create index on restore_trials (ended_at);
