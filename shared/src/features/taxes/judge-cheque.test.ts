import { expect, test } from 'vitest';
import { CHEQUE_DIFFERENCES, judgeCheque } from './judge-cheque.ts';

const act = { contractor_bin: '900101300017', amount_tiyn: 5_000_000n, start_date: '2026-11-01' };
const report = { iin: '900101300017', total_tiyn: 5_000_000n, issued_on: '2026-11-01' };

test('a cheque is of its executor, of the sum to the tiyn, and no older than the service', () => {
  expect(judgeCheque(report, act)).toEqual([]);
  expect(judgeCheque({ ...report, issued_on: '2027-01-10' }, act)).toEqual([]);
  expect(judgeCheque({ ...report, issued_on: '2026-10-31' }, act)).toEqual(['day']);
  expect(judgeCheque({ ...report, total_tiyn: 4_999_999n }, act)).toEqual(['sum']);
  expect(judgeCheque({ iin: '900101300025', total_tiyn: 1n, issued_on: '2025-01-01' }, act)).toEqual([
    'iin',
    'sum',
    'day',
  ]);
});

test('a cheque may also be missing at its issuer, or be that of another act', () => {
  expect(CHEQUE_DIFFERENCES).toEqual(['missing', 'iin', 'sum', 'day', 'used']);
});
