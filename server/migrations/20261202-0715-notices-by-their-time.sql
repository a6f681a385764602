-- Outside of a transaction.
create index concurrently if not exists notices_by_time on notices (created_at)
