import { expect, test } from 'vitest';
import { FLAT_YEAR, TWO_RATES } from './figures.fixture.ts';
import { isNear, LIMIT_KINDS, LIMIT_STATES, limitsOf, periodOfLimit, type Used } from './limits.ts';

const plain = { tax_regime: null, is_tax_resident: true, pays_vat: false } as const;
const person = { ...plain, standing: 'individual' } as const;
const self_employed = { ...plain, standing: 'self_employed' } as const;
const used = (sums: Partial<Used> = {}): Used => ({
  self_employed_month_tiyn: 0n,
  lower_rate_tiyn: 0n,
  deduction_tiyn: 0n,
  vat_threshold_tiyn: 0n,
  ...sums,
});
const stateAt = (self_employed_month_tiyn: bigint) =>
  limitsOf(self_employed, used({ self_employed_month_tiyn }), TWO_RATES).map(({ state }) => state);

test('the month of the self-employed is near from 80 % of 300 МРП on, and over only above all of it', () => {
  const limit_tiyn = 300n * 4325n * 100n;
  expect(limitsOf(self_employed, used(), TWO_RATES)).toEqual([
    { kind: 'self_employed_month', used_tiyn: 0n, limit_tiyn, state: 'calm' },
  ]);
  const near = (limit_tiyn * 80n) / 100n;
  expect([near - 1n, near, limit_tiyn, limit_tiyn + 1n].map(stateAt)).toEqual([
    ['calm'],
    ['close'],
    ['close'],
    ['above'],
  ]);
});

test('an individual has the bound of the lower rate and of the deduction, as the law of the day knows them', () => {
  const sums = used({ lower_rate_tiyn: 8501n * 4325n * 100n, deduction_tiyn: 300n * 4325n * 100n });
  const seen = (figures: typeof TWO_RATES) =>
    limitsOf(person, sums, figures).map(({ kind, limit_tiyn, state }) => [kind, limit_tiyn, state]);
  expect(seen(TWO_RATES)).toEqual([
    ['lower_rate', 3_676_250_000n, 'above'],
    ['deduction', 155_700_000n, 'close'],
  ]);
  expect(seen(FLAT_YEAR).map(([kind]) => kind)).toEqual(['deduction']);
  const { mrp: _none, ...rest } = TWO_RATES;
  for (const figures of [rest, {}])
    expect(seen(figures)).toEqual([
      ['lower_rate', null, 'unknown'],
      ['deduction', null, 'unknown'],
    ]);
});

test('what is not counted is left out', () => {
  expect(limitsOf(person, { deduction_tiyn: 0n }, TWO_RATES).map(({ kind }) => kind)).toEqual(['deduction']);
  expect(limitsOf(self_employed, { deduction_tiyn: 0n }, TWO_RATES)).toEqual([]);
});

test('what cannot be reckoned is not called calm', () => {
  const [rate] = limitsOf(person, { ...used(), lower_rate_tiyn: null }, TWO_RATES);
  expect(rate).toEqual({ kind: 'lower_rate', used_tiyn: null, limit_tiyn: null, state: 'unknown' });
});

test.each([
  { ...plain, standing: 'ip', tax_regime: 'simplified' },
  { ...plain, standing: 'too', tax_regime: 'general', pays_vat: true },
  { ...plain, standing: null },
  { ...plain, standing: 'individual', is_tax_resident: false },
] as const)('$standing ($tax_regime, resident: $is_tax_resident, VAT: $pays_vat) has none', (who) => {
  expect(limitsOf(who, used(), TWO_RATES)).toEqual([]);
});

test.each(['ip', 'too'] as const)('a supplier (%s) without VAT is counted up to 10,000 МРП', (standing) => {
  const limit_tiyn = 10_000n * 4325n * 100n;
  const seen = (vat_threshold_tiyn: bigint, tax_regime: 'general' | null) =>
    limitsOf({ ...plain, standing, tax_regime }, { vat_threshold_tiyn }, TWO_RATES);
  expect(seen(0n, 'general')).toEqual([{ kind: 'vat_threshold', used_tiyn: 0n, limit_tiyn, state: 'calm' }]);
  expect(seen((limit_tiyn * 80n) / 100n, null)[0]!.state).toBe('close');
});

test('the month names the period of the self-employed, the year all others', () => {
  expect(LIMIT_KINDS.map((kind) => periodOfLimit(kind, '2026-10-31'))).toEqual([
    '2026-10',
    '2026',
    '2026',
    '2026',
  ]);
});

test('both sides hear of a limit that is close or passed, and of no other', () => {
  expect(LIMIT_STATES.filter((state) => isNear({ state }))).toEqual(['close', 'above']);
});
