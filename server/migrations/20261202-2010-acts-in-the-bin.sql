-- Outside of a transaction.
create index concurrently if not exists acts_in_the_bin on acts (company_id, deleted_at desc, id desc) where deleted_at is not null;
