-- Outside of a transaction.
create index concurrently if not exists bulk_runs_by_end on bulk_runs (finished_at) where state in ('done', 'failed', 'stopped')
