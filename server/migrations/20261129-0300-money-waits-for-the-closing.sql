-- What closes a month reads its payments and its ledger one after the other. Money that came between the two stood in one of
-- them alone, and was late in neither: it waits until the month is closed, as an act does.
create function money_waits_for_closing() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(closed_period_lock(new.company_id));
  return new;
end $$;
create trigger settlements_wait_for_closing before insert or update on settlements
  for each row execute function money_waits_for_closing();
create trigger advances_wait_for_closing before insert or update on advances
  for each row execute function money_waits_for_closing();
