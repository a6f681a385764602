-- Signing on a phone (eGov Mobile). A session is bound to its documents, their frozen bytes and the person; key and
-- token are kept hashed. A sign-in or a registration has no person yet, so the session has an id of its own.
create table qr_sessions (
  id bigint generated always as identity primary key,
  doc_type text not null check (doc_type in ('act', 'document', 'act_with_esf', 'invoice', 'login', 'registration')),
  state text not null default 'waiting' check (state in
    ('waiting', 'scanned', 'opened', 'signing', 'signed', 'cancelled', 'expired')),
  user_id bigint references users,
  company_id bigint references companies,
  session_id bigint references sessions,
  -- SHA-256 of which documents it is for: a new code for the same ones ends the earlier one.
  subjects_hash bytea not null,
  organisation jsonb not null,
  description jsonb not null,
  back_url text not null,
  key_hash bytea not null unique,
  token_hash bytea not null unique,
  -- SHA-256 of the address and the name of the phone that read the code; another one is refused.
  scanned_by bytea,
  -- The signatures under judgement (SHA-256), the how-manieth try they are, and what became of each document.
  payload_hash bytea,
  attempt integer not null default 0,
  result jsonb,
  -- Where a gateway takes the documents and gives the signatures, sealed; null when the phone comes to us.
  gateway bytea,
  gateway_leased_until timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '5 minutes'),
  finished_at timestamptz,
  check ((user_id is null) = (company_id is null))
);
create index on qr_sessions (user_id, company_id, subjects_hash, id desc);
create index on qr_sessions (expires_at) where state in ('waiting', 'scanned', 'opened', 'signing');

-- What the phone is shown under the numbers 1 to n: bytes of a frozen file, or a short content of the session's own.
create table qr_session_items (
  qr_session_id bigint not null references qr_sessions on delete cascade,
  position integer not null check (position > 0),
  subject_id bigint,
  company_id bigint,
  file_id bigint,
  content bytea,
  sign_method text not null check (sign_method in ('XML', 'CMS_WITH_DATA', 'CMS_SIGN_ONLY', 'SIGN_BYTES_ARRAY')),
  names jsonb not null,
  meta jsonb not null,
  primary key (qr_session_id, position),
  foreign key (company_id, file_id) references files (company_id, id),
  check ((file_id is null) <> (content is null)),
  check ((file_id is null) or (company_id is not null))
);
