-- Balances are read from the kept sums: what is covered of acts stands beside what they come to, and sums of an executor
-- are kept by contract.
drop view act_totals_now;
alter table act_totals
  -- The contract of a pair; else 0.
  add column contract_id bigint not null default 0,
  add column covered_tiyn bigint not null default 0,
  -- Of acts below zero, which take money back: how many, and their sum without its sign.
  add column back_count bigint not null default 0,
  add column back_tiyn bigint not null default 0,
  drop constraint act_totals_pkey,
  add primary key (company_id, side, measure, other_company_id, month, contract_id);
alter table act_totals_changes
  add column contract_id bigint not null default 0,
  add column covered_tiyn bigint not null default 0,
  add column back_count bigint not null default 0,
  add column back_tiyn bigint not null default 0;

create view act_totals_now as
  select company_id, side, measure, other_company_id, month, contract_id,
    sum(count)::bigint as count, sum(amount_tiyn)::bigint as amount_tiyn, sum(seconds)::bigint as seconds,
    sum(covered_tiyn)::bigint as covered_tiyn, sum(back_count)::bigint as back_count, sum(back_tiyn)::bigint as back_tiyn
  from (
    select company_id, side, measure, other_company_id, month, contract_id, count, amount_tiyn, seconds,
      covered_tiyn, back_count, back_tiyn from act_totals
    union all
    select company_id, side, measure, other_company_id, month, contract_id, count, amount_tiyn, seconds,
      covered_tiyn, back_count, back_tiyn from act_totals_changes) t
  group by company_id, side, measure, other_company_id, month, contract_id
  having sum(count) <> 0 or sum(amount_tiyn) <> 0;

create or replace function add_act_to_totals(a acts, sign integer) returns void language sql as $$
  insert into act_totals_changes (company_id, side, measure, other_company_id, month, contract_id, count, amount_tiyn,
    covered_tiyn, back_count, back_tiyn)
  select x.company_id, x.side, a.status, x.other_company_id, a.act_date - (extract(day from a.act_date)::integer - 1),
    x.contract_id, sign, sign * a.amount_tiyn, sign * a.covered_tiyn,
    case when a.amount_tiyn < 0 then sign else 0 end, sign * greatest(-a.amount_tiyn, 0)
  from (values
    (a.company_id, 'business', 0::bigint, 0::bigint, true),
    (a.company_id, 'pair', a.contractor_company_id, a.contract_id, true),
    (a.contractor_company_id, 'executor', 0, 0, a.status <> 'draft' and a.frozen_file_id is not null)
  ) x (company_id, side, other_company_id, contract_id, counts)
  where x.counts and a.deleted_at is null
$$;

drop trigger acts_are_counted on acts;
create trigger acts_are_counted
  after insert or delete or update of company_id, contractor_company_id, contract_id, status, act_date, amount_tiyn,
    covered_tiyn, frozen_file_id, deleted_at
  on acts for each row execute function act_is_counted();

create or replace function fold_act_totals() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_act_totals', 0)) then return; end if;
  with taken as (
    delete from act_totals_changes where ctid = any (array(select ctid from act_totals_changes limit 100000)) returning *
  ), summed as (
    select company_id, side, measure, other_company_id, month, contract_id,
      sum(count)::bigint as count, sum(amount_tiyn)::bigint as amount_tiyn, sum(seconds)::bigint as seconds,
      sum(covered_tiyn)::bigint as covered_tiyn, sum(back_count)::bigint as back_count, sum(back_tiyn)::bigint as back_tiyn
    from taken group by company_id, side, measure, other_company_id, month, contract_id
  )
  merge into act_totals t using summed s
    on (t.company_id, t.side, t.measure, t.other_company_id, t.month, t.contract_id)
      = (s.company_id, s.side, s.measure, s.other_company_id, s.month, s.contract_id)
  when matched and t.count + s.count = 0 and t.amount_tiyn + s.amount_tiyn = 0 and t.covered_tiyn + s.covered_tiyn = 0
    and t.back_count + s.back_count = 0 and t.back_tiyn + s.back_tiyn = 0 then delete
  when matched then update set
    count = t.count + s.count, amount_tiyn = t.amount_tiyn + s.amount_tiyn, seconds = t.seconds + s.seconds,
    covered_tiyn = t.covered_tiyn + s.covered_tiyn, back_count = t.back_count + s.back_count,
    back_tiyn = t.back_tiyn + s.back_tiyn
  when not matched and (s.count <> 0 or s.amount_tiyn <> 0 or s.covered_tiyn <> 0 or s.back_count <> 0
    or s.back_tiyn <> 0) then
    insert (company_id, side, measure, other_company_id, month, contract_id, count, amount_tiyn, seconds,
      covered_tiyn, back_count, back_tiyn)
    values (s.company_id, s.side, s.measure, s.other_company_id, s.month, s.contract_id, s.count, s.amount_tiyn,
      s.seconds, s.covered_tiyn, s.back_count, s.back_tiyn);
end $$;

create or replace function count_all_acts() returns void language plpgsql as $$
begin
  delete from act_totals_changes;
  delete from act_totals;
  insert into act_totals (company_id, side, measure, other_company_id, month, contract_id, count, amount_tiyn,
    covered_tiyn, back_count, back_tiyn)
  select x.company_id, x.side, a.status, x.other_company_id, a.act_date - (extract(day from a.act_date)::integer - 1),
    x.contract_id, count(*), sum(a.amount_tiyn), sum(a.covered_tiyn),
    count(*) filter (where a.amount_tiyn < 0), sum(greatest(-a.amount_tiyn, 0))
  from acts a, lateral (values
    (a.company_id, 'business', 0::bigint, 0::bigint, true),
    (a.company_id, 'pair', a.contractor_company_id, a.contract_id, true),
    (a.contractor_company_id, 'executor', 0, 0, a.status <> 'draft' and a.frozen_file_id is not null)
  ) x (company_id, side, other_company_id, contract_id, counts)
  where x.counts and a.deleted_at is null
  group by 1, 2, 3, 4, 5, 6;
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

-- The one definition of a balance, per company, executor and contract (0: none, as of an advance):
-- accrued = withheld + paid + under way + to pay - to return. An advance is beside that, until it is set off and is paid.
create view balances as
  select company_id, executor_company_id, contract_id, sum(accrued_tiyn)::bigint as accrued_tiyn,
    -- The product pays gross sums: nothing is withheld from them yet.
    0::bigint as withheld_tiyn,
    sum(paid_tiyn)::bigint as paid_tiyn, sum(under_way_tiyn)::bigint as under_way_tiyn,
    sum(to_pay_tiyn)::bigint as to_pay_tiyn, sum(to_return_tiyn)::bigint as to_return_tiyn,
    sum(advance_tiyn)::bigint as advance_tiyn
  from (
    select company_id, other_company_id as executor_company_id, contract_id, amount_tiyn as accrued_tiyn,
      case when measure = 'paid' then amount_tiyn else covered_tiyn end as paid_tiyn,
      case when measure in ('paying', 'annulment_requested') then amount_tiyn - covered_tiyn else 0 end as under_way_tiyn,
      case when measure = 'signed' then amount_tiyn + back_tiyn - covered_tiyn else 0 end as to_pay_tiyn,
      case when measure = 'signed' then back_tiyn else 0 end as to_return_tiyn,
      0 as advance_tiyn
    from act_totals_now where side = 'pair' and measure in ('signed', 'annulment_requested', 'paying', 'paid')
    union all
    select company_id, executor_company_id, 0, 0, 0, 0, 0, 0, amount_tiyn - used_tiyn
    from advances where undone_at is null and used_tiyn < amount_tiyn) b
  group by company_id, executor_company_id, contract_id;
