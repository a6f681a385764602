import { expect, test } from 'vitest';
import { BLOCKER_KINDS } from './blocker-kinds.ts';

test('what a month leaves unfinished is solved from the bank to the reconciliation', () => {
  expect(BLOCKER_KINDS).toEqual(['operations', 'orders', 'unpaid', 'invoices', 'reconciliations']);
});
