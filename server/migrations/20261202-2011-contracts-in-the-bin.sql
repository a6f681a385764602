-- Outside of a transaction.
create index concurrently if not exists documents_in_the_bin on documents (company_id, updated_at desc, id desc) where status = 'deleted';
