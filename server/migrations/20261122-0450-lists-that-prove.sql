-- A list of revoked certificates that proves signatures and is too long to lie in each of them is kept once, by its
-- digest, beside the signatures that point at it: what proves them is in the same backup as they are.
create table revocation_lists (
  sha256 bytea primary key check (length(sha256) = 32),
  bytes bytea not null,
  kept_at timestamptz not null default now()
);
-- Serial numbers do not shrink.
alter table revocation_lists alter column bytes set storage external;

-- In the order in which they go into a CMS: the base list, then its delta.
create table signature_lists (
  company_id bigint not null,
  signature_id bigint not null,
  position smallint not null check (position between 1 and 10),
  sha256 bytea not null references revocation_lists,
  primary key (company_id, signature_id, position),
  foreign key (company_id, signature_id) references signatures (company_id, id)
);
create index on signature_lists (signature_id);
create index on signature_lists (sha256);
