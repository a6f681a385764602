-- An act that repeats is the pattern of those that come after it: one for each slot, whatever watches how often.
alter table acts add column repeats_act_id bigint;
alter table acts add column slot_date date;
alter table acts add foreign key (company_id, repeats_act_id) references acts (company_id, id);
alter table acts add constraint acts_slot_check check ((repeats_act_id is null) = (slot_date is null));
create unique index acts_slot on acts (company_id, repeats_act_id, slot_date) where repeats_act_id is not null;

create table act_schedules (
  company_id bigint not null,
  act_id bigint not null,
  period text not null check (period in ('monthly', 'twice_monthly', 'weekly', 'quarterly')),
  -- So many periods after the pattern lies the slot that comes next; its date is that of the act.
  next_step integer not null check (next_step > 0),
  next_date date not null,
  stopped_at timestamptz,
  stop_reason text check (stop_reason in ('person', 'contract_ended', 'executor_stopped', 'act_gone')),
  stopped_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, act_id),
  foreign key (company_id, act_id) references acts (company_id, id),
  check ((stopped_at is null) = (stop_reason is null))
);
create index act_schedules_due on act_schedules (next_date) where stopped_at is null;

alter table companies add column auto_acts_sent boolean not null default false;

-- Until now the mark was kept and nothing followed from it.
update acts set auto_generate = false where auto_generate;
