-- Outside of a transaction.
create index concurrently if not exists qr_sessions_of_session on qr_sessions (session_id) where session_id is not null
