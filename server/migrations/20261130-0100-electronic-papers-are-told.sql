-- Open pages learn of electronic invoices, the sign-in and inbound invoices as they learn of acts. The follower's own
-- bookkeeping (leases, tries, the next look) is told to nobody.
create function esf_is_told() returns trigger language plpgsql as $$
begin
  perform tell_change('esf', coalesce(new.company_id, old.company_id));
  perform tell_change('esf', coalesce(new.seller_company_id, old.seller_company_id));
  return null;
end $$;
create trigger esf_documents_are_told after insert or delete on esf_documents
  for each row execute function esf_is_told();
create trigger esf_changes_are_told after update on esf_documents for each row
  when ((old.status, old.system_status, old.registration_number, old.is_corrected, old.errors, old.reason, old.trouble)
    is distinct from
    (new.status, new.system_status, new.registration_number, new.is_corrected, new.errors, new.reason, new.trouble))
  execute function esf_is_told();

create trigger esf_sessions_are_told after insert or update of session_sealed on esf_sessions
  for each row execute function own_thing_is_told('esf');

create trigger esf_inbound_is_told after insert on esf_inbound
  for each row execute function own_thing_is_told('esf');
create trigger esf_inbound_changes_are_told after update on esf_inbound for each row
  when ((old.status, old.system_status, old.act_id) is distinct from (new.status, new.system_status, new.act_id))
  execute function own_thing_is_told('esf');
create trigger esf_inbound_asks_are_told after insert or update of asked_at, trouble on esf_inbound_asks
  for each row execute function own_thing_is_told('esf');
