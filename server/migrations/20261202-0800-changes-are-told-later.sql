-- Changes that nobody has been told of yet. NOTIFY takes a lock of the whole server until the end of its transaction, so
-- that deeds were committed one after another, each with a write to the disk. A row of this table waits for nobody, and a
-- relay tells of it when it is committed. It is in no log and on no standby: with the rows everybody's connection is lost
-- as well, and who connects anew reads everything again.
create unlogged table untold_changes (
  topic text not null,
  company_id bigint not null,
  changed_at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- As its owner: a process that runs while this file is applied has no privilege on the table yet.
create or replace function tell_change(topic text, company_id bigint) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if company_id is not null then insert into untold_changes values (topic, company_id); end if;
end $$;
