import { expect, test } from 'vitest';
import type { EmployeeRight } from '../../kernel/rights.ts';
import {
  DOCUMENT_ACTIONS,
  DOCUMENT_STATUS_IDS,
  DOCUMENT_STATUSES,
  DOCUMENT_TYPES,
  documentActions,
  nextOfPaper,
  type DocumentSide,
  type PaperType,
} from './document-status.ts';

/** The life of a contract by product decision 4: from, action, by, to. */
const RULES = `
draft replace business draft
refused replace business draft
draft send business sent
sent sign business signed_by_business
sent sign executor signed_by_executor
signed_by_business sign executor signed
signed_by_executor sign business signed
sent send_link business sent
signed_by_business send_link business signed_by_business
sent refuse executor refused
signed_by_business refuse executor refused
draft sign_by_hand business signed_by_hand
sent sign_by_hand business signed_by_hand
signed_by_business sign_by_hand business signed_by_hand
signed_by_executor sign_by_hand business signed_by_hand
signed_by_hand confirm_hand executor signed
signed_by_hand accept_hand clock signed
signed_by_hand dispute_hand executor signed_by_hand
signed dispute_hand executor signed_by_hand
signed_by_hand uphold_hand support signed
signed_by_hand reject_hand support refused
signed end_agreed clock terminated
signed expire clock expired
signed terminate business terminated
draft delete business deleted
refused delete business deleted
deleted restore business draft
deleted restore_refused business refused
`
  .trim()
  .split('\n');

const SIDES: DocumentSide[] = ['business', 'executor', 'clock', 'support'];

function movesOf(type: PaperType) {
  const found: string[] = [];
  for (const from of DOCUMENT_STATUSES)
    for (const action of DOCUMENT_ACTIONS)
      for (const by of SIDES) {
        const to = nextOfPaper(type, from, action, by);
        if (to) found.push(`${from} ${action} ${by} ${to}`);
      }
  return found.toSorted();
}

test.each(DOCUMENT_TYPES)(
  'the moves of a contract (%s) are those of the decision and nothing else',
  (type) => {
    expect(movesOf(type)).toEqual(RULES.toSorted());
  },
);

test('papers that are no contracts are signed or refused, and nothing else', () => {
  expect(movesOf('reconciliation')).toEqual(
    RULES.filter((rule) => /^\S+ (send|sign|refuse) /.test(rule)).toSorted(),
  );
  // The company alone says what it paid.
  expect(movesOf('income_certificate')).toEqual([
    'draft send business sent',
    'draft send executor sent',
    'sent refuse business refused',
    'sent send business sent',
    'sent send executor sent',
    'sent sign business signed',
  ]);
});

test('the file is frozen once it is sent: nobody replaces it under a signature', () => {
  for (const status of ['sent', 'signed_by_business', 'signed_by_executor', 'signed'] as const)
    expect(nextOfPaper('other', status, 'replace', 'business')).toBeNull();
});

test('an employee sees the deeds of his rights', () => {
  expect(documentActions('draft', 'business', new Set())).toEqual([]);
  expect(documentActions('draft', 'business', new Set(['manage_contracts']))).toEqual([
    'send',
    'replace',
    'sign_by_hand',
    'delete',
  ]);
  expect(documentActions('sent', 'business', new Set(['sign']))).toEqual(['sign']);
  expect(documentActions('sent', 'executor', new Set())).toEqual(['sign', 'refuse']);
});

test('a signature on paper is confirmed or disputed while nobody has said anything of it', () => {
  expect(documentActions('signed_by_hand', 'executor', new Set(), 'waiting')).toEqual([
    'confirm_hand',
    'dispute_hand',
  ]);
  expect(documentActions('signed', 'executor', new Set(), 'waiting')).toEqual(['dispute_hand']);
  for (const hand of ['disputed', 'settled', null] as const)
    for (const status of ['signed_by_hand', 'signed'] as const)
      expect(documentActions(status, 'executor', new Set(), hand)).toEqual([]);
});

test('a certificate is refused by those who pay, and signed by those who sign', () => {
  const certificate = (by: 'business' | 'executor', ...rights: EmployeeRight[]) =>
    documentActions('sent', by, new Set(rights), null, 'income_certificate');
  expect(certificate('business', 'sign')).toEqual(['sign']);
  expect(certificate('business', 'pay')).toEqual(['refuse']);
  expect(certificate('business', 'manage_contracts')).toEqual([]);
  expect(certificate('executor')).toEqual([]);
});

test('ids on the wire are one to one', () => {
  expect(DOCUMENT_STATUSES.map((status) => DOCUMENT_STATUS_IDS[status])).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
});
