-- The key that asked for an archive: its ticket is good while the key is.
alter table download_tickets add column api_key_id bigint references api_keys;
