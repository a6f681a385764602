-- When the person last proved who they are by a signature; a password does not change it.
alter table sessions add column signed_proof_at timestamptz;

-- Under a payment limit a new holder of `pay` approves nothing before this moment.
alter table memberships add column approves_from timestamptz;

-- A higher limit, or none, that was asked for by a person whom the limit binds.
create table pay_limit_changes (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  -- Null removes the limit.
  payment_limit_tiyn bigint check (payment_limit_tiyn > 0),
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'cancelled')),
  asked_by bigint not null references users,
  asked_at timestamptz not null default now(),
  -- Null: a second person has to confirm it.
  applies_at timestamptz,
  -- Nobody's, where the clock applied it.
  decided_by bigint references users,
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null)),
  constraint second_person check (state <> 'applied' or applies_at is not null or decided_by <> asked_by)
);
create unique index pay_limit_changes_one_waiting on pay_limit_changes (company_id) where state = 'waiting';
create index on pay_limit_changes (applies_at) where state = 'waiting';
