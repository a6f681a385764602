-- Outside of a transaction.
-- Without it each batch of the next file would read all rows before it.
create index concurrently if not exists signatures_with_own_certificate on signatures (id)
  where certificate_sha256 is null
