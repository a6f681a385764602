/**
 * Withholding a second time, slowly and on its own, to compare the product's with. From the facts on taxes, 1.2 to 1.9:
 * fractions instead of tiyn, brackets instead of bounds, and after every payment everything again from the first day of
 * the year. It shares no code with the product.
 */
export interface Payment {
  day: string;
  person: string;
  gross_tenge: string;
  has_application: boolean;
  is_resident: boolean;
  pays_opv: boolean;
  pays_vosms: boolean;
  pays_so: boolean;
  disability: '1_2' | '3' | null;
}
/** What an adviser decided, and what is known of the year besides its payments. */
export interface Year {
  /** Whether what a month leaves of the base deduction may be used later in the year. */
  carry: 'none' | 'year';
  /** First month (`YYYY-MM`) of the application; of nobody else is a deduction carried. */
  applied_from: string | null;
  /** Of the year before Kelisim, in tenge. */
  told: { taxed: string; deduction: string; social: string };
}
const PLAIN_YEAR: Year = {
  carry: 'none',
  applied_from: null,
  told: { taxed: '0.00', deduction: '0.00', social: '0.00' },
};
/** A row of `tax_figures`, as SQL gives it. */
export interface FigureRow {
  figure: string;
  valid_from: string;
  valid_until: string;
  value: string | null;
}
export type Parts = Record<'opv' | 'vosms' | 'so' | 'deduction' | 'social' | 'ipn' | 'net', string>;

/** A numerator over a denominator above zero. */
type Fraction = readonly [bigint, bigint];
const ZERO: Fraction = [0n, 1n];
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction =>
  b === d ? [a + c, b] : [a * d + c * b, b * d];
const minus = (one: Fraction, [c, d]: Fraction) => plus(one, [-c, d]);
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const isLess = ([a, b]: Fraction, [c, d]: Fraction) => a * d < c * b;
const read = (text: string): Fraction => {
  const [whole = '', rest = ''] = text.split('.');
  return [BigInt(whole + rest), 10n ** BigInt(rest.length)];
};
const smaller = (one: Fraction, other: Fraction) => (isLess(other, one) ? other : one);
/** Half up to whole tenge. */
const round = ([a, b]: Fraction): Fraction => [(2n * a + b) / (2n * b), 1n];
const show = ([a, b]: Fraction) => {
  const tiyn = (a * 100n) / b;
  return `${tiyn / 100n}.${String(tiyn % 100n).padStart(2, '0')}`;
};

/** `person month` → what the month came to after its last payment. */
export function withholdSlowly(
  payments: readonly Payment[],
  rows: readonly FigureRow[],
  year: Year = PLAIN_YEAR,
) {
  const months = new Map<string, Parts>();
  const inOrder = payments.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  inOrder.forEach((payment, at) => {
    const so_far = inOrder.slice(0, at + 1).filter(({ person }) => person === payment.person);
    for (const [month, parts] of wholeYear(so_far, rows, year))
      months.set(`${payment.person} ${month}`, parts);
  });
  return months;
}

/** The figures of a day, as fractions. */
function figuresOn(rows: readonly FigureRow[], day: string) {
  const figure = (name: string) => {
    const held = rows.filter((row) => row.figure === name && row.valid_from <= day && day <= row.valid_until);
    if (held.length !== 1) throw new Error(`${held.length} rows of ${name} on ${day}`);
    const { value } = held[0]!;
    return value === null ? null : read(value);
  };
  const minimum = (name: string, unit: 'mrp' | 'mzp') => {
    const count = figure(name);
    return count && times(count, figure(unit)!);
  };
  return { minimum, percent: (name: string) => times(figure(name) ?? ZERO, [1n, 100n]) };
}

/**
 * What may be used in a month of what earlier ones left: each month of the year has a voucher, which is spent in it or later.
 * What was told is spent on the vouchers from before the application, and only then on the others.
 */
function vouchersLeft(
  month: string,
  used: ReadonlyMap<string, Fraction>,
  rows: readonly FigureRow[],
  { carry, applied_from, told }: Year,
): Fraction {
  if (carry === 'none' || applied_from === null) return ZERO;
  const vouchers: { of: string; left: Fraction }[] = [];
  const spend = (sum: Fraction, on: typeof vouchers) => {
    let rest = sum;
    for (const voucher of on) {
      const spent = smaller(rest, voucher.left);
      voucher.left = minus(voucher.left, spent);
      rest = minus(rest, spent);
    }
  };
  for (let at = 1; at < 13; at += 1) {
    const of = `${month.slice(0, 5)}${String(at).padStart(2, '0')}`;
    if (of >= month) break;
    vouchers.push({ of, left: figuresOn(rows, `${of}-28`).minimum('deduction_mrp', 'mrp') ?? ZERO });
    spend(used.get(of) ?? ZERO, vouchers.filter((one) => one.of >= applied_from).toReversed());
  }
  spend(read(told.deduction), vouchers);
  return vouchers.reduce((sum, { of, left }) => (of < applied_from ? sum : plus(sum, left)), ZERO);
}

function wholeYear(payments: readonly Payment[], rows: readonly FigureRow[], year: Year): Map<string, Parts> {
  const parts = new Map<string, Parts>();
  const used = new Map<string, Fraction>();
  let [taxed_before, deducted, deducted_socially] = [
    read(year.told.taxed),
    read(year.told.deduction),
    read(year.told.social),
  ];
  for (const month of new Set(payments.map(({ day }) => day.slice(0, 7)))) {
    const own = payments.filter(({ day }) => day.startsWith(month));
    const person = own.at(-1)!;
    const { minimum, percent } = figuresOn(rows, person.day);
    const gross = own.reduce((sum, { gross_tenge }) => plus(sum, read(gross_tenge)), ZERO);
    let left = gross;
    const withhold = (sum: Fraction) => {
      const taken = smaller(sum, left);
      left = minus(left, taken);
      return taken;
    };
    const opv_cap = minimum('opv_cap_mzp', 'mzp')!;
    const opv = withhold(
      person.pays_opv ? round(times(smaller(gross, opv_cap), percent('opv_percent'))) : ZERO,
    );
    const vosms_cap = minimum('vosms_cap_mzp', 'mzp')!;
    const vosms = withhold(
      person.pays_vosms ? round(times(smaller(gross, vosms_cap), percent('vosms_percent'))) : ZERO,
    );
    const floor = minimum('so_floor_mzp', 'mzp') ?? ZERO;
    const so_base = smaller(minus(gross, opv), minimum('so_cap_mzp', 'mzp')!);
    const so_share = times(isLess(so_base, floor) ? floor : so_base, percent('so_percent'));
    const so = withhold(person.pays_so ? round(so_share) : ZERO);
    const earned = left;
    const pool = (whole: Fraction | null, used: Fraction) =>
      whole === null || isLess(whole, used) ? ZERO : minus(whole, used);
    const may_deduct = person.has_application && person.is_resident;
    const deduction = withhold(
      may_deduct
        ? smaller(
            plus(minimum('deduction_mrp', 'mrp')!, vouchersLeft(month, used, rows, year)),
            pool(minimum('deduction_year_mrp', 'mrp'), deducted),
          )
        : ZERO,
    );
    const social = withhold(
      person.disability && person.is_resident
        ? pool(minimum(`disability_${person.disability}_mrp`, 'mrp'), deducted_socially)
        : ZERO,
    );
    const taxed = person.is_resident ? left : gross;
    // The tax of the whole year less the tax of the months before.
    const bound = minimum('ipn_high_above_mrp', 'mrp');
    const taxOf = (sum: Fraction) => {
      const more = bound && isLess(bound, sum) ? minus(sum, bound) : ZERO;
      return plus(
        times(sum, percent('ipn_percent')),
        times(more, minus(percent('ipn_high_percent'), percent('ipn_percent'))),
      );
    };
    const ipn = person.is_resident
      ? round(minus(taxOf(plus(taxed_before, taxed)), taxOf(taxed_before)))
      : smaller(round(times(gross, percent('nonresident_percent'))), earned);
    taxed_before = plus(taxed_before, taxed);
    deducted = plus(deducted, deduction);
    used.set(month, deduction);
    deducted_socially = plus(deducted_socially, social);
    const net = minus(earned, ipn);
    parts.set(month, {
      opv: show(opv),
      vosms: show(vosms),
      so: show(so),
      deduction: show(deduction),
      social: show(social),
      ipn: show(ipn),
      net: show(net),
    });
  }
  return parts;
}

export type Single = Record<'opv' | 'opvr' | 'so' | 'vosms' | 'total' | 'net', string>;

/** Of a month of the self-employed: what an operator of a platform withholds; without one nobody does. */
export function withholdSingleSlowly(
  gross_tenge: string,
  month: string,
  rows: readonly FigureRow[],
  { has_operator, is_exempt }: { has_operator: boolean; is_exempt: boolean },
): Single {
  const { percent } = figuresOn(rows, `${month}-28`);
  const gross = read(gross_tenge);
  const part = (name: string) =>
    has_operator && !is_exempt ? round(times(gross, percent(`self_employed_${name}_percent`))) : ZERO;
  const [opv, opvr, so, vosms] = [part('opv'), part('opvr'), part('so'), part('vosms')];
  const total = plus(plus(opv, opvr), plus(so, vosms));
  return {
    opv: show(opv),
    opvr: show(opvr),
    so: show(so),
    vosms: show(vosms),
    total: show(total),
    net: show(minus(gross, total)),
  };
}
