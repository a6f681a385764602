-- A run for 90 days after its end, with its rows: its user reads what became of them and repeats what failed. Some
-- thousands of rows go at a time; a run always goes with all of its rows.
create or replace function throw_away_runs(moment timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with over as materialized (
    select r.id, r.total from bulk_runs r
    where r.state in ('done', 'failed', 'stopped')
      and r.finished_at < least(moment, now()) - interval '90 days'
      and not exists (
        select from bulk_items i where i.run_id = r.id and i.status in ('waiting', 'pending_proof'))
    order by r.finished_at limit 500 for update skip locked
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

-- A notice for a year, read or not: what it tells of is in the history of its paper. One that a group still adds to is as
-- old as the last thing it tells of.
create or replace function throw_away_notices(moment timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select id from notices
    where created_at < least(moment, now()) - interval '1 year'
    order by created_at limit 1000 for update skip locked
  ), gone as (
    delete from notices n using old where n.id = old.id returning 1
  )
  select count(*)::integer from gone
$$;
