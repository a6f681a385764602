-- Outside of a transaction.
create index concurrently if not exists acts_in_time on acts (company_id, updated_at, id) where deleted_at is null
