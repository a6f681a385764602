-- A returned act that is being changed is not shown until it is sent again; those that were changed before are such too.
update acts a set frozen_file_id = null
where a.status = 'returned' and a.frozen_file_id is not null and exists (
  select from act_history e
  where e.company_id = a.company_id and e.act_id = a.id and e.action = 'edit'
    and e.seq > (select max(r.seq) from act_history r
      where r.company_id = a.company_id and r.act_id = a.id and r.action = 'return'));
