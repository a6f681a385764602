-- A closed month kept its gross less what earlier months were below zero, which is not what was paid in it.
update frozen_withholding f set gross_tiyn = f.gross_tiyn + f.carried_tiyn - s.handed_on
from (
  select company_id, executor_company_id, month,
    lag(carried_tiyn, 1, 0::bigint) over (
      partition by company_id, executor_company_id, extract(year from month) order by month) as handed_on
  from frozen_withholding) s
where s.company_id = f.company_id and s.executor_company_id = f.executor_company_id and s.month = f.month
  and (f.carried_tiyn <> 0 or s.handed_on <> 0);
