import { MAX_AMOUNT_TIYN, multiplyHalfUp, parseMoney, parseQuantity } from '../../kernel/money.ts';
import type { LineKind, LineName } from './line-kinds.ts';

/** A service line as it is typed: decimal strings. */
export interface ServiceInput {
  quantity: string;
  rate: string;
  /** Left out: work. */
  kind?: LineName | undefined;
}

/** The sum of one line in tiyn: quantity × rate, half up, of a deduction below nothing; null while either is no number. */
export function serviceAmount(service: ServiceInput): bigint | null {
  const quantity = parseQuantity(service.quantity);
  const rate = parseMoney(service.rate);
  if (quantity === null || rate === null) return null;
  return lineAmount(service.kind ?? 'work', quantity, rate);
}

/** The same of a quantity in thousandths and a rate in tiyn. */
export function lineAmount(kind: LineName, quantity: bigint, rate: bigint): bigint {
  const amount = multiplyHalfUp(quantity, rate);
  return kind === 'deduction' ? -amount : amount;
}

/** The VAT that a sum in tiyn contains at a rate in percent, half a tiyn up, of either sign. */
export function vatWithin(amount_tiyn: bigint, rate: number): bigint {
  const sign = amount_tiyn < 0n ? -1n : 1n;
  const whole = BigInt(100 + rate);
  return sign * ((sign * amount_tiyn * BigInt(rate) * 2n + whole) / (2n * whole));
}

/** Σ services in tiyn; null when a line is unfinished or the sum leaves the range of an act. */
export function actTotal(services: readonly ServiceInput[]): bigint | null {
  let total = 0n;
  for (const service of services) {
    const amount = serviceAmount(service);
    if (amount === null) return null;
    total += amount;
  }
  return total > MAX_AMOUNT_TIYN || total < -MAX_AMOUNT_TIYN ? null : total;
}

interface SummedLine {
  kind: LineKind;
  amount_tiyn: bigint;
}

/**
 * The lines as electronic invoices and acts have them, where no sum is below nothing: deductions lessen work and bonuses
 * in proportion, and expenses only where those do not suffice. Lines of which nothing is left are gone. A correction that
 * takes back stays as it is, and so does what has no deductions. The sum is that of the act.
 */
export function billedLines<L extends SummedLine>(lines: readonly L[]): (L & { lessened: boolean })[] {
  const asTheyAre = () => lines.map((line) => ({ ...line, lessened: false }));
  const billed = asTheyAre().filter((line) => line.kind !== 'deduction');
  const deducted = -sumOf(lines.filter((line) => line.kind === 'deduction'));
  if (deducted <= 0n || sumOf(billed) <= deducted || billed.some((line) => line.amount_tiyn < 0n))
    return asTheyAre();
  const earned = billed.filter((line) => line.kind !== 'expense');
  const bearing = sumOf(earned) > deducted ? earned : billed;
  const whole = sumOf(bearing);
  let rest = deducted;
  for (const line of bearing) {
    const share = (line.amount_tiyn * deducted) / whole;
    line.amount_tiyn -= share;
    line.lessened = true;
    rest -= share;
  }
  // Less than a tiyn a line was left over by rounding down: a tiyn each from the largest.
  for (const line of [...bearing].sort((a, b) => Number(b.amount_tiyn - a.amount_tiyn))) {
    if (rest === 0n) break;
    line.amount_tiyn -= 1n;
    rest -= 1n;
  }
  return billed.filter((line) => !line.lessened || line.amount_tiyn !== 0n);
}

/** The problem of an act, no correction, that is over nothing or less. */
export function whyNothing(services: readonly Pick<ServiceInput, 'kind'>[]) {
  return services.some(({ kind }) => kind === 'deduction')
    ? 'act.deductions_too_large'
    : 'act.amount_too_small';
}

/** The VAT in the lines of an act at a rate in percent, each rounded as it stands in its invoice. */
export function vatOfLines(lines: readonly SummedLine[], rate: number): bigint {
  return billedLines(lines).reduce((sum, { amount_tiyn }) => sum + vatWithin(amount_tiyn, rate), 0n);
}

const sumOf = (lines: readonly SummedLine[]) => lines.reduce((sum, { amount_tiyn }) => sum + amount_tiyn, 0n);
