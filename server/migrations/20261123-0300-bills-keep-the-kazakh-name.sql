-- A bill in Kazakh prints the verified Kazakh name that its buyer had when the bill was issued. Earlier bills keep the
-- name they were issued with.
alter table tariff_entries add column buyer_name_kz text;
