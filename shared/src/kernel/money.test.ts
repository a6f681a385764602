import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actTotal, serviceAmount } from '../features/acts/act-totals.ts';
import {
  formatMoney,
  formatQuantity,
  MAX_AMOUNT_TIYN,
  multiplyHalfUp,
  parseMoney,
  parseQuantity,
} from './money.ts';

const tiyn = fc.bigInt({ min: -MAX_AMOUNT_TIYN, max: MAX_AMOUNT_TIYN });
const quantity_milli = fc.bigInt({ min: 0n, max: 999_999_999_999n });

describe('money on the wire', () => {
  test.each([
    ['0', 0n],
    ['0.01', 1n],
    ['12.5', 1250n],
    ['1234567.80', 123_456_780n],
    ['-3.07', -307n],
    ['999999999999999.99', 99_999_999_999_999_999n],
  ])('%s', (text, amount) => expect(parseMoney(text)).toBe(amount));

  test.each(
    [
      '',
      ' 1',
      '1 ',
      '01',
      '1.',
      '.5',
      '1.234',
      '1e5',
      '1,5',
      '1 000',
      '１２',
      '+1',
      '--1',
      '0x1',
      'NaN',
    ].concat(['Infinity', '1_000', '1.5.5', '1000000000000000', '٣', '1\n', '−1']),
  )('%j is no sum', (text) => expect(parseMoney(text)).toBeNull());

  test('every sum is read back as it was written', () => {
    fc.assert(fc.property(tiyn, (amount) => parseMoney(formatMoney(amount)) === amount));
  });

  test('is always written with two digits and one sign', () => {
    fc.assert(fc.property(tiyn, (amount) => /^-?(0|[1-9]\d*)\.\d{2}$/.test(formatMoney(amount))));
    expect(formatMoney(-5n)).toBe('-0.05');
  });

  test('no text is ever read as something that it is not', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const amount = parseMoney(text);
        return amount === null || Number(text) === Number(formatMoney(amount));
      }),
    );
  });
});

test('nothing is written without a sign', () => expect(formatMoney(0n)).toBe('0.00'));

describe('quantities', () => {
  test.each([
    ['1', 1000n],
    ['0.001', 1n],
    ['1.5', 1500n],
    ['1.50', 1500n],
    ['999999999.999', 999_999_999_999n],
  ])('%s', (text, milli) => expect(parseQuantity(text)).toBe(milli));

  test.each(['', '-1', '1.0001', '1e3', '01', '1,5', 'NaN', '1000000000', '.5', '5.'])('%j is none', (text) =>
    expect(parseQuantity(text)).toBeNull(),
  );

  test('are written as the shortest decimal that says the same', () => {
    fc.assert(
      fc.property(quantity_milli, (milli) => {
        const text = formatQuantity(milli);
        return parseQuantity(text) === milli && !/\.\d*0$/.test(text);
      }),
    );
  });
});

describe('quantity × rate', () => {
  test('rounds half a tiyn up and nothing else', () => {
    expect([multiplyHalfUp(1n, 499n), multiplyHalfUp(1n, 500n)]).toEqual([0n, 1n]);
    const rate_tiyn = fc.bigInt({ min: 0n, max: MAX_AMOUNT_TIYN });
    fc.assert(
      fc.property(quantity_milli, rate_tiyn, (milli, rate) => {
        // In thousandths of a tiyn, where nothing is lost: the answer lies within half of it, the upper half included.
        const exact = milli * rate;
        const twice_off = 2n * (multiplyHalfUp(milli, rate) * 1000n - exact);
        return twice_off > -1000n && twice_off <= 1000n;
      }),
    );
  });

  test.each([
    ['0.333', '100.00', 3330n],
    ['0.005', '1.00', 1n],
    ['0.004', '1.00', 0n],
    ['0.005', '0.99', 0n],
    ['3', '0.1', 30n],
    ['1.005', '1000.00', 100_500n],
  ])('%s × %s', (quantity, rate, amount) => expect(serviceAmount({ quantity, rate })).toBe(amount));

  test('the total is the sum of the rounded lines, never the rounded sum', () => {
    const line = { quantity: '0.333', rate: '0.05' };
    expect(serviceAmount(line)).toBe(2n);
    expect(actTotal([line, line, line])).toBe(6n);
  });

  test('a line that is no number yet and a sum that is too large give none', () => {
    expect(actTotal([{ quantity: '1', rate: '' }])).toBeNull();
    expect(actTotal([{ quantity: 'x', rate: '1' }])).toBeNull();
    const whole = { quantity: '1', rate: '10000000000000.00' };
    expect(actTotal([whole])).toBe(MAX_AMOUNT_TIYN);
    expect(actTotal([whole, { quantity: '0.001', rate: '10.00' }])).toBeNull();
  });
});
