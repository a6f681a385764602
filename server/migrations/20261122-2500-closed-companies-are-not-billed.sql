-- A company that was closed before its tariff ended with it: the plan ends with the day before it was closed, what was
-- planned is called off, and so are the bills that came after and that nobody has paid.
create temporary table closed on commit drop as
  select a.company_id, (c.updated_at at time zone 'Asia/Almaty')::date as day
  from tariff_accounts a join companies c on c.id = a.company_id where c.status = 'deleted';
update tariff_entries e set cancelled_at = now(), covered_until = period_start - 1
  from closed c
  where e.company_id = c.company_id and e.period_start >= c.day and e.paid_at is null and e.cancelled_at is null;
update tariff_changes h set cancelled_at = now()
  from closed c where h.company_id = c.company_id and not h.is_applied and h.cancelled_at is null;
update tariff_plans p set end_date = greatest(p.start_date, c.day) - 1
  from closed c where p.company_id = c.company_id and p.end_date is null;
