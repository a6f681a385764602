-- Outside of a transaction.
create index concurrently if not exists acts_of_status on acts (company_id, status, year, number) include (id) where deleted_at is null
