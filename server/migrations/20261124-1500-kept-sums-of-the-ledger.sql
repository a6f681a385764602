-- What a company owes each executor is kept by month, so that a list of counterparties is not reckoned from every act and
-- payment there has been. `owed` is the ledger as it is now but for opening balances; `frozen` that of closed periods as
-- it was stored. A debt counts as above zero, money as below it.
alter table act_totals drop constraint act_totals_side_check,
  add constraint act_totals_side_check check (side in ('business', 'executor', 'pair', 'ledger'));
create index settlements_by_day on settlements (company_id, day) where undone_at is null;
create index advances_by_day on advances (company_id, day) where undone_at is null;
create index frozen_ledger_by_day on frozen_ledger (company_id, date);

create function add_to_ledger_totals(
  of_company bigint, of_executor bigint, in_measure text, on_day date, rows bigint, sum_tiyn numeric
) returns void language sql as $$
  insert into act_totals_changes (company_id, side, measure, other_company_id, month, count, amount_tiyn)
  values (of_company, 'ledger', in_measure, of_executor, on_day - (extract(day from on_day)::integer - 1), rows, sum_tiyn)
$$;

create function act_is_owed() returns trigger language plpgsql as $$
declare
  signed_by_both constant text[] := '{signed,annulment_requested,paying,paid}';
  was boolean := false;
  is_now boolean := false;
begin
  if tg_op <> 'INSERT' then was := old.deleted_at is null and old.status = any(signed_by_both); end if;
  if tg_op <> 'DELETE' then is_now := new.deleted_at is null and new.status = any(signed_by_both); end if;
  if was and is_now and (old.company_id, old.contractor_company_id, old.act_date, old.amount_tiyn)
    = (new.company_id, new.contractor_company_id, new.act_date, new.amount_tiyn) then return null; end if;
  if was then
    perform add_to_ledger_totals(old.company_id, old.contractor_company_id, 'owed', old.act_date, -1, -old.amount_tiyn);
  end if;
  if is_now then
    perform add_to_ledger_totals(new.company_id, new.contractor_company_id, 'owed', new.act_date, 1, new.amount_tiyn);
  end if;
  return null;
end $$;
create trigger acts_are_owed
  after insert or delete or update of company_id, contractor_company_id, status, act_date, amount_tiyn, deleted_at
  on acts for each row execute function act_is_owed();

create function add_settlement_to_totals(m settlements, sign integer) returns void language sql as $$
  select add_to_ledger_totals(m.company_id, a.contractor_company_id, 'owed', m.day, sign,
    sign * case o.kind when 'refund' then m.amount_tiyn else -m.amount_tiyn end)
  from payment_orders o join acts a on a.company_id = o.company_id and a.id = o.act_id
  where o.company_id = m.company_id and o.id = m.order_id and m.undone_at is null
$$;
create function settlement_is_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform add_settlement_to_totals(old, -1); end if;
  if tg_op <> 'DELETE' then perform add_settlement_to_totals(new, 1); end if;
  return null;
end $$;
create trigger settlements_are_counted
  after insert or delete or update of order_id, amount_tiyn, day, undone_at
  on settlements for each row execute function settlement_is_counted();

create function advance_is_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.undone_at is null and old.operation_id is not null then
    perform add_to_ledger_totals(old.company_id, old.executor_company_id, 'owed', old.day, -1, old.amount_tiyn);
  end if;
  if tg_op <> 'DELETE' and new.undone_at is null and new.operation_id is not null then
    perform add_to_ledger_totals(new.company_id, new.executor_company_id, 'owed', new.day, 1, -new.amount_tiyn);
  end if;
  return null;
end $$;
create trigger advances_are_counted
  after insert or delete or update of executor_company_id, operation_id, amount_tiyn, day, undone_at
  on advances for each row execute function advance_is_counted();

-- A period is frozen and thawed as a whole.
create function frozen_ledger_is_counted() returns trigger language plpgsql as $$
begin
  insert into act_totals_changes (company_id, side, measure, other_company_id, month, count, amount_tiyn)
  select company_id, 'ledger', 'frozen', executor_company_id, date_trunc('month', date)::date,
    case tg_op when 'INSERT' then count(*) else -count(*) end,
    case tg_op when 'INSERT' then 1 else -1 end
      * sum(case when kind in ('act', 'correction', 'opening') then amount_tiyn else -amount_tiyn end)
  from changed group by company_id, executor_company_id, date_trunc('month', date)::date;
  return null;
end $$;
create trigger frozen_ledger_is_added after insert on frozen_ledger
  referencing new table as changed for each statement execute function frozen_ledger_is_counted();
create trigger frozen_ledger_is_deleted after delete on frozen_ledger
  referencing old table as changed for each statement execute function frozen_ledger_is_counted();

-- As it is counted from what it is about, which the kept sums must always equal.
create view ledger_by_month as
  select company_id, measure, executor_company_id, date_trunc('month', day)::date as month,
    count(*) as count, sum(amount_tiyn) as amount_tiyn
  from (
    select company_id, 'owed' as measure, contractor_company_id as executor_company_id, act_date as day, amount_tiyn
    from acts where deleted_at is null and status in ('signed', 'annulment_requested', 'paying', 'paid')
    union all
    select m.company_id, 'owed', a.contractor_company_id, m.day,
      case o.kind when 'refund' then m.amount_tiyn else -m.amount_tiyn end
    from settlements m join payment_orders o on o.company_id = m.company_id and o.id = m.order_id
    join acts a on a.company_id = o.company_id and a.id = o.act_id where m.undone_at is null
    union all
    select company_id, 'owed', executor_company_id, day, -amount_tiyn
    from advances where undone_at is null and operation_id is not null
    union all
    select company_id, 'frozen', executor_company_id, date,
      case when kind in ('act', 'correction', 'opening') then amount_tiyn else -amount_tiyn end
    from frozen_ledger) l
  group by company_id, measure, executor_company_id, date_trunc('month', day)::date;

alter function count_all_acts() rename to count_acts_alone;
create function count_all_acts() returns void language plpgsql as $$
begin
  perform count_acts_alone();
  insert into act_totals (company_id, side, measure, other_company_id, month, count, amount_tiyn)
  select company_id, 'ledger', measure, executor_company_id, month, count, amount_tiyn from ledger_by_month;
end $$;
select count_all_acts();
