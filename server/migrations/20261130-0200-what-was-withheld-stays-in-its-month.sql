-- Of money that is not taxed by what was told after it was paid, what it withheld is owed in its month all the same.
alter table frozen_payments drop constraint frozen_payments_taxed_as_check,
  add constraint frozen_payments_taxed_as_check check (taxed_as in ('individual', 'self_employed', 'none'));
alter table frozen_withholding add column untaxed_gross_tiyn bigint not null default 0;
