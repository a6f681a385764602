import { expect, test } from 'vitest';
import type { QrProgress } from './qr-signing.data.ts';
import { clockOf, stageOf } from './qr-stage.ts';

const session = (state: QrProgress['state'], errors: number, signed_count = 0): QrProgress => ({
  id: 1,
  state,
  expires_at: '2026-11-20T10:00:00.000Z',
  total: 2,
  signed_count,
  awaited_count: state === 'awaited' ? 1 : 0,
  errors: Array.from({ length: errors }, () => ({ doc_id: 1, code: 'signature.invalid', message: 'Нет' })),
});

test('before the first answer a code waits, and ends by the clock alone', () => {
  expect(stageOf(null, 300)).toBe('waiting');
  expect(stageOf(null, 0)).toBe('expired');
});

test('a refused try is said while the code lives; its end is said after that', () => {
  expect(stageOf(session('opened', 0), 10)).toBe('opened');
  expect(stageOf(session('opened', 1), 10)).toBe('refused');
  expect(stageOf(session('opened', 1), 0)).toBe('expired');
});

test('what the server has decided is not undone by the clock', () => {
  for (const state of ['signing', 'signed', 'awaited', 'cancelled'] as const)
    expect(stageOf(session(state, 0, 1), 0)).toBe(state);
});

test('a code that is used up by signatures that were all refused later is not a signed one', () => {
  expect(stageOf(session('signed', 2), 10)).toBe('rejected');
  expect(stageOf(session('signed', 1, 1), 10)).toBe('signed');
});

test('seconds as a clock shows them', () => {
  expect([300, 247, 60, 9, 0].map(clockOf)).toEqual(['5:00', '4:07', '1:00', '0:09', '0:00']);
});
