/**
 * Money is whole tiyn in a `bigint` inside and a decimal string with two digits (`"1234567.80"`) on the wire.
 * No floating point number ever holds a sum.
 */

const MONEY = /^(-?)(0|[1-9]\d{0,14})(?:\.(\d{1,2}))?$/;
const QUANTITY = /^(0|[1-9]\d{0,8})(?:\.(\d{1,3}))?$/;

/** The largest sum of one act or order: ten trillion tenge, far below what `bigint` columns hold. */
export const MAX_AMOUNT_TIYN = 1_000_000_000_000_000n;

/** `"12.5"` → `1250n`; null for anything that is not a plain decimal of at most two digits after the point. */
export function parseMoney(text: string): bigint | null {
  const match = MONEY.exec(text);
  if (!match) return null;
  const tiyn = BigInt(match[2]!) * 100n + BigInt((match[3] ?? '').padEnd(2, '0') || '0');
  return match[1] ? -tiyn : tiyn;
}

/** `1250n` → `"12.50"`. */
export function formatMoney(amount_tiyn: bigint): string {
  const abs = amount_tiyn < 0n ? -amount_tiyn : amount_tiyn;
  return `${amount_tiyn < 0n ? '-' : ''}${abs / 100n}.${String(abs % 100n).padStart(2, '0')}`;
}

/** `"1.5"` → `1500n` thousandths; null unless a plain decimal of at most three digits after the point. */
export function parseQuantity(text: string): bigint | null {
  const match = QUANTITY.exec(text);
  if (!match) return null;
  return BigInt(match[1]!) * 1000n + BigInt((match[2] ?? '').padEnd(3, '0') || '0');
}

/** `1500n` thousandths → `"1.5"`: the shortest decimal that says the same. */
export function formatQuantity(quantity_milli: bigint): string {
  const rest = String(quantity_milli % 1000n)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${quantity_milli / 1000n}${rest ? `.${rest}` : ''}`;
}

/**
 * quantity × rate in tiyn, half a tiyn rounds up (decisions 5); a rate below nothing is rounded as its opposite, so that
 * a correcting line takes back exactly what the corrected one gave. The quantity must be non-negative.
 */
export function multiplyHalfUp(quantity_milli: bigint, rate_tiyn: bigint): bigint {
  if (rate_tiyn < 0n) return -multiplyHalfUp(quantity_milli, -rate_tiyn);
  return (quantity_milli * rate_tiyn + 500n) / 1000n;
}
