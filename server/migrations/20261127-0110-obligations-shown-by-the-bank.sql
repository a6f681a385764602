-- Statements show what was transferred of obligations, and what the State Corporation sent back. A row that was told by the
-- company and then shown by a debit is one row: it takes the operation and its day, and keeps the day that was told.
alter table obligation_payments
  add column operation_id bigint,
  -- The day that the company told; null: a statement alone says it.
  add column stated_on date,
  -- Whose contribution came back, or was sent once more.
  add column executor_company_id bigint references companies,
  add foreign key (company_id, operation_id) references bank_operations (company_id, id),
  alter column told_by drop not null,
  drop constraint obligation_payments_amount_tiyn_check,
  -- Below zero: it came back.
  add constraint obligation_payments_amount_tiyn_check
    check (amount_tiyn > 0 or (amount_tiyn < 0 and operation_id is not null));
update obligation_payments set stated_on = paid_on;
alter table obligation_payments
  add constraint obligation_payments_told_check
    check ((stated_on is null) = (told_by is null) and (stated_on is not null or operation_id is not null));

drop index obligation_payments_one_of_day;
create unique index obligation_payments_one_of_day on obligation_payments (company_id, month, kind, paid_on)
  where untold_at is null and operation_id is null;
create unique index obligation_payments_one_of_operation on obligation_payments (company_id, operation_id)
  where untold_at is null;
