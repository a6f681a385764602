-- Outside of a transaction.
drop index concurrently if exists acts_by_status
