-- What the two sides say to each other about an act. Numbers run under the lock of the act: «read as far as» misses none.
create table act_comments (
  id bigint generated always as identity unique,
  company_id bigint not null,
  act_id bigint not null,
  seq integer not null check (seq > 0),
  side text not null check (side in ('business', 'executor')),
  author_company_id bigint not null references companies,
  user_id bigint not null references users,
  comment text not null check (length(comment) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, act_id, seq),
  foreign key (company_id, act_id) references acts (company_id, id)
);

-- How far each person has read; without a row, not at all.
create table act_comment_reads (
  company_id bigint not null,
  act_id bigint not null,
  user_id bigint not null references users,
  seq integer not null check (seq > 0),
  read_at timestamptz not null default now(),
  primary key (company_id, act_id, user_id),
  foreign key (company_id, act_id) references acts (company_id, id)
);

-- Files beside an act: reports, photographs, receipts. They are no part of what is signed.
create table act_documents (
  id bigint generated always as identity,
  company_id bigint not null,
  act_id bigint not null,
  title text not null,
  file_id bigint not null unique,
  side text not null check (side in ('business', 'executor')),
  author_company_id bigint not null references companies,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  foreign key (company_id, act_id) references acts (company_id, id),
  foreign key (company_id, file_id) references files (company_id, id)
);
create index on act_documents (company_id, act_id);

-- The clock makes and sends acts, support restores them; runs know from where they were started.
alter table act_history drop constraint act_history_actor_side_check;
alter table act_history add constraint act_history_actor_side_check
  check (actor_side in ('business', 'executor', 'bank', 'clock', 'support'));
alter table bulk_runs add column ip inet;
create index acts_deleted on acts (deleted_at desc, id desc) where deleted_at is not null;
