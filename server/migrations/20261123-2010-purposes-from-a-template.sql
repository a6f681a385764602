-- What a company writes as the purpose of its payments, and which КНП where the act says none; null: the common ones.
alter table companies
  add column payment_purpose text,
  add column payment_knp text check (payment_knp ~ '^[0-9]{3}$');
