-- Somebody who is registering has a row of his own before he has an account; he cannot sign in with it.
alter table users drop constraint users_status_check;
alter table users add constraint users_status_check check (status in ('active', 'blocked', 'deleted', 'registering'));

-- The user agreement is nobody's file: every version that was ever in force stays, byte for byte.
create table user_agreements (
  id bigint generated always as identity primary key,
  version integer not null unique check (version > 0),
  name text not null,
  pdf bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  uploaded_by bigint references users,
  in_force_from timestamptz not null default now()
);

-- What a person has agreed to, in which version, when and from where. Rows are added and never changed.
create table consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('user_agreement', 'personal_data')),
  agreement_id bigint not null references user_agreements,
  ip inet,
  given_at timestamptz not null default now()
);
create index on consents (user_id, id desc);

-- The ИС ЭСФ login of a company; the password lies sealed.
create table esf_credentials (
  company_id bigint primary key references companies,
  login text not null,
  password_sealed bytea not null,
  updated_by bigint references users,
  updated_at timestamptz not null default now()
);

-- A contract that executors are invited with: it has one party yet, and every invited gets a copy of it.
create table invitation_contracts (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  title text not null,
  type text not null check (type in ('services', 'gph', 'framework', 'addendum', 'nda', 'other')),
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  source_file_id bigint not null,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, source_file_id) references files (company_id, id)
);

create table invitations (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  name text not null,
  phone text not null check (phone ~ '^\+7[0-9]{10}$'),
  status text not null check (status in ('sent', 'opened', 'accepted', 'declined', 'expired', 'cancelled')),
  contract_id bigint not null,
  end_date date not null,
  -- SHA-256 of what stands in the link; a reminder makes a new one.
  link_hash bytea not null unique,
  executor_company_id bigint references companies,
  document_id bigint,
  reminded_at timestamptz not null default now(),
  opened_at timestamptz,
  answered_at timestamptz,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, contract_id) references invitation_contracts (company_id, id),
  foreign key (company_id, document_id) references documents (company_id, id),
  check (status <> 'accepted' or executor_company_id is not null)
);
create unique index invitations_one_living on invitations (company_id, phone) where status in ('sent', 'opened');
create index on invitations (company_id, id desc);
create index on invitations (phone) where status in ('sent', 'opened');

create table consultations (
  id bigint generated always as identity primary key,
  name text not null,
  company_name text not null,
  email text not null,
  phone text not null,
  comment text not null,
  register_link_destination text,
  ip inet not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by bigint references users
);
create index on consultations (closed_at, id);

-- A link that an administrator sends: for one registration of a business, of a certain company or of any.
create table register_links (
  id bigint generated always as identity primary key,
  link_hash bytea not null unique,
  company_id bigint references companies,
  consultation_id bigint references consultations,
  destination text not null,
  receive_method text not null check (receive_method in ('sms', 'email')),
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  opened_at timestamptz,
  used_at timestamptz
);
create index on register_links (consultation_id) where consultation_id is not null;

-- A registration and how far it has come. What was entered stays here until the company is made of it in one go.
create table registrations (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('business', 'executor')),
  stage text not null check (stage in
    ('phone', 'phone_code', 'email', 'email_code', 'company_data', 'bank', 'ecp', 'esf', 'offer_agreement', 'contract', 'verification', 'done')),
  user_id bigint not null references users,
  locale text not null check (locale in ('ru', 'kz')),
  invitation_id bigint references invitations (id),
  register_link_id bigint references register_links,
  need_sign_contract boolean not null default false,
  -- What was done last, and a keyed hash of what was sent: the same again is answered the same.
  last_action text,
  last_input bytea,
  phone text not null check (phone ~ '^\+7[0-9]{10}$'),
  phone_confirmed_at timestamptz,
  email text,
  email_confirmed_at timestamptz,
  password_hash text,
  type text check (type in ('too', 'ao', 'ip', 'individual', 'other')),
  bin text check (bin ~ '^[0-9]{12}$'),
  name text,
  address text,
  ceo text,
  director_position text,
  -- What the public register of companies said of this number.
  register jsonb,
  bank_id bigint references banks,
  iban text check (iban ~ '^KZ[0-9]{5}[0-9A-Z]{13}$'),
  challenge bytea,
  challenge_until timestamptz,
  qr_session_id bigint references qr_sessions on delete set null,
  ecp_cms bytea,
  ecp jsonb,
  -- The certificate alone says that the person speaks for the company.
  is_proven boolean not null default false,
  esf_login text,
  esf_password_sealed bytea,
  company_id bigint references companies,
  document_id bigint,
  decision text check (decision in ('waiting', 'approved', 'refused')),
  waiting_since timestamptz,
  decided_at timestamptz,
  decided_by bigint references users,
  reason text,
  step text check (step in ('company_data', 'bank', 'ecp')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  check (stage not in ('contract', 'verification', 'done') or company_id is not null),
  check ((decision = 'refused') = (step is not null))
);
create index on registrations (user_id);
create unique index registrations_one_of_phone on registrations (phone, kind)
  where phone_confirmed_at is not null and ended_at is null and stage <> 'done';
create index on registrations (decision, waiting_since, id) where decision is not null;

-- Keys by their hash. A refusal sends another one, so that a lost page is no lost registration.
create table registration_keys (
  key_hash bytea primary key,
  registration_id bigint not null references registrations on delete cascade,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index on registration_keys (registration_id);

create table registration_history (
  registration_id bigint not null references registrations on delete cascade,
  seq integer not null,
  action text not null,
  side text not null check (side in ('business', 'executor', 'invited_executor', 'administrator')),
  from_stage text not null,
  to_stage text not null,
  user_id bigint references users,
  created_at timestamptz not null default now(),
  primary key (registration_id, seq)
);

-- Calls that may be made so many times in a span, whoever makes them; hashes only.
create table limited_calls (
  what_hash bytea not null,
  called_at timestamptz not null default clock_timestamp()
);
create index on limited_calls (what_hash, called_at);
