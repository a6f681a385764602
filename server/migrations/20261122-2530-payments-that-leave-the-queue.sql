-- A payment that pays no bill is set aside with a word of why, and can be brought back.
alter table tariff_payments
  add column set_aside_at timestamptz,
  add column set_aside_by bigint references users,
  add column set_aside_reason text,
  add check ((set_aside_at is null) = (set_aside_reason is null) and (set_aside_at is null) = (set_aside_by is null)),
  add check (set_aside_at is null or company_id is null);
-- A bill that somebody had marked paid before its payment was seen stays paid when the match is taken back.
alter table tariff_payment_entries add column was_paid boolean not null default false;
