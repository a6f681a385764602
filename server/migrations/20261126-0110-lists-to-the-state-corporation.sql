-- The day by which what was withheld is transferred is a figure of law too, and held with the others.
alter table tax_figures drop constraint tax_figures_figure_check,
  add constraint tax_figures_figure_check check (figure in (
    'mrp', 'mzp', 'opv_percent', 'opv_cap_mzp', 'vosms_percent', 'vosms_cap_mzp', 'so_percent', 'so_floor_mzp',
    'so_cap_mzp', 'ipn_percent', 'ipn_high_percent', 'ipn_high_above_mrp', 'deduction_mrp', 'deduction_year_mrp',
    'disability_1_2_mrp', 'disability_3_mrp', 'nonresident_percent', 'self_employed_opv_percent',
    'self_employed_opvr_percent', 'self_employed_so_percent', 'self_employed_vosms_percent', 'self_employed_limit_mrp',
    'opvr_percent', 'simplified_percent', 'simplified_limit_mrp', 'vat_threshold_mrp', 'withheld_due_day')),
  -- Every month has it.
  add constraint tax_figures_due_day_check
    check (figure <> 'withheld_due_day' or value is null or (value between 1 and 28 and value = trunc(value)));

insert into tax_figures (figure, valid_from, valid_until, value, source, note)
select 'withheld_due_day', make_date(year, 1, 1), make_date(year, 12, 31), 25, 'Календарь tax.kz; gfss.kz',
  'Число месяца, следующего за выплатой; выходной переносит срок вперёд.'
from unnest(array[2025, 2026]) as year;

-- The letter that a list of people begins with (`/OPV/C`); null: not paid by a list.
alter table tax_payees add column list_letter text check (list_letter in ('C', 'S', 'V'));
update tax_payees set list_letter = case kind when 'opv' then 'C' else 'S' end where kind in ('opv', 'vosms', 'so');
