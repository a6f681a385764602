-- A call without an Idempotency-Key is recognised by its content for ten minutes, while what it changed is as it left it.
alter table bulk_runs add column is_key_derived boolean not null default false;
create index bulk_runs_by_content on bulk_runs (user_id, company_id, request_hash, id desc) where is_key_derived;
-- State and history number of the row's thing when the row was done; kept for derived keys only.
alter table bulk_items add column left_as text;
alter table made_once add column is_key_derived boolean not null default false;
alter table made_once add column left_as text;
create index made_once_by_content on made_once (user_id, company_id, request_hash, created_at desc) where is_key_derived;

-- The state and the history number of a thing. It changes with every change that a person, a bank or the clock makes.
create function state_of(thing text, company bigint, named bigint) returns text stable language sql as $$
  select case thing
    when 'acts' then (
      select concat_ws('/', a.status, a.deleted_at, (
        select max(h.seq) from act_history h where h.company_id = a.company_id and h.act_id = a.id))
      from acts a where a.id = named)
    when 'documents' then (
      select concat_ws('/', d.status, (
        select max(h.seq) from document_history h where h.company_id = d.company_id and h.document_id = d.id))
      from documents d where d.id = named)
    when 'executors' then (
      select concat_ws('/', e.status, (
        select max(h.seq) from executor_history h
        where h.company_id = e.company_id and h.executor_company_id = e.executor_company_id))
      from executors e where e.company_id = company and e.executor_company_id = named)
    when 'invitations' then (
      select concat_ws('/', i.status, i.sent_count, i.updated_at) from invitations i where i.id = named)
    when 'templates' then (
      select concat_ws('/', t.updated_at, t.deleted_at) from contract_templates t where t.id = named)
    when 'payments' then (
      select concat_ws('/', o.status, o.updated_at) from payment_orders o where o.id = named)
  end
$$;
