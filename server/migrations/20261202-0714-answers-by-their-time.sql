-- Outside of a transaction.
create index concurrently if not exists made_once_by_time on made_once (created_at)
