-- Which master keys this database was used with, by their fingerprints: another one is refused at start, and a former one
-- may go when nothing is sealed under it.
create table master_keys (
  key_id text primary key,
  first_used_at timestamptz not null default now(),
  -- When all columns were looked through, and nothing was left that a former key sealed.
  resealed_at timestamptz
);
