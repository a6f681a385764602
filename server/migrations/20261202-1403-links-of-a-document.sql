-- Outside of a transaction.
create index concurrently if not exists quick_signs_of_a_document on quick_signs (company_id, document_id) where document_id is not null;
