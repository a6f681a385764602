-- An upload is written here and committed before its bytes are put into the store; the transaction that adds the row of
-- the file takes it away. What is left belongs to changes that were rolled back, and only that is ever removed.
create table file_uploads (
  storage_key text primary key,
  -- Of the claim below: entries of an earlier epoch are left alone.
  epoch integer not null,
  begun_at timestamptz not null default now(),
  quarantined_at timestamptz
);
create index on file_uploads (begun_at) where quarantined_at is null;
create index on file_uploads (quarantined_at) where quarantined_at is not null;

-- Which store this database keeps its files in. The store holds the same id, the epoch and the newest of the marks.
create table file_store_claim (
  is_claimed boolean primary key default true check (is_claimed),
  database_id text not null default gen_random_uuid()::text,
  epoch integer not null check (epoch > 0),
  -- Newest first. A mark of the store that is not among them was written by another copy of this database.
  marks text[] not null check (cardinality(marks) > 0),
  marked_at timestamptz not null default now(),
  -- False until the store has taken the first mark.
  is_written boolean not null default false
);
