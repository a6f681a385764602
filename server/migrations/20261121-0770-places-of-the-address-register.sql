-- Regions, districts and settlements that an address is suggested from. The keys are Latin letters and digits alone,
-- written by the product: trigrams then do not depend on the locale of the database.
create extension if not exists pg_trgm;

create table places (
  id bigint generated always as identity primary key,
  -- Null for the centres of regions that are known before the official list is brought in.
  kato text unique check (kato ~ '^[0-9]{9}$'),
  level smallint not null check (level between 1 and 4),
  label_ru text not null,
  label_kz text not null,
  own_key text not null check (own_key ~ '^[a-z0-9 ]+$'),
  search_key text not null check (search_key ~ '^[a-z0-9 ]+$')
);
create index on places using gin (search_key gin_trgm_ops);
