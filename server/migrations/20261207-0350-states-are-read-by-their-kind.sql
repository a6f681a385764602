-- Each kind by a statement of its own: of one for all of them PostgreSQL made a new plan at every call.
create or replace function state_of(thing text, company bigint, named bigint) returns text stable language plpgsql as $$
begin
  case thing
    when 'acts' then return (
      select concat_ws('/', a.status, a.deleted_at, (
        select max(h.seq) from act_history h where h.company_id = a.company_id and h.act_id = a.id))
      from acts a where a.id = named);
    when 'documents' then return (
      select concat_ws('/', d.status, (
        select max(h.seq) from document_history h where h.company_id = d.company_id and h.document_id = d.id))
      from documents d where d.id = named);
    when 'executors' then return (
      select concat_ws('/', e.status, (
        select max(h.seq) from executor_history h
        where h.company_id = e.company_id and h.executor_company_id = e.executor_company_id))
      from executors e where e.company_id = company and e.executor_company_id = named);
    when 'invitations' then return (
      select concat_ws('/', i.status, i.sent_count, i.updated_at) from invitations i where i.id = named);
    when 'templates' then return (
      select concat_ws('/', t.updated_at, t.deleted_at) from contract_templates t where t.id = named);
    when 'payments' then return (
      select concat_ws('/', o.status, o.updated_at) from payment_orders o where o.id = named);
    else return null;
  end case;
end $$;
