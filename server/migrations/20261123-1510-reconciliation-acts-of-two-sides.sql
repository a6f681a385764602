-- A reconciliation as it was sent: what one side has in its books, line by line, and what the other says of each.
create table reconciliations (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  executor_company_id bigint not null references companies,
  date_from date not null,
  date_to date not null check (date_to >= date_from),
  status text not null check (status in ('sent', 'agreed', 'differences', 'withdrawn')),
  -- The executor is asked to answer by this day.
  answer_until date,
  opening_tiyn bigint not null,
  their_opening_tiyn bigint,
  remark text,
  sent_by bigint not null references users,
  sent_at timestamptz not null,
  answered_by bigint references users,
  answered_at timestamptz,
  reminded_at timestamptz,
  reminders integer not null default 0,
  -- The paper that both sign; once there is one, the rest follows its state.
  document_id bigint,
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, executor_company_id) references executors (company_id, executor_company_id),
  foreign key (company_id, executor_company_id, document_id) references documents (company_id, contractor_company_id, id),
  check (document_id is null or status <> 'sent')
);
create unique index reconciliations_one_living on reconciliations (company_id, executor_company_id, date_from, date_to)
  where status <> 'withdrawn';
create index on reconciliations (executor_company_id, sent_at desc);
create index on reconciliations (company_id, document_id) where document_id is not null;
create index on reconciliations (sent_at) where status = 'sent';

create table reconciliation_lines (
  company_id bigint not null,
  reconciliation_id bigint not null,
  position integer not null,
  date date not null,
  late_of date,
  kind text not null check (kind in ('act', 'correction', 'payment', 'refund', 'advance')),
  -- Null of an advance, and in a line that the executor has added.
  act_id bigint,
  number text not null,
  order_number integer,
  contract_number text,
  contract_date date,
  -- What the company has, and what the executor has where that differs; null where a side has no such line.
  amount_tiyn bigint,
  their_amount_tiyn bigint,
  remark text,
  primary key (company_id, reconciliation_id, position),
  foreign key (company_id, reconciliation_id) references reconciliations
);

alter table documents drop constraint documents_type_check;
alter table documents add constraint documents_type_check
  check (type in ('services', 'gph', 'framework', 'addendum', 'nda', 'other', 'reconciliation'));
-- Reconciliation acts have numbers of their own, so that contracts are counted without holes.
alter table documents drop constraint documents_company_id_number_key;
create unique index documents_number on documents (company_id, number) where type <> 'reconciliation';
create unique index documents_number_of_reconciliation on documents (company_id, number) where type = 'reconciliation';
