import { vatWithin } from '@kelisim/shared/features/acts/act-totals.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { parseQuantity } from '@kelisim/shared/kernel/money.ts';

/** What an electronic invoice and an electronic act say, in our words; sums in tiyn, dates as `2026-01-15`. */
export interface EsfPaper {
  type: InvoiceType;
  number: string;
  date: string;
  /** When the services were done. */
  turnover_date: string;
  /** Which registered invoice an additional or a corrected one belongs to. */
  related: { date: string; number: string; registration_number: string } | null;
  /** Who signs. */
  signer_name: string;
  seller: EsfSeller;
  customer: EsfParty;
  contract: { number: string; date: string };
  /** The act that both signed (section F of the invoice). */
  delivery: { number: string; date: string };
  /** The other electronic paper of the act: an invoice names its electronic act, and that one the invoice. */
  pair: { number: string; date: string; registration_number: string | null } | null;
  lines: EsfLine[];
  /** Percent; null for a seller who pays no VAT. Sums of an act contain it. */
  vat_rate: number | null;
}

export type InvoiceType = 'ORDINARY_INVOICE' | 'FIXED_INVOICE' | 'ADDITIONAL_INVOICE';

export interface EsfParty {
  tin: string;
  name: string;
  address: string | null;
  kind: 'ENTERPRISE' | 'ENTREPRENEUR' | 'INDIVIDUAL';
  bank: EsfBank | null;
}

export interface EsfBank {
  name: string;
  bic: string;
  iban: string;
  kbe: string;
}

export interface EsfSeller extends EsfParty {
  /** The certificate of a payer of VAT: series of five digits, number of seven. */
  vat_certificate: { series: string; number: string } | null;
}

export interface EsfLine {
  description: string;
  /** Code of the unit in МКЕИ. */
  unit_code: string;
  /** A decimal of at most three digits after the point. */
  quantity: string;
  /** Null where deductions have lessened the sum: the price comes out of it. */
  rate_tiyn: bigint | null;
  amount_tiyn: bigint;
}

/** The sums of a line, or of the whole: with VAT, without, and the VAT itself. */
export interface EsfSums {
  with_tax: bigint;
  without_tax: bigint;
  vat: bigint;
}

/** VAT is taken out of each line by itself, half a tiyn up, so that lines and totals agree to the tiyn. */
export function sumsOf(amount_tiyn: bigint, vat_rate: number | null): EsfSums {
  if (vat_rate === null) return { with_tax: amount_tiyn, without_tax: amount_tiyn, vat: 0n };
  const vat = vatWithin(amount_tiyn, vat_rate);
  return { with_tax: amount_tiyn, without_tax: amount_tiyn - vat, vat };
}

export function totalsOf(paper: Pick<EsfPaper, 'lines' | 'vat_rate'>): EsfSums {
  const total = { with_tax: 0n, without_tax: 0n, vat: 0n };
  for (const line of paper.lines) {
    const sums = sumsOf(line.amount_tiyn, paper.vat_rate);
    total.with_tax += sums.with_tax;
    total.without_tax += sums.without_tax;
    total.vat += sums.vat;
  }
  return total;
}

const PRICE_DIGITS = 6n;

/** The price of one unit without VAT: the rate itself, or what is left of it, to a millionth of a tenge. */
export function unitPrice(line: EsfLine, vat_rate: number | null): string {
  const scale = 10n ** (PRICE_DIGITS - 2n);
  const quantity = parseQuantity(line.quantity)!;
  const { without_tax } = sumsOf(line.amount_tiyn, vat_rate);
  const price =
    vat_rate === null && line.rate_tiyn !== null
      ? line.rate_tiyn * scale
      : roundedQuotient(without_tax * scale * 1000n, quantity);
  const sign = price < 0n ? '-' : '';
  const digits = String(price < 0n ? -price : price).padStart(Number(PRICE_DIGITS) + 1, '0');
  const whole = digits.slice(0, -Number(PRICE_DIGITS));
  const rest = digits.slice(-Number(PRICE_DIGITS)).replace(/0+$/, '').padEnd(2, '0');
  return `${sign}${whole}.${rest}`;
}

function roundedQuotient(value: bigint, by: bigint): bigint {
  return value < 0n ? -((-value * 2n + by) / (2n * by)) : (value * 2n + by) / (2n * by);
}

/** The other paper in words, for the free text that both schemas have: none of them has a field for it. */
export function pairInWords(kind: 'ЭСФ' | 'ЭАВР', pair: EsfPaper['pair']): string | null {
  if (!pair) return null;
  const { number, date, registration_number } = pair;
  return [`${kind} № ${number} от ${formatDate(date)}`, registration_number].filter(Boolean).join(', ');
}
