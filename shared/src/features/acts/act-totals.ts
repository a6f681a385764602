import { MAX_AMOUNT_TIYN, multiplyHalfUp, parseMoney, parseQuantity } from '../../kernel/money.ts';

/** A service line as it is typed: decimal strings. */
export interface ServiceInput {
  quantity: string;
  rate: string;
}

/** The sum of one line in tiyn: quantity × rate, half up; null while either is not a number yet. */
export function serviceAmount(service: ServiceInput): bigint | null {
  const quantity = parseQuantity(service.quantity);
  const rate = parseMoney(service.rate);
  return quantity === null || rate === null ? null : multiplyHalfUp(quantity, rate);
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
