-- Books that are closed: until a day nothing that counts may change any more.
alter table companies add column closed_until date;

create table period_closings (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  -- The last closed day after this; null when all was opened.
  closed_until date,
  note text,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);

-- Whoever closes takes this lock alone, whoever changes an act shares it: none slips in between the look and the lock.
create function closed_period_lock(company_id bigint) returns bigint language sql immutable as $$
  select hashtextextended('closed period of ' || company_id, 0)
$$;

-- The rule stands at the rows, since acts change on many ways. A problem is raised by its word, which the server knows.
create function act_is_in_open_period() returns trigger language plpgsql as $$
declare
  closed date;
  day date := new.act_date;
begin
  if tg_op = 'UPDATE' then
    -- Papers that do not count yet, or no more, may go; money of a closed month goes on in another.
    if new.status = old.status and old.status in ('draft', 'returned', 'annulled')
      and new.version = old.version and new.act_date = old.act_date then return new; end if;
    if new.version = old.version and new.deleted_at is not distinct from old.deleted_at and new.amount_tiyn = old.amount_tiyn
      and new.act_date = old.act_date and (new.status = old.status
        or (old.status in ('signed', 'paying', 'paid') and new.status in ('signed', 'paying', 'paid')))
      then return new; end if;
    if old.status not in ('draft', 'returned') then day := least(old.act_date, new.act_date); end if;
  end if;
  perform pg_advisory_xact_lock_shared(closed_period_lock(new.company_id));
  select c.closed_until into closed from companies c where c.id = new.company_id;
  if day <= closed then
    raise exception using errcode = 'KP409', message = 'period.closed', detail = closed::text;
  end if;
  return new;
end $$;
create trigger acts_in_open_periods before insert or update on acts
  for each row execute function act_is_in_open_period();

-- What is withheld from individuals under civil-law contracts, by the day it holds from. Facts: laws and orders of 2025.
create table withholding_rates (
  valid_from date primary key,
  mzp_tiyn bigint not null,
  mrp_tiyn bigint not null,
  opv_percent numeric not null,
  opv_cap_mzp integer not null,
  vosms_percent numeric not null,
  so_percent numeric not null,
  so_cap_mzp integer not null,
  ipn_percent numeric not null,
  ipn_high_percent numeric not null,
  ipn_high_above_mrp integer not null,
  deduction_mrp numeric not null
);
insert into withholding_rates values ('2026-01-01', 8500000, 432500, 10, 50, 2, 5, 7, 10, 15, 8500, 30);

alter table companies add column reckons_withholding boolean not null default false;
-- Whoever asked this customer for the deduction.
alter table executors add column has_deduction boolean not null default false;
