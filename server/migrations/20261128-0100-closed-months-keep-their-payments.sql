-- What a payment of a closed month withheld part by part, and as what it was taxed: its settlements and the standing of the
-- person can change later.
create table frozen_payments (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  executor_company_id bigint not null references companies,
  date date not null,
  -- Its own day, where that was closed already when it came.
  late_of date,
  taxed_as text not null check (taxed_as in ('individual', 'self_employed')),
  -- Null of an advance.
  act_id bigint,
  number text not null,
  order_number integer,
  gross_tiyn bigint not null,
  withheld_tiyn bigint not null,
  opv_tiyn bigint not null,
  vosms_tiyn bigint not null,
  so_tiyn bigint not null,
  ipn_tiyn bigint not null,
  self_employed_tiyn bigint not null,
  primary key (company_id, id)
);
create index frozen_payments_of_executor on frozen_payments (company_id, executor_company_id, date);

-- Whole months that are closed already keep what is known of them today.
insert into frozen_payments (company_id, executor_company_id, date, late_of, taxed_as, act_id, number, order_number, gross_tiyn,
  withheld_tiyn, opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn, self_employed_tiyn)
select m.company_id, m.executor_company_id, m.date, m.late_of, w.taxed_as, m.act_id, m.number, m.order_number, m.gross_tiyn,
  m.withheld_tiyn, k.opv_tiyn, k.vosms_tiyn, k.so_tiyn, k.ipn_tiyn, k.self_employed_tiyn
from (
  select l.company_id, l.executor_company_id, l.date, l.late_of, l.act_id, l.number, l.order_number,
    sum(l.amount_tiyn)::bigint as gross_tiyn,
    coalesce(sum(l.amount_tiyn) filter (where l.kind = 'withheld'), 0)::bigint as withheld_tiyn
  from frozen_ledger l
  join (select company_id, max(closed_until) as until from frozen_periods group by 1) p using (company_id)
  where l.kind not in ('act', 'correction', 'opening') and l.date < date_trunc('month', p.until + 1)
  group by 1, 2, 3, 4, 5, 6, 7
) m
join companies c on c.id = m.executor_company_id
left join lateral standing_on(m.executor_company_id, m.date) s on true
cross join lateral (
  select case when coalesce(s.standing, c.type) = 'individual' then 'individual'
    when s.standing = 'self_employed' and s.pension is null and not s.is_student and exists (
      select from tax_answer_on(m.company_id, 'platform_role', m.date) a where a.choice <> 'none')
    then 'self_employed' end as taxed_as) w
cross join lateral (
  select coalesce(sum(t.opv_tiyn), 0)::bigint as opv_tiyn, coalesce(sum(t.vosms_tiyn), 0)::bigint as vosms_tiyn,
    coalesce(sum(t.so_tiyn), 0)::bigint as so_tiyn, coalesce(sum(t.ipn_tiyn), 0)::bigint as ipn_tiyn,
    coalesce(sum(t.self_employed_tiyn), 0)::bigint as self_employed_tiyn
  from payment_orders o join settlements t on t.company_id = o.company_id and t.order_id = o.id
  where o.company_id = m.company_id and o.act_id = m.act_id and o.number = m.order_number and t.day = m.date
    and t.undone_at is null) k
where w.taxed_as is not null
order by m.company_id, m.date, m.act_id, m.order_number, m.late_of;

-- What a closed month was reckoned by beside the figures: the person as the law saw them, and the year until then. Null in
-- months that were closed before this was kept.
alter table frozen_withholding add column reckoned_by jsonb;
-- Where the figures were from, by month (`YYYY-MM`).
alter table frozen_periods add column sources jsonb not null default '{}';
