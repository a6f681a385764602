-- Outside of a transaction.
create index concurrently if not exists sessions_by_end on sessions (least(ended_at, expires_at))
