-- What was kept outside of the database last: one row, so that every process tells the same, and one without backups too.
create table backup_standing (
  is_only boolean primary key default true check (is_only),
  base_id text,
  base_ended_at timestamptz,
  -- All that was committed before this moment is in the copied log.
  log_copied_at timestamptz,
  check ((base_id is null) = (base_ended_at is null))
);
insert into backup_standing default values;
