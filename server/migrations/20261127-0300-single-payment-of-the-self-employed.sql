-- What the operator of an internet platform withholds of a self-employed person (Tax Code, art. 721) is one sum, which the
-- State Corporation distributes.
alter table payment_orders add column self_employed_tiyn bigint not null default 0 check (self_employed_tiyn >= 0);
alter table settlements add column self_employed_tiyn bigint not null default 0;
alter table payment_orders alter column withheld_tiyn
  set expression as (opv_tiyn + vosms_tiyn + so_tiyn + ipn_tiyn + self_employed_tiyn);
alter table settlements alter column withheld_tiyn
  set expression as (opv_tiyn + vosms_tiyn + so_tiyn + ipn_tiyn + self_employed_tiyn);
alter table frozen_withholding
  -- What earlier months had left of the base deduction, where it is carried.
  add column carried_deduction_tiyn bigint not null default 0,
  -- What the person was paid while self-employed, and what of it was reckoned and withheld.
  add column self_employed_gross_tiyn bigint not null default 0,
  add column self_employed_tiyn bigint not null default 0,
  add column kept_self_employed_tiyn bigint not null default 0;
alter table tax_payees drop constraint tax_payees_kind_check,
  add constraint tax_payees_kind_check check (kind in ('opv', 'vosms', 'so', 'ipn', 'self_employed'));
alter table obligation_payments drop constraint obligation_payments_kind_check,
  add constraint obligation_payments_kind_check check (kind in ('opv', 'vosms', 'so', 'ipn', 'self_employed'));

-- What an executor is on a day; no row where nobody has said. The one place that says which row counts.
create function standing_on(executor bigint, day date) returns setof tax_standings stable language sql as $$
  select * from tax_standings t where t.executor_company_id = executor and t.valid_from <= day
  order by t.valid_from desc, t.id desc limit 1
$$;

-- What was decided of a question and holds on a day: the company's own answer, else that of the installation.
create function tax_answer_on(company bigint, asked text, day date) returns table (choice text, company_id bigint)
stable language sql as $$
  select d.choice, d.company_id
  from (
    select distinct on (t.company_id) t.company_id, t.choice from tax_decisions t
    where t.question = asked and t.valid_from <= day and (t.company_id is null or t.company_id = company)
    order by t.company_id, t.valid_from desc, t.id desc) d
  where d.choice is not null order by d.company_id nulls last limit 1
$$;
