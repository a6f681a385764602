import { describe, expect, test } from 'vitest';
import type { Call } from '../../kernel/call.ts';
import { calls } from '../../calls.ts';
import { RUN_KINDS } from '../jobs/run-kinds.ts';
import { ACT_ACTIONS, ACT_BULK_DEEDS, ACT_DEEDS, asksReason, commonActDeeds } from './act-status.ts';

/** The calls of each deed, for one act and for many. */
const CALLS = {
  send: ['acts.send'],
  sign: ['acts.sign'],
  pay: ['acts.pay'],
  record_refund: ['refunds.record'],
  refuse_annulment: ['acts.refuse_annulment'],
  edit: ['acts.update'],
  return: ['acts.return', 'acts.return_many'],
  recall: ['acts.recall', 'acts.recall_many'],
  annul: ['acts.annul', 'acts.annul_many'],
  delete: ['acts.delete', 'acts.delete_many'],
} as const satisfies Partial<Record<keyof typeof ACT_DEEDS, readonly (keyof typeof calls)[]>>;

describe('the table of deeds', () => {
  test.each(Object.entries(CALLS))('says whether the calls of %s take a reason', (deed, names) => {
    for (const name of names) {
      const body = (calls[name] as Call).body;
      const field = body?.shape.reason;
      const described = ACT_DEEDS[deed as keyof typeof CALLS];
      expect(field !== undefined).toBe(asksReason(deed as keyof typeof CALLS));
      if (field)
        expect(field.safeParse(undefined).success).toBe(
          'reason' in described && described.reason === 'asked',
        );
    }
  });

  test('has a button for every deed with a call, and for no other', () => {
    const buttons = ACT_ACTIONS.filter((deed) => 'button' in ACT_DEEDS[deed]);
    expect(buttons.toSorted()).toEqual(Object.keys(CALLS).toSorted());
  });

  test('makes the kinds of runs and the buttons over many acts', () => {
    expect(ACT_BULK_DEEDS).toEqual([
      'sign',
      'send',
      'pay',
      'return',
      'recall',
      'annul',
      'delete',
      'copy',
      'download',
    ]);
    expect(RUN_KINDS.filter((kind) => kind.startsWith('acts.')).toSorted()).toEqual([
      'acts.annul',
      'acts.copy',
      'acts.delete',
      'acts.import',
      'acts.pay',
      'acts.recall',
      'acts.return',
      'acts.send',
      'acts.sign',
    ]);
  });
});

describe('what is offered over many acts', () => {
  const kind = {
    status: 'draft',
    annulment_requested_by: null,
    executor_signs_first: false,
    is_correction: false,
    has_file: false,
  } as const;

  test('is legal for every one of them', () => {
    expect(commonActDeeds([kind], 'business', 'all')).toEqual(['send', 'delete', 'copy']);
    const sent = { ...kind, status: 'sent', has_file: true } as const;
    expect(commonActDeeds([sent], 'business', 'all')).toEqual([
      'sign',
      'recall',
      'annul',
      'copy',
      'download',
    ]);
    expect(commonActDeeds([kind, sent], 'business', 'all')).toEqual(['copy']);
  });

  test('needs the right, and copies no correction', () => {
    expect(commonActDeeds([kind], 'business', new Set())).toEqual([]);
    expect(commonActDeeds([kind], 'executor', 'all')).toEqual([]);
    expect(commonActDeeds([{ ...kind, is_correction: true }], 'business', 'all')).toEqual(['send', 'delete']);
  });
});
