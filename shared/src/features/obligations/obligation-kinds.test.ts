import { expect, test } from 'vitest';
import {
  BUDGET_ORDER_FORMATS,
  CONTRIBUTION_KINDS,
  isContribution,
  OBLIGATION_KINDS,
  OBLIGATION_STATES,
} from './obligation-kinds.ts';

test('kinds stand in the order in which they are reckoned; three of them go with a list of people', () => {
  expect(OBLIGATION_KINDS).toEqual(['opv', 'vosms', 'so', 'ipn', 'self_employed']);
  expect(OBLIGATION_KINDS.filter(isContribution)).toEqual([...CONTRIBUTION_KINDS]);
  expect(CONTRIBUTION_KINDS).toEqual(['opv', 'vosms', 'so']);
});

test('states and forms of a file are those of the contract', () => {
  expect(OBLIGATION_STATES).toEqual(['nothing', 'due', 'partly', 'overdue', 'paid']);
  expect(BUDGET_ORDER_FORMATS).toEqual(['1c', 'mt100']);
});
