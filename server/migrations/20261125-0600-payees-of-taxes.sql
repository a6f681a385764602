-- To whom what was withheld of individuals goes, and under which codes, with the days between which it holds. A row is
-- never changed: the latest of a kind and its first day counts.
create table tax_payees (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('opv', 'vosms', 'so', 'ipn')),
  valid_from date not null,
  valid_until date not null default 'infinity',
  knp text not null check (knp ~ '^\d{3}$'),
  name text not null check (name <> ''),
  -- Null: differs from payer to payer, or nobody has seen it for sure.
  bin text check (bin ~ '^\d{12}$'),
  iban text check (iban ~ '^KZ[0-9A-Z]{18}$'),
  bic text check (bic ~ '^[0-9A-Z]{8,11}$'),
  kbe text not null check (kbe ~ '^\d{2}$'),
  -- Of payments to the budget alone.
  kbk text check (kbk ~ '^\d{6}$'),
  source text not null check (source <> ''),
  -- How far the source is to be trusted: several agree, one says so, nobody checked.
  sureness text not null check (sureness in ('high', 'medium', 'low')),
  created_at timestamptz not null default now(),
  check (valid_until >= valid_from)
);
create index tax_payees_by_day on tax_payees (kind, valid_from, id desc);

insert into tax_payees (kind, valid_from, knp, name, bin, iban, bic, kbe, kbk, source, sureness) values
  ('opv', '2025-01-01', '010', 'НАО «Государственная корпорация «Правительство для граждан»', '160440007161',
    'KZ12009NPS0413609816', 'GCVPKZ2A', '11', null, 'Правила проверки платежей банка, коды отчётов ГФСС', 'high'),
  ('vosms', '2025-01-01', '122', 'НАО «Государственная корпорация «Правительство для граждан»', '160440007161',
    'KZ92009MEDS368609103', 'GCVPKZ2A', '11', null, 'Правила проверки платежей банка, реквизиты ФСМС', 'high'),
  ('so', '2025-01-01', '012', 'НАО «Государственная корпорация «Правительство для граждан»', '160440007161',
    'KZ67009SS00368609110', 'GCVPKZ2A', '11', null, 'Правила проверки платежей банка, коды отчётов ГФСС', 'high'),
  ('ipn', '2025-01-01', '911', 'Управление государственных доходов по месту нахождения плательщика', null,
    null, null, '11', '101201', 'КНП и КБК из открытых источников; БИН и счёт у каждого управления свои', 'medium');
