-- What need not be kept is thrown away by functions of the owner, a batch a call: the application's role can delete
-- nothing else of these tables. The periods count by the earlier of two clocks, so that a process whose clock is ahead
-- throws nothing away early. Why each is as long as it is: docs/decisions/0117-what-need-not-be-kept.md.

-- An act keeps the number of the run that imported it, long after the run is gone.
alter table acts drop constraint acts_import_run_id_fkey;

-- A session for 90 days after its end: its user looks up where they were signed in. The audit log tells of it for ever.
create function throw_away_sessions(moment timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select s.id from sessions s
    where least(s.ended_at, s.expires_at) < least(moment, now()) - interval '90 days'
      and not exists (select from bulk_runs r where r.session_id = s.id)
      and not exists (select from qr_sessions q where q.session_id = s.id)
      and not exists (select from credential_changes c where c.session_id = s.id)
    order by least(s.ended_at, s.expires_at) limit 500 for update skip locked
  ), gone as (
    delete from sessions s using old where s.id = old.id returning 1
  )
  select count(*)::integer from gone
$$;

-- A run for 90 days after its end, with its rows: its user reads what became of them and repeats what failed. The oldest
-- runs are looked at, some thousands of rows at a time; a run always goes with all of its rows.
create function throw_away_runs(moment timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with over as materialized (
    select r.id, r.total from bulk_runs r
    where r.id in (select id from bulk_runs order by id limit 5000)
      and r.state in ('done', 'failed', 'stopped')
      and r.finished_at < least(moment, now()) - interval '90 days'
      and not exists (
        select from bulk_items i where i.run_id = r.id and i.status in ('waiting', 'pending_proof'))
    order by r.id limit 500 for update skip locked
  ), old as (
    select id from (select id, sum(total) over (order by id) - total as rows_before from over) o
    where rows_before < 5000
  ), rows_gone as (
    delete from bulk_items i using old where i.run_id = old.id
  ), gone as (
    delete from bulk_runs r using old where r.id = old.id returning 1
  )
  select count(*)::integer from gone
$$;

-- What an Idempotency-Key has made for 30 days: clients repeat within hours.
create function throw_away_made_once(moment timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select user_id, company_id, idempotency_key from made_once
    where created_at < least(moment, now()) - interval '30 days'
    order by created_at limit 1000 for update skip locked
  ), gone as (
    delete from made_once m using old
    where (m.user_id, m.company_id, m.idempotency_key) = (old.user_id, old.company_id, old.idempotency_key)
    returning 1
  )
  select count(*)::integer from gone
$$;

-- A notice for a year, read or not: what it tells of is in the history of its paper.
create function throw_away_notices(moment timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select n.id from (select id, created_at from notices order by id limit 1000) n
    where n.created_at < least(moment, now()) - interval '1 year'
  ), gone as (
    delete from notices n using old where n.id = old.id returning 1
  )
  select count(*)::integer from gone
$$;

-- A nightly trial of a restore for two years: an audit asks for the year before. The last one stays in any case.
create function throw_away_trials(moment timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from restore_trials t
    where t.ended_at < least(moment, now()) - interval '2 years' and t.id < (select max(id) from restore_trials)
    returning 1
  )
  select count(*)::integer from gone
$$;
