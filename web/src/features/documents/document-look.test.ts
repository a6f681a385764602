import { describe, expect, it } from 'vitest';
import { actionsOf, daysLeftOf, sayOf, toneOf } from './document-look.ts';
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
});

describe('actionsOf', () => {
  it('puts the likeliest first and offers nothing that has no call', () => {
    expect(actionsOf('draft', director)).toEqual(['send', 'replace', 'delete']);
    expect(actionsOf('sent', executor)).toEqual(['sign', 'refuse']);
    expect(actionsOf('signed', director)).toEqual([]);
  });

  it('leaves out what the person has no right to', () => {
    expect(actionsOf('sent', director)).toEqual(['sign']);
    expect(actionsOf('sent', clerk)).toEqual([]);
  });
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
});
