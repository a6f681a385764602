-- The cheque of e-Salyq Business or Kaspi that a self-employed executor has issued for an act. Whether it is right is read
-- off the report and the act each time; here is what was handed in and what the issuer's page said.
create table act_cheques (
  id bigint generated always as identity,
  company_id bigint not null,
  act_id bigint not null,
  issuer text not null check (issuer in ('esalyq', 'kaspi')),
  -- Both ids of the code, without leading noughts: the same cheque is always written the same.
  first_id text not null check (first_id ~ '^[1-9]\d{0,19}$'),
  second_id text not null check (second_id ~ '^[1-9]\d{0,19}$'),
  added_by_company_id bigint not null references companies,
  added_by bigint not null references users,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  -- Null of a removed one: its act was annulled or deleted, and the cheque went to another.
  removed_by bigint references users,
  -- Null: nothing has been asked or answered since the cheque was added or asked for anew.
  is_found boolean,
  number text,
  issued_on date,
  iin text,
  full_name text,
  service text,
  total_tiyn bigint,
  asked_at timestamptz,
  -- Questions without an answer, one after the other.
  tries int not null default 0,
  -- Null: not asked again by itself.
  next_try_at timestamptz default now(),
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, act_id) references acts (company_id, id),
  check (is_found is distinct from true or (number is not null and issued_on is not null and iin is not null and total_tiyn is not null))
);
create unique index act_cheques_one_of_act on act_cheques (company_id, act_id) where removed_at is null;
create unique index act_cheques_one_act on act_cheques (issuer, first_id, second_id) where removed_at is null;
create index act_cheques_by_report on act_cheques (issuer, iin, number) where removed_at is null;
create index act_cheques_due on act_cheques (next_try_at) where removed_at is null;
create trigger act_cheques_are_told after insert or update or delete on act_cheques
  for each row execute function beside_act_is_told();

-- Kinds of activity with which somebody may be self-employed (Government decree 994 of 21.11.2025), a closed list. A row is
-- never changed: the latest of a code and its first day counts, the others are its history.
create table self_employed_activities (
  id bigint generated always as identity primary key,
  oked text not null check (oked ~ '^\d{5}$'),
  -- Empty where only the code is known.
  name text not null default '',
  valid_from date not null,
  -- Null: until the list is changed.
  valid_until date,
  source text not null check (source <> ''),
  -- Null: came with the product.
  created_by bigint references users,
  created_at timestamptz not null default now(),
  check (valid_until >= valid_from)
);
create index self_employed_activities_by_code on self_employed_activities (oked, valid_from, id desc);

insert into self_employed_activities (oked, name, valid_from, source)
select oked, name, date '2026-01-01', 'Постановление Правительства № 994 от 21.11.2025; kaz.zakon.kz, 14.01.2026' from (values
  ('01620', ''), ('32200', ''), ('43310', ''), ('43320', ''), ('43330', ''), ('43340', ''), ('47992', ''),
  ('49320', 'Такси'), ('53200', 'Почта и курьеры'), ('56210', ''), ('68201', 'Аренда собственного жилья')
) as known (oked, name);
