-- Money is counted by the bank's day. A settlement says how much of an order was carried out on which day, and which
-- operation of a statement showed it: one debit may settle many orders, and one order many debits.
create table settlements (
  id bigint generated always as identity,
  company_id bigint not null,
  order_id bigint not null,
  -- Null: the bank answered or a user stated it, and no statement has shown it yet.
  operation_id bigint,
  -- Below zero: money that the payee's bank returned.
  amount_tiyn bigint not null check (amount_tiyn <> 0),
  day date not null,
  -- The day that was stated before a statement showed the operation; it returns when that match is undone.
  stated_on date,
  made_by bigint references users,
  made_at timestamptz not null default now(),
  undone_by bigint references users,
  undone_at timestamptz,
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, order_id) references payment_orders (company_id, id),
  foreign key (company_id, operation_id) references bank_operations (company_id, id),
  check ((undone_at is null) = (undone_by is null)),
  check (operation_id is not null or stated_on is not null)
);
create unique index settlements_once on settlements (company_id, operation_id, order_id) where undone_at is null;
create index settlements_of_orders on settlements (company_id, order_id, day) where undone_at is null;

-- What is left of a debit to an executor and belongs to no order; it is set off when the executor is paid next.
create table advances (
  id bigint generated always as identity,
  company_id bigint not null,
  executor_company_id bigint not null references companies,
  operation_id bigint not null,
  amount_tiyn bigint not null check (amount_tiyn > 0),
  used_tiyn bigint not null default 0 check (used_tiyn between 0 and amount_tiyn),
  day date not null,
  made_by bigint references users,
  made_at timestamptz not null default now(),
  undone_by bigint references users,
  undone_at timestamptz,
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, operation_id) references bank_operations (company_id, id),
  check ((undone_at is null) = (undone_by is null)),
  check (undone_at is null or used_tiyn = 0)
);
create index advances_of_operations on advances (company_id, operation_id) where undone_at is null;
create index advances_of_executors on advances (company_id, executor_company_id, day) where undone_at is null;

create table advance_uses (
  id bigint generated always as identity,
  company_id bigint not null,
  advance_id bigint not null,
  act_id bigint not null,
  amount_tiyn bigint not null check (amount_tiyn > 0),
  day date not null,
  made_by bigint references users,
  made_at timestamptz not null default now(),
  undone_by bigint references users,
  undone_at timestamptz,
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, advance_id) references advances (company_id, id),
  foreign key (company_id, act_id) references acts (company_id, id),
  check ((undone_at is null) = (undone_by is null))
);
create index advance_uses_of_acts on advance_uses (company_id, act_id) where undone_at is null;
create index advance_uses_of_advances on advance_uses (company_id, advance_id) where undone_at is null;

-- «Debits of … with the text … are bank's commission»: rules that a company keeps.
create table bank_rules (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  direction text not null check (direction in ('out', 'in')),
  counterparty_bin text,
  counterparty_iban text,
  words text,
  kind text not null check (kind in ('commission', 'own_transfer', 'other')),
  made_by bigint not null references users,
  made_at timestamptz not null default now(),
  ended_by bigint references users,
  ended_at timestamptz,
  primary key (company_id, id),
  unique (id),
  check (counterparty_bin is not null or counterparty_iban is not null or words is not null),
  check ((ended_at is null) = (ended_by is null))
);
create index bank_rules_kept on bank_rules (company_id) where ended_at is null;

alter table payment_orders
  add column settled_tiyn bigint not null default 0 check (settled_tiyn between 0 and amount_tiyn),
  -- The bank's day of the last money.
  add column settled_on date;
-- What is settled and set off of an act; it is paid when nothing is left.
alter table acts add column covered_tiyn bigint not null default 0
  constraint acts_covered check (covered_tiyn between 0 and greatest(amount_tiyn, 0));
create index acts_covered_in_part on acts (company_id, contractor_company_id)
  where status = 'signed' and covered_tiyn > 0 and deleted_at is null;

insert into settlements (company_id, order_id, operation_id, amount_tiyn, day, stated_on, made_by, made_at)
select o.company_id, o.id, p.id, o.amount_tiyn,
  coalesce(p.day, (o.settled_at at time zone 'Asia/Almaty')::date),
  case when p.id is null then (o.settled_at at time zone 'Asia/Almaty')::date end,
  coalesce(p.settled_by, o.decided_by), o.settled_at
from payment_orders o left join bank_operations p on p.company_id = o.company_id and p.order_id = o.id
where o.status = 'settled';
update payment_orders o set settled_tiyn = s.amount_tiyn, settled_on = s.day
from settlements s where s.company_id = o.company_id and s.order_id = o.id;
update acts set covered_tiyn = amount_tiyn where status = 'paid' and amount_tiyn > 0;
alter table payment_orders add constraint payment_orders_settled_whole
  check ((status = 'settled') <= (settled_tiyn = amount_tiyn and settled_on is not null));

-- One open order per act; a settled one is done, and its act may want another when money was returned.
drop index payment_orders_one_live;
create unique index payment_orders_one_live on payment_orders (company_id, act_id)
  where kind = 'payment' and status in ('created', 'sending', 'unknown', 'accepted');
create index payment_orders_settled on payment_orders (company_id, act_id) where settled_tiyn > 0;

drop index bank_operations_one_order;
alter table bank_operations
  drop column order_id,
  -- What an operation set aside is.
  add column kind text check (kind in ('commission', 'own_transfer', 'other')),
  add column rule_id bigint,
  -- Somebody has undone a match: nothing matches it by itself any more.
  add column left_to_person boolean not null default false,
  add foreign key (company_id, rule_id) references bank_rules (company_id, id);
update bank_operations set kind = 'other' where state = 'set_aside';
alter table bank_operations add constraint bank_operations_kind check ((state = 'set_aside') = (kind is not null));
create index bank_operations_open on bank_operations (company_id, day) where state = 'unmatched';

alter table act_history drop constraint act_history_action_check;
alter table act_history add constraint act_history_action_check check (action in ('create', 'copy', 'import',
  'correct', 'generate', 'edit', 'send', 'sign', 'return', 'recall', 'annul', 'refuse_annulment', 'pay', 'settle',
  'reject_payment', 'reopen_payment', 'return_payment', 'record_refund', 'delete', 'restore', 'attach', 'detach'));

create trigger settlements_are_told after insert or update on settlements
  for each row execute function own_thing_is_told('payments');
create trigger advances_are_told after insert or update on advances
  for each row execute function own_thing_is_told('payments');
create trigger bank_operations_are_told after update of state on bank_operations
  for each row execute function own_thing_is_told('payments');
