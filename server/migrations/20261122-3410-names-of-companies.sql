-- The legal name in Kazakh, and what a company calls itself on screens.
alter table companies
  add column name_kz text check (length(name_kz) between 1 and 300),
  add column display_name text check (length(display_name) between 1 and 100);

-- Equal for names that a reader takes for the same: legal forms, quotes, case and letters of another script are left out.
create function name_likeness(name text) returns text language sql immutable parallel safe
  return translate(
    regexp_replace(
      regexp_replace(
        lower(name collate pg_c_utf8),
        '(^|[^[:alpha:]])(тоо|жшс|ао|ақ|ип|жк|too|llp)([^[:alpha:]]|$)' collate pg_c_utf8, '\1\3', 'g'),
      '[^[:alnum:]]+' collate pg_c_utf8, '', 'g'),
    'авекмнорстухіһё0', 'abekmhopctyxiheo');
create index companies_name_likeness on companies (name_likeness(name));

-- A legal name that a company asks for; until it is approved the old one stands everywhere.
create table company_name_requests (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  name text not null check (length(name) between 1 and 300),
  name_kz text check (length(name_kz) between 1 and 300),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'cancelled')),
  asked_by bigint not null references users,
  asked_at timestamptz not null default now(),
  decided_by bigint references users,
  decided_at timestamptz,
  reason text,
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'refused') = (reason is not null))
);
create unique index company_name_requests_one_waiting on company_name_requests (company_id) where state = 'waiting';
create index on company_name_requests (state, id);

alter table company_history
  drop constraint company_history_action_check,
  add constraint company_history_action_check check (action in (
    'company_changed', 'requisite_added', 'requisite_changed', 'requisite_deleted', 'main_changed',
    'bank_connected', 'bank_changed', 'bank_removed',
    'employee_invited', 'invitation_cancelled', 'employee_joined', 'rights_changed', 'deputy_named',
    'deputy_ended', 'employee_removed', 'employee_restored',
    'pay_settings_changed', 'pay_change_asked', 'pay_change_confirmed', 'pay_change_cancelled',
    'pay_change_applied',
    'name_asked', 'name_cancelled', 'name_changed', 'name_refused'
  ));
