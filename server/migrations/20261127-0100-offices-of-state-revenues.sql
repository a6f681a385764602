-- To whom a company transfers the income tax that it withheld: the office of state revenues of its place, as the company
-- itself enters it. Each has its own БИН and account. A row is never changed: of the rows that hold on a day the latest counts.
create table tax_offices (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  valid_from date not null,
  name text not null check (name <> ''),
  bin text not null check (bin ~ '^\d{12}$'),
  iban text not null check (iban ~ '^KZ[0-9A-Z]{18}$'),
  bank_id bigint not null references banks,
  entered_by bigint not null references users,
  entered_at timestamptz not null default now()
);
create index tax_offices_by_day on tax_offices (company_id, valid_from desc, id desc);

alter table company_history drop constraint company_history_action_check,
  add constraint company_history_action_check check (action in (
    'company_changed', 'requisite_added', 'requisite_changed', 'requisite_deleted', 'main_changed',
    'bank_connected', 'bank_changed', 'bank_removed',
    'employee_invited', 'invitation_cancelled', 'employee_joined', 'rights_changed', 'deputy_named',
    'deputy_ended', 'employee_removed', 'employee_restored',
    'pay_settings_changed', 'pay_change_asked', 'pay_change_confirmed', 'pay_change_cancelled',
    'pay_change_applied',
    'name_asked', 'name_cancelled', 'name_changed', 'name_refused',
    'tax_decided', 'tax_office_entered'
  ));
