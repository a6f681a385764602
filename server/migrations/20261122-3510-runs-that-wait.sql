-- A run that was interrupted is taken up again later and later, and says what it waits for.
alter table bulk_runs
  add column failures integer not null default 0,
  add column not_before timestamptz,
  add column waits_for text check (waits_for in ('database', 'files'));
