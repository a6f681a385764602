-- What was kept of acts; what the trigger has brought meanwhile is newer and stays.
insert into list_views (company_id, user_id, list, name, query, is_default)
select a.company_id, a.user_id, 'acts', a.name, a.query, a.is_default and not exists (
    select from list_views v
    where v.user_id = a.user_id and v.company_id = a.company_id and v.list = 'acts' and v.is_default
  )
from act_views a
on conflict (user_id, company_id, list, name) do nothing;
