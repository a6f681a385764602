-- Counters and statistics are read from sums that are kept, since counting a million acts takes as long as it sounds.
-- A change of an act adds a line to the changes in its own transaction and waits for nobody; now and then the lines are
-- folded into the sums. Sums and lines together are always exact.
create table act_totals (
  company_id bigint not null,
  -- business: of a company; executor: of an executor, of what he sees; pair: of a company with one executor.
  side text not null check (side in ('business', 'executor', 'pair')),
  -- A state of acts; time_to_sign counts acts signed by both in that month, with the seconds since they were sent.
  measure text not null,
  -- The executor of a pair; else 0.
  other_company_id bigint not null default 0,
  month date not null check (extract(day from month) = 1),
  count bigint not null,
  amount_tiyn bigint not null default 0,
  seconds bigint not null default 0,
  primary key (company_id, side, measure, other_company_id, month)
);
create index act_totals_of_executor on act_totals (other_company_id, measure, month) where side = 'pair';

create table act_totals_changes (like act_totals including defaults);
create index on act_totals_changes (company_id, side);
create index on act_totals_changes (other_company_id) where side = 'pair';

create view act_totals_now as
  select company_id, side, measure, other_company_id, month,
    sum(count)::bigint as count, sum(amount_tiyn)::bigint as amount_tiyn, sum(seconds)::bigint as seconds
  from (select * from act_totals union all select * from act_totals_changes) t
  group by company_id, side, measure, other_company_id, month
  having sum(count) <> 0 or sum(amount_tiyn) <> 0;

create function add_act_to_totals(a acts, sign integer) returns void language sql as $$
  insert into act_totals_changes (company_id, side, measure, other_company_id, month, count, amount_tiyn)
  select x.company_id, x.side, a.status, x.other_company_id, a.act_date - (extract(day from a.act_date)::integer - 1),
    sign, sign * a.amount_tiyn
  from (values
    (a.company_id, 'business', 0::bigint, true),
    (a.company_id, 'pair', a.contractor_company_id, true),
    (a.contractor_company_id, 'executor', 0, a.status <> 'draft' and a.frozen_file_id is not null)
  ) x (company_id, side, other_company_id, counts)
  where x.counts and a.deleted_at is null
$$;

create function act_is_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform add_act_to_totals(old, -1); end if;
  if tg_op <> 'DELETE' then perform add_act_to_totals(new, 1); end if;
  return null;
end $$;
create trigger acts_are_counted
  after insert or delete or update of company_id, contractor_company_id, status, act_date, amount_tiyn, frozen_file_id, deleted_at
  on acts for each row execute function act_is_counted();

create function signing_is_counted() returns trigger language plpgsql as $$
begin
  insert into act_totals_changes (company_id, side, measure, other_company_id, month, count, seconds)
  select x.company_id, x.side, 'time_to_sign', x.other_company_id,
    date_trunc('month', new.created_at at time zone 'Asia/Almaty')::date, 1,
    greatest(0, extract(epoch from new.created_at - a.frozen_at))::bigint
  from acts a, lateral (values
    (a.company_id, 'business', 0::bigint),
    (a.company_id, 'pair', a.contractor_company_id),
    (a.contractor_company_id, 'executor', 0)) x (company_id, side, other_company_id)
  where a.company_id = new.company_id and a.id = new.act_id and a.frozen_at is not null;
  return null;
end $$;
create trigger signings_are_counted after insert on act_history
  for each row when (new.action = 'sign' and new.to_status = 'signed') execute function signing_is_counted();

-- Two processes that fold at once would only wait for each other.
create function fold_act_totals() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_act_totals', 0)) then return; end if;
  with taken as (
    delete from act_totals_changes where ctid = any (array(select ctid from act_totals_changes limit 100000)) returning *
  ), summed as (
    select company_id, side, measure, other_company_id, month,
      sum(count)::bigint as count, sum(amount_tiyn)::bigint as amount_tiyn, sum(seconds)::bigint as seconds
    from taken group by company_id, side, measure, other_company_id, month
  )
  merge into act_totals t using summed s
    on (t.company_id, t.side, t.measure, t.other_company_id, t.month) = (s.company_id, s.side, s.measure, s.other_company_id, s.month)
  when matched and t.count + s.count = 0 and t.amount_tiyn + s.amount_tiyn = 0 then delete
  when matched then update set
    count = t.count + s.count, amount_tiyn = t.amount_tiyn + s.amount_tiyn, seconds = t.seconds + s.seconds
  when not matched and (s.count <> 0 or s.amount_tiyn <> 0) then
    insert (company_id, side, measure, other_company_id, month, count, amount_tiyn, seconds)
    values (s.company_id, s.side, s.measure, s.other_company_id, s.month, s.count, s.amount_tiyn, s.seconds);
end $$;

-- All of it anew from the acts themselves: once here, and wherever acts were put in past the triggers.
create function count_all_acts() returns void language plpgsql as $$
begin
  delete from act_totals_changes;
  delete from act_totals;
  insert into act_totals (company_id, side, measure, other_company_id, month, count, amount_tiyn)
  select x.company_id, x.side, a.status, x.other_company_id, a.act_date - (extract(day from a.act_date)::integer - 1),
    count(*), sum(a.amount_tiyn)
  from acts a, lateral (values
    (a.company_id, 'business', 0::bigint, true),
    (a.company_id, 'pair', a.contractor_company_id, true),
    (a.contractor_company_id, 'executor', 0, a.status <> 'draft' and a.frozen_file_id is not null)
  ) x (company_id, side, other_company_id, counts)
  where x.counts and a.deleted_at is null
  group by 1, 2, 3, 4, 5;
  insert into act_totals (company_id, side, measure, other_company_id, month, count, seconds)
  select x.company_id, x.side, 'time_to_sign', x.other_company_id,
    date_trunc('month', h.created_at at time zone 'Asia/Almaty')::date,
    count(*), sum(greatest(0, extract(epoch from h.created_at - a.frozen_at))::bigint)
  from act_history h join acts a on a.company_id = h.company_id and a.id = h.act_id,
    lateral (values
      (a.company_id, 'business', 0::bigint),
      (a.company_id, 'pair', a.contractor_company_id),
      (a.contractor_company_id, 'executor', 0)) x (company_id, side, other_company_id)
  where h.action = 'sign' and h.to_status = 'signed' and a.frozen_at is not null
  group by 1, 2, 3, 4, 5;
end $$;
select count_all_acts();

-- What hangs is found by how long it does.
create index acts_hanging on acts (company_id, status, updated_at)
  where deleted_at is null and status in ('returned', 'annulment_requested', 'sent', 'signed_by_business');
create index acts_unpaid on acts (company_id, updated_at)
  where deleted_at is null and status = 'signed' and reason is not null;
