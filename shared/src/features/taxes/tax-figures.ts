/**
 * What the law says of taxes and contributions, by the day it holds. The figures themselves are rows of the database with
 * their sources; here are only their names. Money is in whole tenge, a share in percent, the rest in counts of МРП or МЗП.
 */
export const TAX_FIGURES = [
  'mrp',
  'mzp',
  'opv_percent',
  'opv_cap_mzp',
  'vosms_percent',
  'vosms_cap_mzp',
  'so_percent',
  'so_floor_mzp',
  'so_cap_mzp',
  'ipn_percent',
  'ipn_high_percent',
  'ipn_high_above_mrp',
  'deduction_mrp',
  'deduction_year_mrp',
  'disability_1_2_mrp',
  'disability_3_mrp',
  'nonresident_percent',
  'self_employed_opv_percent',
  'self_employed_opvr_percent',
  'self_employed_so_percent',
  'self_employed_vosms_percent',
  'self_employed_limit_mrp',
  'opvr_percent',
  'simplified_percent',
  'simplified_limit_mrp',
  'vat_threshold_mrp',
  'withheld_due_day',
  'invoice_due_days',
] as const;
export type TaxFigure = (typeof TAX_FIGURES)[number];

/** What a figure of days may be: every month has the 28th, and no term is longer than a year. */
const LAST_DAY: { readonly [figure in TaxFigure]?: number } = { withheld_due_day: 28, invoice_due_days: 366 };

/** Percents, sums and counts of МРП or МЗП are any number; days are whole. */
export function isFigure(figure: TaxFigure, value: number): boolean {
  const last = LAST_DAY[figure];
  return last === undefined || (Number.isInteger(value) && value >= 1 && value <= last);
}

/** A figure from one day to another, both `YYYY-MM-DD` and in it. Null: the law knows no such thing then. */
export interface DatedFigure {
  figure: TaxFigure;
  valid_from: string;
  valid_until: string;
  value: number | null;
}

/** The figures of one day; a figure that nobody has entered for it is absent. */
export type FiguresOfDay = { readonly [figure in TaxFigure]?: number | null };

/** Nobody has entered the figure for that time, and another year's is no answer. */
export class UnknownFigure extends Error {
  readonly figure: TaxFigure;
  constructor(figure: TaxFigure) {
    super(`The tax figure ${figure} is not known for that day.`);
    this.figure = figure;
  }
}

/** With the law, order or publication it was taken from. */
export interface SourcedFigure extends DatedFigure {
  source: string;
}

/** Of rows that overlap the one that begins later counts. */
const heldOn = <Row extends DatedFigure>(rows: readonly Row[], day: string) =>
  rows
    .filter(({ valid_from, valid_until }) => valid_from <= day && day <= valid_until)
    .sort((one, other) => (one.valid_from < other.valid_from ? -1 : 1));

export const figuresOf = (rows: readonly DatedFigure[], day: string): FiguresOfDay =>
  Object.fromEntries(heldOn(rows, day).map(({ figure, value }) => [figure, value]));

/** Where the figures of a day are from. */
export type SourcesOfDay = { readonly [figure in TaxFigure]?: string };

export const sourcesOf = (rows: readonly SourcedFigure[], day: string): SourcesOfDay =>
  Object.fromEntries(heldOn(rows, day).map(({ figure, source }) => [figure, source]));

/**
 * Null where the law knows no such thing.
 * @throws UnknownFigure
 */
export function valueOf(figures: FiguresOfDay, figure: TaxFigure): number | null {
  const value = figures[figure];
  if (value === undefined) throw new UnknownFigure(figure);
  return value;
}

/** So many МРП or МЗП in tiyn; null where the law knows no such bound. */
export function boundOf(figures: FiguresOfDay, figure: TaxFigure): bigint | null {
  const count = valueOf(figures, figure);
  if (count === null) return null;
  const unit = figure.endsWith('_mzp') ? 'mzp' : 'mrp';
  const tenge = valueOf(figures, unit);
  if (tenge === null) throw new UnknownFigure(unit);
  return (hundredths(count) * hundredths(tenge)) / 100n;
}

/** Of a sum in tiyn, half up to whole tenge, as each part is paid; nothing where the law knows no such part. */
export const shareOf = (figures: FiguresOfDay, figure: TaxFigure, sum_tiyn: bigint): bigint =>
  sharesOf(figures, [{ figure, of_tiyn: sum_tiyn }]);

/** So many percent of a sum. */
export interface Share {
  figure: TaxFigure;
  of_tiyn: bigint;
}

/** A part at several rates is paid as one sum, and rounded once. */
export function sharesOf(figures: FiguresOfDay, shares: readonly Share[]): bigint {
  const whole = shares.reduce(
    (sum, { figure, of_tiyn }) => sum + of_tiyn * hundredths(valueOf(figures, figure) ?? 0),
    0n,
  );
  return ((whole + 500_000n) / 1_000_000n) * 100n;
}

const hundredths = (number: number) => BigInt(Math.round(number * 100));
