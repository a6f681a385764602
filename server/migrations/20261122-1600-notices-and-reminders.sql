-- What a person reads behind the bell. What has not been read yet of one kind is one row with a count.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  company_id bigint references companies,
  kind text not null,
  -- Names and numbers of the sentence; it is written in the language of who reads it.
  words jsonb not null,
  -- Where it leads, in the product.
  path text not null,
  count integer not null default 1 check (count > 0),
  -- One event tells one person once.
  event_key text not null unique,
  -- News of one kind that are told together until they are read.
  group_key text,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);
create index on notices (user_id, created_at desc, id desc);
create index on notices (user_id) where read_at is null;
create unique index notices_together on notices (user_id, group_key) where read_at is null and group_key is not null;
create trigger notices_are_told after insert or update on notices
  for each row execute function own_thing_is_told('notices');

-- Only what a person chose himself; what he left alone follows the rule of its kind.
create table notice_choices (
  user_id bigint not null references users,
  kind text not null,
  channel text not null check (channel in ('in_app', 'sms', 'email')),
  is_on boolean not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, kind, channel)
);

-- Moves of acts and contracts that somebody has to be told of: written with the move, taken by a watcher, so that who
-- sends or signs thousands waits for nobody's notices. Old histories that are brought in tell nobody.
create table paper_events (
  id bigint generated always as identity primary key,
  paper text not null check (paper in ('act', 'document')),
  company_id bigint not null,
  paper_id bigint not null,
  seq integer not null,
  action text not null,
  actor_side text not null,
  actor_user_id bigint,
  to_status text not null,
  version integer not null,
  created_at timestamptz not null
);

create function note_act_moves() returns trigger language plpgsql as $$
begin
  insert into paper_events (paper, company_id, paper_id, seq, action, actor_side, actor_user_id, to_status, version, created_at)
  select 'act', company_id, act_id, seq, action, actor_side, actor_user_id, to_status, version, created_at
  from made where action in ('send', 'sign', 'return', 'annul', 'settle') and created_at > now() - interval '1 day';
  return null;
end $$;
create trigger note_act_moves after insert on act_history
  referencing new table as made for each statement execute function note_act_moves();

create function note_document_moves() returns trigger language plpgsql as $$
begin
  insert into paper_events (paper, company_id, paper_id, seq, action, actor_side, actor_user_id, to_status, version, created_at)
  select 'document', company_id, document_id, seq, action, actor_side, actor_user_id, to_status, version, created_at
  from made where action in ('send', 'sign', 'refuse') and created_at > now() - interval '1 day';
  return null;
end $$;
create trigger note_document_moves after insert on document_history
  referencing new table as made for each statement execute function note_document_moves();

-- How a company reminds of papers that wait for a signature. The newest row is in force; the older ones say what was.
create table reminder_settings (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  is_on boolean not null,
  every_days integer not null check (every_days between 1 and 30),
  most integer not null check (most between 1 and 10),
  set_by bigint not null references users,
  valid_from timestamptz not null default clock_timestamp()
);
create index on reminder_settings (company_id, id desc);

-- Which paper was reminded of to whom: the row is the right to send, so that of two servers one does.
create table paper_reminders (
  company_id bigint not null references companies,
  paper text not null check (paper in ('act', 'document')),
  paper_id bigint not null,
  version integer not null,
  to_company_id bigint not null references companies,
  turn integer not null check (turn > 0),
  reminded_at timestamptz not null,
  primary key (company_id, paper, paper_id, version, to_company_id, turn)
);
create index acts_waiting_to_be_signed on acts (company_id, contractor_company_id, id)
  where deleted_at is null and status in ('sent', 'signed_by_business', 'signed_by_executor');
create index documents_waiting_to_be_signed on documents (company_id, contractor_company_id, id)
  where status in ('sent', 'signed_by_business', 'signed_by_executor');

-- Of which bills a company was told, and of which that they are late.
create table bill_notices (
  company_id bigint not null references companies,
  entry_id bigint not null,
  kind text not null check (kind in ('tariff_bill', 'tariff_overdue')),
  told_at timestamptz not null default clock_timestamp(),
  primary key (company_id, entry_id, kind)
);
