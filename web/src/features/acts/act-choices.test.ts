import { ACT_STATUSES } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { EMPLOYEE_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { describe, expect, it } from 'vitest';
import { choicesOf } from './act-choices.ts';
import type { Actor } from './actor.ts';

const director: Actor = {
  side: 'business',
  rights: new Set(EMPLOYEE_RIGHTS),
  executor_first: false,
  place: '1.1',
};
const accountant: Actor = { ...director, rights: new Set(['manage_acts']) };
const executor: Actor = { side: 'executor', rights: new Set(), executor_first: false, place: '2.2' };

const act = (
  code: ActStatus,
  more: { asked?: 'business' | 'executor'; executor_first?: boolean; amount?: string } = {},
) => ({
  amount: more.amount ?? '100.00',
  status: { id: 1, code, name: '' },
  annulment_requested_by: more.asked ?? null,
  executor_signs_first: more.executor_first ?? false,
});
const deeds = (...args: Parameters<typeof choicesOf>) =>
  choicesOf(...args).map(({ label, primary }) => (primary ? `*${label}` : label));

describe('what may be done with one act', () => {
  it.each<[ActStatus, string[], string[]]>([
    ['draft', ['*send', 'edit', 'delete'], []],
    ['sent', ['*sign', 'recall', 'annul'], ['*sign', 'return', 'annul']],
    ['signed_by_business', ['recall', 'annul', 'send_link'], ['*sign', 'return', 'annul']],
    ['signed_by_executor', ['*sign', 'annul'], ['annul']],
    ['signed', ['*pay', 'annul'], ['annul']],
    ['returned', ['*edit', 'send', 'delete'], []],
    ['annulled', ['delete'], []],
    ['paying', [], []],
    ['paid', [], []],
  ])('%s', (status, business, other) => {
    expect(deeds(act(status), director)).toEqual(business);
    expect(deeds(act(status), executor)).toEqual(other);
  });

  it('lets only the side that was asked answer', () => {
    expect(deeds(act('annulment_requested', { asked: 'business' }), director)).toEqual([]);
    expect(deeds(act('annulment_requested', { asked: 'business' }), executor)).toEqual([
      '*refuse_annulment',
      'agree',
    ]);
  });

  it('gives the first signature to the executor where the company wants it', () => {
    expect(deeds(act('sent', { executor_first: true }), director)).toEqual(['recall', 'annul', 'send_link']);
  });

  it('pays nothing for an act that takes back', () => {
    expect(deeds(act('signed', { amount: '-100.00' }), director)).toEqual(['*record_refund', 'annul']);
  });

  it('keeps from an employee what he has no right to', () => {
    expect(deeds(act('sent'), accountant)).toEqual(['recall', 'send_link']);
    expect(deeds(act('signed'), accountant)).toEqual([]);
  });

  it('never has more than one primary action and two more', () => {
    for (const status of ACT_STATUSES)
      for (const actor of [director, accountant, executor]) {
        const choices = choicesOf(act(status, { asked: 'executor' }), actor);
        expect(choices.length).toBeLessThanOrEqual(3);
        expect(choices.filter((choice) => choice.primary).length).toBeLessThanOrEqual(1);
      }
  });
});
