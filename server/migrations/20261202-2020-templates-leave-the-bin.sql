-- A template that no contract was made from and nobody is invited with, once its days in the bin are over, with its file:
-- docs/decisions/0142-a-bin-and-undo.md. Acts and contracts stay, for their histories are sealed and only grow.
create function throw_away_templates(moment timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select t.company_id, t.id, t.file_id from contract_templates t
    where t.deleted_at is not null and bin_ends(t.deleted_at) < least(moment, now())
      and not exists (select from documents d where d.company_id = t.company_id and d.template_id = t.id)
      and not exists (select from invitation_contracts i where i.company_id = t.company_id and i.template_id = t.id)
    order by t.deleted_at limit 100 for update skip locked
  ), gone as (
    delete from contract_templates t using old where (t.company_id, t.id) = (old.company_id, old.id) returning 1
  ), files_gone as (
    delete from files f using old where (f.company_id, f.id) = (old.company_id, old.file_id)
  )
  select count(*)::integer from gone
$$;
