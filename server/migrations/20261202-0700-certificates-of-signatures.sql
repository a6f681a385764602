-- A certificate is 1.3 KB and signs for a year: it is stored once, by its digest, and not again with each signature.
-- The CMS keeps its own copy, because the signer put it there.
create table signing_certificates (
  sha256 bytea primary key,
  der bytea not null,
  kept_at timestamptz not null default now(),
  check (sha256 = sha256(der))
);

alter table signatures
  add column certificate_sha256 bytea references signing_certificates,
  alter column certificate drop not null,
  -- `certificate` is of signatures that the version before stores while it is replaced.
  add constraint signatures_have_a_certificate
    check (certificate_sha256 is not null or certificate is not null) not valid;
