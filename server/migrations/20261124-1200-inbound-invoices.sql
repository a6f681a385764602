-- Invoices that others issued to a company in ИС ЭСФ, as the system tells them.
create table esf_inbound (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  external_id text not null,
  registration_number text not null,
  type text check (type in ('ORDINARY_INVOICE', 'FIXED_INVOICE', 'ADDITIONAL_INVOICE')),
  number text,
  issued_on date not null,
  turnover_on date,
  seller_tin text not null,
  seller_name text,
  contract_number text,
  contract_on date,
  -- Section F: the act that it is for.
  delivery_number text,
  delivery_on date,
  related_registration text,
  currency text not null,
  -- Null where its text could not be read.
  amount_tiyn bigint,
  vat_tiyn bigint,
  status text not null check (status in ('registered', 'declined', 'revoked', 'cancelled')),
  system_status text not null,
  reason text,
  xml text not null,
  -- The signed act that it is for, once it is known.
  act_id bigint,
  read_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (company_id, id),
  unique (id),
  unique (company_id, registration_number),
  foreign key (company_id, act_id) references acts (company_id, id)
);
create index on esf_inbound (company_id, issued_on desc, id desc);
create index on esf_inbound (company_id, act_id) where act_id is not null;

-- Until which day a company's inbound invoices were asked for, and when they are asked for again.
create table esf_inbound_asks (
  company_id bigint primary key references companies,
  asked_until date,
  -- On which day the whole quarter was asked for, since states change later.
  whole_asked_on date,
  asked_at timestamptz,
  trouble text check (trouble in ('limit', 'silent')),
  tries integer not null default 0,
  next_ask_at timestamptz not null,
  leased_until timestamptz
);

-- Whether an act has its invoice, wherever it was issued.
create view invoices_of_acts as
  select company_id, act_id from esf_documents
  where kind = 'invoice' and not is_corrected and status not in ('declined', 'revoked', 'cancelled')
  union all
  -- Of what was issued here its own row knows sooner what became of it.
  select company_id, act_id from esf_inbound i where act_id is not null and status = 'registered'
    and not exists (select 1 from esf_documents e
      where e.company_id = i.company_id and e.registration_number = i.registration_number);

-- Who an invoice or act was handed in to, who is told of it when asking for the inbound ones.
alter table sandbox.esf_papers add column buyer_tin text;
create index on sandbox.esf_papers (buyer_tin, kind);
