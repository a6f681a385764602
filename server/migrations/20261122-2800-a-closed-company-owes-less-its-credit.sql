-- A closed company has no next bill: what is left of its credit is taken off the bills it has not paid. How much of
-- `credit_tiyn` came so is kept, since whoever pays a bill as it was issued has that part back.
alter table tariff_entries
  add column closing_credit_tiyn bigint not null default 0 check (closing_credit_tiyn between 0 and credit_tiyn);
-- A bill that had ended before its payment was seen: taking the match back changes nothing of what its end gave.
alter table tariff_payment_entries add column was_ended boolean not null default false;
update tariff_payment_entries l set was_ended = true
  from tariff_entries e, tariff_payments p
  where e.company_id = l.company_id and e.id = l.entry_id and p.company_id = l.company_id and p.id = l.payment_id
    and e.covered_until < e.period_end and (p.matched_at at time zone 'Asia/Almaty')::date > e.covered_until + 1;

-- Companies that are closed already, the oldest bills first.
with spare as (
  select a.company_id,
    coalesce((select sum(k.amount_tiyn) from tariff_credits k where k.company_id = a.company_id), 0) -
    coalesce((select sum(e.credit_tiyn) from tariff_entries e
      where e.company_id = a.company_id and e.cancelled_at is null), 0) as left_tiyn
  from tariff_accounts a join companies c on c.id = a.company_id where c.status = 'deleted'
), owed as (
  select e.company_id, e.id, e.amount_tiyn - e.credit_tiyn as owed_tiyn, s.left_tiyn -
    coalesce(sum(e.amount_tiyn - e.credit_tiyn) over (partition by e.company_id order by e.payment_due_date, e.id
      rows between unbounded preceding and 1 preceding), 0) as left_tiyn
  from tariff_entries e join spare s using (company_id) where e.paid_at is null and e.cancelled_at is null
), taken as (
  select company_id, id, owed_tiyn, least(owed_tiyn, left_tiyn)::bigint as tiyn from owed
  where left_tiyn > 0 and owed_tiyn > 0
)
update tariff_entries e
  set credit_tiyn = e.credit_tiyn + t.tiyn, closing_credit_tiyn = t.tiyn,
    paid_at = case when t.tiyn = t.owed_tiyn then now() end
  from taken t where t.company_id = e.company_id and t.id = e.id;
