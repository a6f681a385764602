-- A deputy has the director's own rights from one day to another, both included (decisions 1). It ends by itself.
alter table memberships
  add column deputy_from date,
  add column deputy_until date,
  add check ((deputy_from is null) = (deputy_until is null)),
  add check (deputy_until >= deputy_from),
  add check (deputy_from is null or role_id = 2);

-- The link of an invitation is known to its receiver only; whether it is still good is a matter of the clock.
create table employee_invitations (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  rights text[] not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  status text not null default 'sent' check (status in ('sent', 'accepted', 'cancelled')),
  invited_by bigint not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_by bigint references users,
  accepted_at timestamptz,
  primary key (company_id, id),
  unique (id),
  check ((status = 'accepted') = (accepted_by is not null))
);
create unique index on employee_invitations (company_id, email_key) where status = 'sent';
