-- What a database was begun as, so that a public stand never becomes a production installation, nor the reverse:
-- docs/decisions/0145-a-public-stand.md. The first start of this version says it of a database that was there before.
alter table file_store_claim add column installation text
  check (installation in ('production', 'sandbox', 'stand'));
