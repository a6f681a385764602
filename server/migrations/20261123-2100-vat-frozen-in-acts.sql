-- VAT is part of what both sides sign: its rate and sum are stored when the act is sent, and invoices read them there.
alter table acts
  add column vat_rate integer check (vat_rate between 0 and 99),
  -- Σ over the lines, each rounded by itself.
  add column vat_tiyn bigint,
  add constraint acts_vat_whole check ((vat_rate is null) = (vat_tiyn is null));

-- What was sent before: the rate that was known when the paper was made. Closed periods keep their acts otherwise.
alter table acts disable trigger user;
update acts a set vat_rate = v.rate, vat_tiyn = v.vat_tiyn from (
  select f.company_id, f.id, r.rate, sum(round(s.amount_tiyn * r.rate::numeric / (100 + r.rate)))::bigint as vat_tiyn
  from acts f
  cross join lateral (
    select rate from company_vat
    where company_id = f.contractor_company_id and valid_from <= f.end_date and updated_at <= f.frozen_at
    order by valid_from desc limit 1
  ) r
  join act_services s on s.company_id = f.company_id and s.act_id = f.id
  where f.frozen_at is not null and r.rate is not null
  group by f.company_id, f.id, r.rate
) v where a.company_id = v.company_id and a.id = v.id;
alter table acts enable trigger user;

-- Which rates the law knows, and from when to when.
create table vat_rates (
  rate integer not null check (rate between 0 and 99),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  source text not null,
  primary key (rate, valid_from)
);
insert into vat_rates (rate, valid_from, valid_until, source) values
  (0, '2018-01-01', '2025-12-31', 'Налоговый кодекс 2017 года: экспорт'),
  (12, '2018-01-01', '2025-12-31', 'Налоговый кодекс 2017 года, ст. 422'),
  (0, '2026-01-01', null, 'Налоговый кодекс № 214-VIII от 18.07.2025: экспорт'),
  (5, '2026-01-01', null, 'Налоговый кодекс № 214-VIII от 18.07.2025, ст. 503: лекарства и медицинские услуги'),
  (10, '2026-01-01', null, 'Налоговый кодекс № 214-VIII от 18.07.2025, ст. 503: периодические издания'),
  (16, '2026-01-01', null, 'Налоговый кодекс № 214-VIII от 18.07.2025, ст. 503');
