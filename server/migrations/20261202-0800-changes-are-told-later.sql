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

-- The other side of a paper is told once of it, unless there are two of them.
create or replace function paper_is_told() returns trigger language plpgsql as $$
begin
  perform tell_change(tg_argv[0], coalesce(new.company_id, old.company_id));
  if new.frozen_file_id is not null then perform tell_change(tg_argv[0], new.contractor_company_id); end if;
  if old.frozen_file_id is not null
    and (new.frozen_file_id is null or new.contractor_company_id <> old.contractor_company_id)
  then perform tell_change(tg_argv[0], old.contractor_company_id); end if;
  return null;
end $$;
