-- In how many calendar days after its turnover an electronic invoice is due: a figure of law, held with the others.
alter table tax_figures drop constraint tax_figures_figure_check,
  add constraint tax_figures_figure_check check (figure in (
    'mrp', 'mzp', 'opv_percent', 'opv_cap_mzp', 'vosms_percent', 'vosms_cap_mzp', 'so_percent', 'so_floor_mzp',
    'so_cap_mzp', 'ipn_percent', 'ipn_high_percent', 'ipn_high_above_mrp', 'deduction_mrp', 'deduction_year_mrp',
    'disability_1_2_mrp', 'disability_3_mrp', 'nonresident_percent', 'self_employed_opv_percent',
    'self_employed_opvr_percent', 'self_employed_so_percent', 'self_employed_vosms_percent', 'self_employed_limit_mrp',
    'opvr_percent', 'simplified_percent', 'simplified_limit_mrp', 'vat_threshold_mrp', 'withheld_due_day',
    'invoice_due_days')),
  add constraint tax_figures_due_days_check check (
    figure <> 'invoice_due_days' or value is null or (value between 1 and 366 and value = trunc(value)));

-- Unlike a rate, the term is of no year: it holds until the law changes it.
insert into tax_figures (figure, valid_from, valid_until, value, source, note) values
  ('invoice_due_days', '2026-01-01', '2099-12-31', 15,
    'Налоговый кодекс № 214-VIII, ст. 208, 209, 493; приказ МФ № 629 от 28.10.2025', 'Календарных дней после оборота.');
