import type { FiguresOfDay } from './tax-figures.ts';

/** As in 2026. */
export const TWO_RATES: FiguresOfDay = {
  mrp: 4325,
  mzp: 85_000,
  opv_percent: 10,
  opv_cap_mzp: 50,
  vosms_percent: 2,
  vosms_cap_mzp: 20,
  so_percent: 5,
  so_floor_mzp: null,
  so_cap_mzp: 7,
  ipn_percent: 10,
  ipn_high_percent: 15,
  ipn_high_above_mrp: 8500,
  deduction_mrp: 30,
  deduction_year_mrp: 360,
  disability_1_2_mrp: 5000,
  disability_3_mrp: 882,
  nonresident_percent: 20,
  self_employed_opv_percent: 1,
  self_employed_opvr_percent: 1,
  self_employed_so_percent: 1,
  self_employed_vosms_percent: 1,
  self_employed_limit_mrp: 300,
  vat_threshold_mrp: 10_000,
};
/** As in 2025: a floor of СО and one rate of ИПН. */
export const FLAT_YEAR: FiguresOfDay = {
  ...TWO_RATES,
  so_floor_mzp: 1,
  vosms_cap_mzp: 10,
  ipn_high_percent: null,
  ipn_high_above_mrp: null,
};
