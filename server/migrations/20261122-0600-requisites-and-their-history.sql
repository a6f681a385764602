-- An account stands once in a company, and whoever asks later sees who changed what.
create unique index bank_requisites_one_iban on bank_requisites (company_id, iban) where deleted_at is null;

alter table bank_requisites add column updated_at timestamptz not null default now();
alter table companies add column contact_fio text;

create table company_history (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  user_id bigint not null references users,
  action text not null check (action in (
    'company_changed', 'requisite_added', 'requisite_changed', 'requisite_deleted', 'main_changed'
  )),
  requisite_id bigint,
  -- The changed fields alone, as they were and as they are.
  before jsonb not null,
  after jsonb not null,
  ip inet,
  created_at timestamptz not null default now(),
  foreign key (company_id, requisite_id) references bank_requisites (company_id, id)
);
create index on company_history (company_id, id desc);
