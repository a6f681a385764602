-- Outside of a transaction.
drop index concurrently if exists signatures_with_own_certificate
