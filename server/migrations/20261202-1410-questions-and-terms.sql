-- How many questions were asked by a link; there is an end to them, since its holder need not be who it is for.
alter table quick_signs add column questions integer not null default 0;
-- In how many days after both signatures the company pays, by its own word; null where it gives none.
alter table companies
  add column payment_term_days integer,
  add constraint companies_payment_term check (payment_term_days between 0 and 365) not valid;
