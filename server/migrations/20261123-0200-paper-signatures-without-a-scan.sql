-- Marked as signed on paper without a scan: silence does not count then, only the executor's own word.
alter table hand_signatures
  alter column scan_file_id drop not null,
  alter column counts_on drop not null,
  add check ((scan_file_id is null) = (counts_on is null));
