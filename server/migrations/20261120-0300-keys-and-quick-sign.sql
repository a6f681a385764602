-- A person's own key store: the PKCS#12 as it came, sealed once more by the product, for nobody but its owner.
create table key_stores (
  user_id bigint primary key references users,
  file_name text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- The certificate a person signs with, kept to warn before it ends.
create table user_certificates (
  user_id bigint primary key references users,
  der bytea not null,
  serial text not null,
  subject_name text not null,
  iin text not null,
  bin text,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  algorithm text not null,
  updated_at timestamptz not null default now()
);

-- A link for one signer and one document, good once and for three days; the token is kept hashed.
create table quick_signs (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  company_id bigint not null references companies,
  act_id bigint,
  document_id bigint,
  version integer not null,
  signer_user_id bigint not null references users,
  signer_company_id bigint not null references companies,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  opened_at timestamptz,
  used_at timestamptz,
  check ((act_id is null) <> (document_id is null)),
  foreign key (company_id, act_id) references acts (company_id, id),
  foreign key (company_id, document_id) references documents (company_id, id)
);
