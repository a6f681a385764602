-- Who has a page open learns of a change when its transaction ends. A notice says what kind of thing and whose, never
-- which or what: the page asks for it anew, by the same rules as ever. Equal notices of one transaction are one.
create function tell_change(topic text, company_id bigint) returns void language plpgsql as $$
begin
  if company_id is not null then perform pg_notify('kelisim_changes', topic || ' ' || company_id); end if;
end $$;

-- Acts and contracts: the other side learns of them once they were sent to it.
create function paper_is_told() returns trigger language plpgsql as $$
begin
  perform tell_change(tg_argv[0], coalesce(new.company_id, old.company_id));
  if old.frozen_file_id is not null then perform tell_change(tg_argv[0], old.contractor_company_id); end if;
  if new.frozen_file_id is not null then perform tell_change(tg_argv[0], new.contractor_company_id); end if;
  return null;
end $$;
create trigger acts_are_told after insert or update or delete on acts
  for each row execute function paper_is_told('acts');
create trigger documents_are_told after insert or update or delete on documents
  for each row execute function paper_is_told('documents');

-- What lies beside an act: comments and files, for both who see the act.
create function beside_act_is_told() returns trigger language plpgsql as $$
declare
  at record := coalesce(new, old);
  act record;
begin
  select contractor_company_id, frozen_file_id into act from acts a
    where a.company_id = at.company_id and a.id = at.act_id;
  perform tell_change('acts', at.company_id);
  if act.frozen_file_id is not null then perform tell_change('acts', act.contractor_company_id); end if;
  return null;
end $$;
create trigger act_comments_are_told after insert or update or delete on act_comments
  for each row execute function beside_act_is_told();
create trigger act_documents_are_told after insert or update or delete on act_documents
  for each row execute function beside_act_is_told();

create function executor_is_told() returns trigger language plpgsql as $$
begin
  perform tell_change('executors', coalesce(new.company_id, old.company_id));
  perform tell_change('executors', coalesce(new.executor_company_id, old.executor_company_id));
  return null;
end $$;
create trigger executors_are_told after insert or update or delete on executors
  for each row execute function executor_is_told();
create trigger invitations_are_told after insert or update or delete on invitations
  for each row execute function executor_is_told();

create function own_thing_is_told() returns trigger language plpgsql as $$
begin
  perform tell_change(tg_argv[0], coalesce(new.company_id, old.company_id));
  return null;
end $$;
create trigger payment_orders_are_told after insert or update or delete on payment_orders
  for each row execute function own_thing_is_told('payments');
-- How far a run has come is asked by who follows it; that it began and ended is told.
create trigger bulk_runs_are_told after insert or update of state on bulk_runs
  for each row execute function own_thing_is_told('jobs');

-- Whether somebody may still listen is looked at anew when anything changes that it hangs on.
create function access_is_told() returns trigger language plpgsql as $$
begin
  perform pg_notify('kelisim_changes', 'access user ' || old.user_id);
  return null;
end $$;
create trigger sessions_are_told after update of ended_at, company_id, expires_at or delete on sessions
  for each row execute function access_is_told();
create trigger memberships_are_told after update or delete on memberships
  for each row execute function access_is_told();

create function standing_is_told() returns trigger language plpgsql as $$
begin
  perform pg_notify('kelisim_changes', 'access ' || tg_argv[0] || ' ' || old.id);
  return null;
end $$;
create trigger users_are_told after update of status on users
  for each row when (old.status is distinct from new.status) execute function standing_is_told('user');
create trigger companies_are_told after update of status on companies
  for each row when (old.status is distinct from new.status) execute function standing_is_told('company');
