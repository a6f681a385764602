-- A signature keeps its proofs inside its CMS: the time stamp and the word of НУЦ РК on revocation. What they say
-- stands beside it for the eyes. `value_digest` is SHA-256 of the signature value, which stays the same whatever
-- proofs are added; older rows have none and are known by their whole CMS.
alter table signatures
  add column value_digest bytea unique check (length(value_digest) = 32),
  add column stamped_at timestamptz,
  add column revocation_source text check (revocation_source in ('ocsp', 'crl'));

-- A good signature whose proofs could not be had yet. The act or contract does not move until they are there.
create table pending_signatures (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  act_id bigint,
  document_id bigint,
  version integer not null,
  file_id bigint not null,
  side text not null check (side in ('business', 'executor')),
  signer_company_id bigint not null references companies,
  user_id bigint not null references users,
  name text not null,
  -- As it came, and with the proofs that could be had so far.
  cms bytea not null,
  value_digest bytea not null unique check (length(value_digest) = 32),
  means text not null,
  -- The link that it came by, which is used up only by a signature that is taken.
  quick_sign_id bigint references quick_signs,
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'refused', 'dropped')),
  code text,
  detail jsonb,
  tries integer not null default 0,
  lease_token integer not null default 0,
  next_try_at timestamptz not null default now(),
  received_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((act_id is null) <> (document_id is null)),
  check ((state = 'waiting') = (finished_at is null)),
  check ((state = 'refused') = (code is not null)),
  foreign key (company_id, act_id) references acts (company_id, id),
  foreign key (company_id, document_id) references documents (company_id, id),
  foreign key (company_id, file_id) references files (company_id, id)
);
create index on pending_signatures (next_try_at) where state = 'waiting';
create index on pending_signatures (company_id, act_id, id) where act_id is not null;
create index on pending_signatures (company_id, document_id, id) where document_id is not null;

-- A row of a run may wait with a signature: the run is finished then, and the row is told the end.
alter table bulk_items add column pending_signature_id bigint references pending_signatures;
create index on bulk_items (pending_signature_id) where pending_signature_id is not null;
alter table bulk_items drop constraint bulk_items_status_check;
alter table bulk_items add constraint bulk_items_status_check
  check (status in ('waiting', 'ok', 'failed', 'pending_proof') and (status <> 'pending_proof' or pending_signature_id is not null));

-- The sandbox НУЦ: whom it has revoked, and which of its services were told to fail.
create table sandbox.nca_revocations (
  algorithm text not null check (algorithm in ('gost512', 'rsa')),
  serial text not null check (serial ~ '^[0-9a-f]+$'),
  revoked_at timestamptz not null,
  reason text not null,
  primary key (algorithm, serial)
);
create table sandbox.nca_faults (
  service text primary key check (service in ('ocsp', 'crl', 'tsp')),
  fault text not null
);
