-- Electronic invoices and acts of ИС ЭСФ that an executor issues by an act, the session he has there, and who pays VAT.

create table esf_documents (
  id bigint generated always as identity,
  -- The company of the act, as with everything that hangs on an act; the seller is its executor.
  company_id bigint not null references companies,
  act_id bigint not null,
  act_version integer not null,
  seller_company_id bigint not null references companies,
  kind text not null check (kind in ('invoice', 'awp')),
  type text not null check (type in ('ORDINARY_INVOICE', 'FIXED_INVOICE', 'ADDITIONAL_INVOICE')),
  number text not null,
  issued_on date not null,
  turnover_on date not null,
  amount_tiyn bigint not null,
  status text not null check (status in
    ('ready', 'sending', 'unknown', 'sent', 'registered', 'declined', 'revoking', 'revoked', 'cancelled')),
  -- `hand`: taken to the portal by its maker, who types the number in.
  channel text not null check (channel in ('api', 'hand')),
  -- The very text that was signed; it is sent as it stands.
  xml text not null,
  signature text,
  certificate bytea,
  signer_name text not null,
  created_by bigint not null references users,
  -- Which invoice it corrects.
  corrects_id bigint,
  -- It was corrected by another one, and counts no more once that one is registered.
  is_corrected boolean not null default false,
  external_id text,
  system_status text,
  registration_number text,
  -- Why it was declined, in the words of the system: a list of property, code and text.
  errors jsonb,
  reason text,
  revoke_signature text,
  revoke_certificate bytea,
  -- Who speaks with the system about it, and until when nobody else does.
  leased_until timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  trouble text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  registered_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, act_id) references acts (company_id, id),
  foreign key (company_id, corrects_id) references esf_documents (company_id, id),
  check (channel = 'hand' or (signature is not null and certificate is not null)),
  check ((status = 'registered') <= (registration_number is not null))
);
-- One of a kind for an act, whatever clicks, phones and processes do.
create unique index esf_documents_one_live on esf_documents (company_id, act_id, kind)
  where status not in ('declined', 'revoked', 'cancelled') and not is_corrected;
create unique index esf_documents_number on esf_documents (seller_company_id, kind, number);
create index on esf_documents (next_try_at) where status in ('ready', 'sending', 'unknown', 'sent', 'revoking');
create index on esf_documents (seller_company_id, id desc);
create index on esf_documents (company_id, id desc);

-- A session in ИС ЭСФ lies sealed: whoever has it sends in the name of the company.
create table esf_sessions (
  company_id bigint primary key references companies,
  user_id bigint not null references users,
  ticket_hash bytea not null,
  session_sealed bytea,
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((session_sealed is null) = (closed_at is not null))
);

-- Absent for who pays no VAT.
create table esf_vat_payers (
  company_id bigint primary key references companies,
  rate integer not null check (rate between 0 and 99),
  certificate_series text not null check (certificate_series ~ '^[0-9]{5}$'),
  certificate_number text not null check (certificate_number ~ '^[0-9]{7}$'),
  updated_by bigint not null references users,
  updated_at timestamptz not null default now()
);

-- A phone may also sign somebody in to ИС ЭСФ.
alter table qr_sessions drop constraint qr_sessions_doc_type_check;
alter table qr_sessions add constraint qr_sessions_doc_type_check
  check (doc_type in ('act', 'document', 'act_with_esf', 'invoice', 'esf', 'login', 'registration'));

-- The ИС ЭСФ of the sandbox: what it gave out, what it took, and which of its deeds were told to fail.
create table sandbox.esf_tickets (
  ticket text primary key,
  iin text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create table sandbox.esf_sessions (
  session_id text primary key,
  tin text not null,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create table sandbox.esf_papers (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'awp')),
  tin text not null,
  number text not null,
  body text not null,
  status text not null,
  registration_number text,
  -- Registration number of the invoice whose place it takes.
  replaces text,
  taken_at timestamptz not null
);
create index on sandbox.esf_papers (tin, kind, number);
create table sandbox.esf_calls (
  id bigint generated always as identity primary key,
  operation text not null,
  called_at timestamptz not null
);
create index on sandbox.esf_calls (called_at);
create table sandbox.esf_faults (
  operation text primary key,
  fault text not null check (fault in ('silent', 'error', 'lost', 'slow'))
);
