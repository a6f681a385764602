-- What the law says of taxes, figure by figure, with the days between which it holds. A row is never changed: the latest
-- of a figure and its first day counts, the others are its history.
create table tax_figures (
  id bigint generated always as identity primary key,
  figure text not null check (figure in (
    'mrp', 'mzp', 'opv_percent', 'opv_cap_mzp', 'vosms_percent', 'vosms_cap_mzp', 'so_percent', 'so_floor_mzp',
    'so_cap_mzp', 'ipn_percent', 'ipn_high_percent', 'ipn_high_above_mrp', 'deduction_mrp', 'deduction_year_mrp',
    'disability_1_2_mrp', 'disability_3_mrp', 'nonresident_percent', 'self_employed_opv_percent',
    'self_employed_opvr_percent', 'self_employed_so_percent', 'self_employed_vosms_percent', 'self_employed_limit_mrp',
    'opvr_percent', 'simplified_percent', 'simplified_limit_mrp', 'vat_threshold_mrp')),
  valid_from date not null,
  -- A year that nobody has looked at is not reckoned by the figures of the one before it.
  valid_until date not null,
  -- Null: the law knows no such thing then.
  value numeric check (value >= 0 and value < 1e12),
  -- The law, order or publication it was taken from.
  source text not null check (source <> ''),
  note text not null default '',
  -- Null: came with the product.
  created_by bigint references users,
  created_at timestamptz not null default now(),
  check (valid_until >= valid_from)
);
create index tax_figures_by_day on tax_figures (figure, valid_from, id desc);

insert into tax_figures (figure, valid_from, valid_until, value, source, note)
select figure, make_date(year, 1, 1), make_date(year, 12, 31), value, source, note from (values
  (2025, 'mrp', 3932, 'PwC Kazakhstan, alert 257', ''),
  (2025, 'mzp', 85000, 'PwC Kazakhstan, alert 257', ''),
  (2025, 'opv_percent', 10, 'asistent.kz', ''),
  (2025, 'opv_cap_mzp', 50, 'f-chain.com', ''),
  (2025, 'vosms_percent', 2, 'alau.kz', ''),
  (2025, 'vosms_cap_mzp', 10, 'alau.kz', ''),
  (2025, 'so_percent', 5, 'gfss.kz; приказ МТСЗН № 20 от 23.01.2025', ''),
  (2025, 'so_floor_mzp', 1, 'Приказ МТСЗН № 20 от 23.01.2025', 'С 2026 года нижней границы нет.'),
  (2025, 'so_cap_mzp', 7, 'Приказ МТСЗН № 20 от 23.01.2025', ''),
  (2025, 'ipn_percent', 10, 'pro1c.kz, 12.10.2025', ''),
  (2025, 'ipn_high_percent', null, 'pro1c.kz, 12.10.2025', 'Одна ставка.'),
  (2025, 'ipn_high_above_mrp', null, 'pro1c.kz, 12.10.2025', 'Одна ставка.'),
  (2025, 'deduction_mrp', 14, 'PwC Kazakhstan, alert 257', ''),
  (2025, 'deduction_year_mrp', 168, 'PwC Kazakhstan, alert 257', '14 МРП за каждый месяц.'),
  (2025, 'disability_1_2_mrp', 882, 'PwC Kazakhstan, alert 257', ''),
  (2025, 'disability_3_mrp', 882, 'PwC Kazakhstan, alert 257', ''),
  (2025, 'nonresident_percent', 20, 'pro1c.kz, 22.10.2025', 'Проверьте у налогового консультанта.'),
  (2025, 'opvr_percent', 2.5, 'Памятка Kaspi, 12.01.2026', 'Работодатель за работника; с договоров ГПХ не платится.'),
  (2025, 'simplified_percent', 3, 'КГД Жетысу', ''),
  (2025, 'vat_threshold_mrp', 20000, 'Налоговый кодекс, ст. 99 п. 14, и прежний', ''),
  (2026, 'mrp', 4325, 'Закон № 239-VIII от 08.12.2025', ''),
  (2026, 'mzp', 85000, 'Закон № 239-VIII от 08.12.2025', ''),
  (2026, 'opv_percent', 10, 'asistent.kz', ''),
  (2026, 'opv_cap_mzp', 50, 'f-chain.com', ''),
  (2026, 'vosms_percent', 2, 'uchet.kz: Закон об ОСМС, ст. 28', ''),
  (2026, 'vosms_cap_mzp', 20, 'Закон об ОСМС, ст. 28 п. 5-2', ''),
  (2026, 'so_percent', 5, 'gfss.kz; pro1c.kz, 30.01.2026', ''),
  (2026, 'so_floor_mzp', null, 'pro1c.kz, 30.01.2026', ''),
  (2026, 'so_cap_mzp', 7, 'pro1c.kz, 30.01.2026', ''),
  (2026, 'ipn_percent', 10, 'Налоговый кодекс, ст. 363', ''),
  (2026, 'ipn_high_percent', 15, 'Налоговый кодекс, ст. 363', ''),
  (2026, 'ipn_high_above_mrp', 8500, 'Налоговый кодекс, ст. 363', ''),
  (2026, 'deduction_mrp', 30, 'Налоговый кодекс, ст. 401, 403', ''),
  (2026, 'deduction_year_mrp', 360, 'Налоговый кодекс, ст. 401, 403', ''),
  (2026, 'disability_1_2_mrp', 5000, 'Налоговый кодекс, ст. 404', ''),
  (2026, 'disability_3_mrp', 882, 'Налоговый кодекс, ст. 404', 'Кому именно — проверьте у налогового консультанта.'),
  (2026, 'nonresident_percent', 20, 'Налоговый кодекс, ст. 682, 692', 'Ставка взята из источников 2025 года; проверьте.'),
  (2026, 'self_employed_opv_percent', 1, 'Налоговый кодекс, ст. 720', ''),
  (2026, 'self_employed_opvr_percent', 1, 'Налоговый кодекс, ст. 720', ''),
  (2026, 'self_employed_so_percent', 1, 'Налоговый кодекс, ст. 720', ''),
  (2026, 'self_employed_vosms_percent', 1, 'Налоговый кодекс, ст. 720', ''),
  (2026, 'self_employed_limit_mrp', 300, 'Налоговый кодекс, ст. 715, 718', 'За календарный месяц.'),
  (2026, 'opvr_percent', 3.5, 'Памятка Kaspi, 12.01.2026', 'Работодатель за работника; с договоров ГПХ не платится.'),
  (2026, 'simplified_percent', 4, 'КГД Жетысу; qaz365.kz', 'Маслихат может менять на половину.'),
  (2026, 'simplified_limit_mrp', 600000, 'КГД Жетысу; qaz365.kz', 'За год.'),
  (2026, 'vat_threshold_mrp', 10000, 'Налоговый кодекс, ст. 99 п. 14', 'За календарный год.'),
  (2027, 'opvr_percent', 4.5, 'adilet, проверено 01.10.2026', 'Остального о 2027 годе ещё не известно.')
) as known (year, figure, value, source, note);

drop table withholding_rates;
alter table frozen_withholding rename column rates to figures;
-- Months that were frozen before keep what they were reckoned by under the names of then.
alter table frozen_withholding add column social_deduction_tiyn bigint not null default 0;
