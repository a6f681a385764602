-- As what the supplier of an act of a closed period was known, so that what is told later does not change whether its cost
-- is deducted.
create table frozen_costs (
  company_id bigint not null references companies,
  act_id bigint not null,
  -- Of the act.
  date date not null,
  -- Null: nobody had said how the individual works.
  standing text check (standing in ('individual', 'self_employed', 'ip', 'too')),
  tax_regime text check (tax_regime in ('general', 'simplified', 'farmer')),
  primary key (company_id, act_id)
);
create index frozen_costs_by_day on frozen_costs (company_id, date);

-- Periods that are closed already keep what is known of them today.
insert into frozen_costs (company_id, act_id, date, standing, tax_regime)
select a.company_id, a.id, a.act_date,
  case when k.is_known then f.standing
    else coalesce(n.standing, case c.type when 'individual' then null when 'ip' then 'ip' else 'too' end) end,
  case when k.is_known then f.tax_regime else n.tax_regime end
from acts a
join (select company_id, max(closed_until) as until from frozen_periods group by 1) p on p.company_id = a.company_id
join companies c on c.id = a.contractor_company_id
left join lateral (
  select t.standing, t.tax_regime from tax_standings t
  where t.executor_company_id = c.id and t.valid_from <= a.act_date and t.created_at <= a.frozen_at
  order by t.valid_from desc, t.id desc limit 1) f on true
left join lateral standing_on(c.id, a.act_date) n on true
cross join lateral (
  select coalesce(f.tax_regime is not null or f.standing in ('individual', 'self_employed'), false) as is_known) k
where a.frozen_at is not null and a.act_date <= p.until;
