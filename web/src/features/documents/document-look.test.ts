import { documentActions } from '@kelisim/shared/features/documents/document-status.ts';
import type { DocumentStatus, HandState } from '@kelisim/shared/features/documents/document-status.ts';
import { describe, expect, it } from 'vitest';
import { daysLeftOf, isRenewable, sayOf, toneOf } from './document-look.ts';
import type { Viewer } from './document-look.ts';

const director: Viewer = {
  side: 'business',
  rights: new Set(['manage_contracts', 'sign'] as const),
};
const clerk: Viewer = { side: 'business', rights: new Set(['manage_contracts'] as const) };
const executor: Viewer = { side: 'executor', rights: new Set() };

const document = (code: 'signed' | 'signed_by_business' | 'sent', end_date = '2026-12-31') => ({
  status: { id: 1, code, name: '' },
  end_date,
  type: { code: 'services' as const },
});

describe('the buttons of a contract', () => {
  const actionsOf = (status: DocumentStatus, { side, rights }: Viewer, hand: HandState | null = null) =>
    documentActions(status, side, rights, hand);

  it('puts the likeliest first and leaves out what the clock and support do', () => {
    expect(actionsOf('draft', director)).toEqual(['send', 'replace', 'sign_by_hand', 'delete']);
    expect(actionsOf('sent', executor)).toEqual(['sign', 'refuse']);
    expect(actionsOf('signed', director)).toEqual(['terminate']);
    expect(actionsOf('signed_by_hand', director, 'disputed')).toEqual([]);
  });

  it('leaves out what the person has no right to', () => {
    expect(actionsOf('sent', director)).toEqual(['sign', 'sign_by_hand', 'send_link']);
    expect(actionsOf('sent', clerk)).toEqual(['sign_by_hand', 'send_link']);
  });

  it('asks the executor of a paper only while nobody has answered', () => {
    expect(actionsOf('signed_by_hand', executor, 'waiting')).toEqual(['confirm_hand', 'dispute_hand']);
    expect(actionsOf('signed_by_hand', executor, 'disputed')).toEqual([]);
  });
});

it('renews what was in force, and no addendum', () => {
  const row = (code: 'signed' | 'draft' | 'expired', type: 'services' | 'addendum' = 'services') => ({
    status: { id: 1, code, name: '' },
    type: { id: 1, code: type, name: '' },
  });
  expect([row('signed'), row('expired')].every(isRenewable)).toBe(true);
  expect([row('draft'), row('signed', 'addendum')].some(isRenewable)).toBe(false);
});

it('is amber for those who can sign, and not for the others', () => {
  expect(toneOf('sent', director)).toBe('attention');
  expect(toneOf('sent', clerk)).toBe('accent');
  expect(toneOf('signed_by_executor', executor)).toBe('half');
});

it('says the state as the side sees it', () => {
  expect(sayOf(document('signed_by_business'), 'business', '2026-11-20')).toBe('signed_by_me');
  expect(sayOf(document('signed_by_business'), 'executor', '2026-11-20')).toBe('signed_by_other');
  expect(sayOf(document('signed', '2026-11-19'), 'business', '2026-11-20')).toBe('expired');
});

it('counts the last thirty days of a contract in force', () => {
  expect(daysLeftOf(document('signed', '2026-12-20'), '2026-11-20')).toBe(30);
  expect(daysLeftOf(document('signed', '2026-12-21'), '2026-11-20')).toBeNull();
  expect(daysLeftOf(document('signed', '2026-11-19'), '2026-11-20')).toBe(-1);
  expect(daysLeftOf(document('sent', '2026-11-19'), '2026-11-20')).toBeNull();
  const act = { ...document('signed', '2026-10-31'), type: { code: 'reconciliation' as const } };
  expect([daysLeftOf(act, '2026-11-20'), sayOf(act, 'executor', '2026-11-20')]).toEqual([
    null,
    'signed_by_both',
  ]);
});
