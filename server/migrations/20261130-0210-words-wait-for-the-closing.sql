-- What is told of taxes while a month closes would be in one half of what the closing reads. It waits until the month is
-- closed, as money does; a word that came before is waited for. What the desk says is of all companies: each closing shares
-- the lock of nobody.
create function words_wait_for_closing() returns trigger language plpgsql as $$
declare
  word jsonb := to_jsonb(new);
begin
  if word ->> 'company_id' is not null then
    perform pg_advisory_xact_lock_shared(closed_period_lock((word ->> 'company_id')::bigint));
  elsif word ? 'executor_company_id' then
    perform pg_advisory_xact_lock_shared(closed_period_lock(e.company_id))
    from executors e where e.executor_company_id = (word ->> 'executor_company_id')::bigint;
  else
    perform pg_advisory_xact_lock(closed_period_lock(0));
  end if;
  return new;
end $$;
create trigger tax_standings_wait_for_closing before insert on tax_standings
  for each row execute function words_wait_for_closing();
create trigger deduction_applications_wait_for_closing before insert or update on deduction_applications
  for each row execute function words_wait_for_closing();
create trigger earlier_incomes_wait_for_closing before insert on earlier_incomes
  for each row execute function words_wait_for_closing();
create trigger tax_decisions_wait_for_closing before insert on tax_decisions
  for each row execute function words_wait_for_closing();
create trigger tax_figures_wait_for_closing before insert on tax_figures
  for each row execute function words_wait_for_closing();
