-- Outside of a transaction.
create index concurrently if not exists acts_to_sign_by on acts (sign_by, company_id) where sign_by is not null and deleted_at is null and status in ('sent', 'signed_by_business', 'signed_by_executor');
