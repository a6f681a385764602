import { expect, test } from 'vitest';
import { isKbe, KBE_CODES, readKbe } from './kbe.ts';

test('codes are a residency and one of nine sectors', () => {
  const sectors = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
  expect(KBE_CODES).toEqual([...sectors.map((at) => `1${at}`), ...sectors.map((at) => `2${at}`)]);
  expect(['17', '29', '10', '30', '1', '170'].filter(isKbe)).toEqual(['17', '29']);
});

test('a code says who it is', () => {
  expect(readKbe('12', 'ru')).toEqual({
    is_resident: true,
    sector: 'Региональные и местные органы управления',
  });
  expect(readKbe('29', 'kz')).toEqual({ is_resident: false, sector: 'Үй шаруашылықтары' });
});
