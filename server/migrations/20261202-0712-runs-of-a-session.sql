-- Outside of a transaction.
create index concurrently if not exists bulk_runs_of_session on bulk_runs (session_id) where session_id is not null
