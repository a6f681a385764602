-- A template is a DOCX that was looked through; its fields are named when it is uploaded. A deleted one stays, because
-- contracts were made from it.
create table contract_templates (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  name text not null,
  sort_key text collate "C" generated always as (kz_sort_key(name)) stored,
  file_id bigint not null,
  fields text[] not null,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, file_id) references files (company_id, id)
);
create index on contract_templates (company_id, created_at desc) where deleted_at is null;

-- Where a contract comes from: the Word file as it was uploaded, the template, the contract it adds to or renews.
alter table documents
  add column original_file_id bigint,
  add column template_id bigint,
  add column parent_id bigint,
  add column renewed_from_id bigint,
  add foreign key (company_id, original_file_id) references files (company_id, id),
  add foreign key (company_id, template_id) references contract_templates (company_id, id),
  add foreign key (company_id, contractor_company_id, parent_id)
    references documents (company_id, contractor_company_id, id),
  add foreign key (company_id, contractor_company_id, renewed_from_id)
    references documents (company_id, contractor_company_id, id),
  add check (parent_id is null or type = 'addendum');
create index on documents (company_id, parent_id) where parent_id is not null;
create index on documents (company_id, renewed_from_id) where renewed_from_id is not null;
create index on documents (end_date) where status = 'signed';

-- Signed on paper: the side that holds the paper shows its scan, the other confirms it, disputes it or lets the days
-- pass. One row a version; what support decided stands in it.
create table hand_signatures (
  company_id bigint not null,
  document_id bigint not null,
  version integer not null,
  scan_file_id bigint not null,
  marked_by bigint not null references users,
  marked_at timestamptz not null default now(),
  -- The first day on which silence counts as consent.
  counts_on date not null,
  confirmed_at timestamptz,
  disputed_at timestamptz,
  dispute_reason text,
  decided_at timestamptz,
  decided_by bigint references users,
  primary key (company_id, document_id, version),
  foreign key (company_id, document_id) references documents (company_id, id),
  foreign key (company_id, scan_file_id) references files (company_id, id),
  check (confirmed_at is null or disputed_at is null or decided_at is not null),
  check (decided_at is null or disputed_at is not null),
  check ((disputed_at is null) = (dispute_reason is null))
);
create index on hand_signatures (counts_on) where confirmed_at is null and disputed_at is null;
create index on hand_signatures (disputed_at) where disputed_at is not null and decided_at is null;

alter table document_history drop constraint document_history_actor_side_check;
alter table document_history add constraint document_history_actor_side_check
  check (actor_side in ('business', 'executor', 'clock', 'support'));

-- Which notices of a coming end were sent; a contract that ends on another day is told of anew.
create table document_notices (
  company_id bigint not null,
  document_id bigint not null,
  end_date date not null,
  days integer not null check (days in (30, 14, 3)),
  created_at timestamptz not null default now(),
  primary key (company_id, document_id, end_date, days),
  foreign key (company_id, document_id) references documents (company_id, id)
);

-- Days that are not as the week says: holidays on weekdays, and Saturdays worked instead. Filled by the operator from
-- the government's resolution of each year.
create table calendar_days (
  day date primary key,
  is_working boolean not null,
  reason text not null
);

-- A large download begins with a ticket of one minute and one use, for a link carries no session.
create table download_tickets (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references users,
  company_id bigint not null references companies,
  kind text not null check (kind in ('documents')),
  ids jsonb not null,
  locale text not null check (locale in ('ru', 'kz')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on download_tickets (expires_at);
