-- A key can become the present one again, after another; the latest is the present key.
alter table master_keys add column present_since timestamptz not null default now();
update master_keys set present_since = first_used_at;

-- Nothing reads which backup it was, and it is not written any more.
alter table backup_standing drop constraint backup_standing_check;
