-- What has happened with an executor of a company; the moves are those of shared/src/features/executors/executor-status.ts.
create table executor_history (
  id bigint generated always as identity unique,
  company_id bigint not null references companies,
  executor_company_id bigint not null,
  seq integer not null,
  action text not null,
  actor_side text not null,
  actor_user_id bigint references users,
  from_status text,
  to_status text not null,
  responsible_user_id bigint references users,
  created_at timestamptz not null default now(),
  primary key (company_id, executor_company_id, seq),
  foreign key (company_id, executor_company_id) references executors (company_id, executor_company_id),
  constraint executor_history_moves check ((coalesce(from_status, 'nowhere'), action, actor_side, to_status) in (
    ('nowhere', 'register', 'executor', 'invited'),
    ('nowhere', 'join', 'executor', 'active'),
    ('invited', 'register', 'executor', 'invited'),
    ('removed', 'register', 'executor', 'invited'),
    ('active', 'register', 'executor', 'active'),
    ('stopped', 'register', 'executor', 'stopped'),
    ('invited', 'sign', 'executor', 'active'),
    ('invited', 'join', 'executor', 'active'),
    ('removed', 'join', 'executor', 'active'),
    ('active', 'join', 'executor', 'active'),
    ('stopped', 'join', 'executor', 'stopped'),
    ('active', 'stop', 'business', 'stopped'),
    ('stopped', 'resume', 'business', 'active'),
    ('invited', 'remove', 'business', 'removed'),
    ('active', 'remove', 'business', 'removed'),
    ('stopped', 'remove', 'business', 'removed'),
    ('invited', 'assign', 'business', 'invited'),
    ('active', 'assign', 'business', 'active'),
    ('stopped', 'assign', 'business', 'stopped')))
);

insert into executor_history (company_id, executor_company_id, seq, action, actor_side, from_status, to_status, created_at)
select company_id, executor_company_id, 1, case status when 'invited' then 'register' else 'join' end, 'executor', null,
  case status when 'invited' then 'invited' else 'active' end, created_at
from executors;
insert into executor_history (company_id, executor_company_id, seq, action, actor_side, from_status, to_status)
select company_id, executor_company_id, 2, case status when 'stopped' then 'stop' else 'remove' end, 'business', 'active', status
from executors where status in ('stopped', 'removed');

-- Only somebody of the company answers for its executors.
alter table executors add foreign key (responsible_user_id, company_id) references memberships (user_id, company_id);
create index on executors (company_id, responsible_user_id) where responsible_user_id is not null;

-- How many executors a company may have from a day on; of those in force the one set last counts.
create table executor_limits (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  limit_count integer not null check (limit_count >= 0),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  set_by bigint references users,
  created_at timestamptz not null default now()
);
create index on executor_limits (company_id, id desc);
