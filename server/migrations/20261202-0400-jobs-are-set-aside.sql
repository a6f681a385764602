-- Work behind people's backs that failed by a fault of ours: a run (`bulk.run`), or one job of a watcher. The row goes
-- when the job succeeds. After many tries it is set aside and looked at by an administrator.
create table failing_jobs (
  id bigint generated always as identity primary key,
  job text not null,
  subject_id bigint not null,
  company_id bigint references companies,
  failures integer not null default 1,
  reason text not null check (char_length(reason) <= 500),
  first_failed_at timestamptz not null default now(),
  last_failed_at timestamptz not null default now(),
  not_before timestamptz,
  set_aside_at timestamptz,
  -- Given up by an administrator: it is not tried again.
  closed_at timestamptz,
  unique (job, subject_id),
  check (closed_at is null or set_aside_at is not null)
);
create index on failing_jobs (set_aside_at, id) where set_aside_at is not null and closed_at is null;
