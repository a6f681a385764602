-- Who issues the bills, and to which account they are paid: a row from each day on, never changed. Each bill keeps the
-- one that was in force when it was issued, and who its buyer was then.
create table tariff_sellers (
  id bigint generated always as identity primary key,
  name text not null,
  bin text not null,
  address text not null,
  bank_name text not null,
  bic text not null,
  iban text not null,
  kbe text not null,
  knp text not null,
  -- Null: pays no VAT.
  vat_percentage smallint check (vat_percentage between 1 and 99),
  set_by bigint references users,
  set_at timestamptz not null default now()
);
insert into tariff_sellers (name, bin, address, bank_name, bic, iban, kbe, knp, vat_percentage, set_by, set_at)
  select name, bin, address, bank_name, bic, iban, kbe, knp, vat_percentage, updated_by, updated_at from tariff_seller;
drop table tariff_seller;

alter table tariff_entries
  -- Null where nobody had said yet who issues them; then the first one does.
  add column seller_id bigint references tariff_sellers,
  add column buyer_name text,
  add column buyer_bin text,
  add column buyer_address text;
-- Of earlier bills nothing better is known than what stands today.
update tariff_entries e
  set buyer_name = c.name, buyer_bin = c.bin, buyer_address = c.address, seller_id = (select id from tariff_sellers)
  from companies c where c.id = e.company_id;
alter table tariff_entries
  alter column buyer_name set not null,
  alter column buyer_bin set not null;
