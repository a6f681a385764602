-- Which master keys this database was used with, by their fingerprints: another one is refused at start, and a former one
-- may go when nothing is sealed under it.
create table master_keys (
  key_id text primary key,
  -- Since when it is the present one; the latest of them is the present key.
  present_since timestamptz not null default now()
);
