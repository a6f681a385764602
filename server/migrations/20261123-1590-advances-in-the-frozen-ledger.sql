-- An advance is money of an executor that no act names yet; closing freezes it like a payment.
alter table frozen_ledger
  alter column act_id drop not null,
  drop constraint frozen_ledger_kind_check,
  add constraint frozen_ledger_kind_check check (kind in ('act', 'correction', 'payment', 'refund', 'advance'));
