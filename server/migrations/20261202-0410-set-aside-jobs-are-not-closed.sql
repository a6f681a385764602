-- A job of a watcher is not given up, it would never begin again; the row of a run goes when the run is stopped.
delete from failing_jobs where closed_at is not null;
create index on failing_jobs (set_aside_at, id) where set_aside_at is not null;
