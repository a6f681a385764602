-- What the law leaves open and a lawyer, a tax adviser or the bank has decided, from a day on. A row is never changed: of
-- rows that begin on the same day the later one counts, and the one that begins last before a day holds on it.
create table tax_decisions (
  id bigint generated always as identity primary key,
  -- Null: for the installation, which a company that has answered itself does not follow.
  company_id bigint references companies,
  question text not null check (question ~ '^[a-z_]{1,40}$'),
  -- Null: a company has taken its own answer back.
  choice text check (choice ~ '^[a-z_]{1,40}$'),
  valid_from date not null,
  note text not null default '',
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  check (choice is not null or company_id is not null),
  check (choice is distinct from 'other' or note <> '')
);
create index tax_decisions_by_day on tax_decisions (company_id, question, valid_from desc, id desc);

alter table company_history
  drop constraint company_history_action_check,
  add constraint company_history_action_check check (action in (
    'company_changed', 'requisite_added', 'requisite_changed', 'requisite_deleted', 'main_changed',
    'bank_connected', 'bank_changed', 'bank_removed',
    'employee_invited', 'invitation_cancelled', 'employee_joined', 'rights_changed', 'deputy_named',
    'deputy_ended', 'employee_removed', 'employee_restored',
    'pay_settings_changed', 'pay_change_asked', 'pay_change_confirmed', 'pay_change_cancelled',
    'pay_change_applied',
    'name_asked', 'name_cancelled', 'name_changed', 'name_refused',
    'tax_decided'
  ));
