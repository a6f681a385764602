import { describe, expect, test } from 'vitest';
import { calls } from '../../calls.ts';
import type { Call } from '../../kernel/call.ts';
import type { EmployeeRight } from '../../kernel/rights.ts';
import { RUN_KINDS } from '../jobs/jobs.contract.ts';
import {
  ACT_ACTIONS,
  ACT_ASKED_MANY,
  ACT_BULK_DEEDS,
  ACT_DEEDS,
  asksReason,
  actsOpenTo,
  type ActKind,
  rightOfAct,
  showsReason,
  type ActButton,
  type ActStatus,
  ACT_STATUS_IDS,
  ACT_STATUSES,
  actActions,
  actStatusOfId,
  actTable,
  actTabs,
  actTone,
  BOTH_SIGNED,
  COMING,
  IN_SIGNING,
  isCounted,
  isFinal,
  nextActStatus,
  pendingSignStatuses,
  type ActMoment,
  type ActSide,
} from './act-status.ts';

/** The table of product decision 5, row by row: from, action, by, to. */
const RULES = `
draft edit business draft
returned edit business returned
draft send business sent
returned send business sent
sent sign executor signed_by_executor
signed_by_business sign executor signed
sent sign business signed_by_business
signed_by_executor sign business signed
sent return executor returned
signed_by_business return executor returned
sent recall business draft
sent send_link business sent
signed_by_business send_link business signed_by_business
signed_by_business recall business draft
sent annul business annulled
sent annul executor annulled
signed_by_business annul business annulled
signed_by_business annul executor annulled
signed_by_executor annul business annulled
signed_by_executor annul executor annulled
signed annul business annulment_requested
signed annul executor annulment_requested
annulment_requested annul business annulled
annulment_requested annul executor annulled
annulment_requested refuse_annulment business signed
annulment_requested refuse_annulment executor signed
signed pay business paying
paid reopen_payment business paying
signed reopen_payment business paying
paid return_payment business signed
signed settle bank paid
signed settle business paid
paying settle bank paid
paying settle business paid
paying reject_payment bank signed
paying reject_payment business signed
draft delete business draft
returned delete business returned
annulled delete business annulled
signed record_refund business paid
draft send clock sent
draft restore business draft
returned restore business returned
annulled restore business annulled
draft restore support draft
returned restore support returned
annulled restore support annulled
draft detach business draft
draft detach executor draft
sent detach business sent
sent detach executor sent
returned detach business returned
returned detach executor returned
${ACT_STATUSES.filter((status) => status !== 'annulled')
  .flatMap((status) => ['business', 'executor'].map((by) => `${status} attach ${by} ${status}`))
  .join('\n')}
`
  .trim()
  .split('\n');

const act = (change: Partial<ActMoment> = {}): ActMoment => ({
  status: 'sent',
  annulment_requested_by: null,
  executor_signs_first: false,
  ...change,
});

describe('the moves of an act', () => {
  test('are those of the decision and nothing else', () => {
    const found: string[] = [];
    for (const from of ACT_STATUSES)
      for (const action of ACT_ACTIONS)
        for (const by of ['business', 'executor', 'bank', 'clock', 'support'] satisfies ActSide[]) {
          const to = actTable.next(from, action, by);
          if (to) found.push(`${from} ${action} ${by} ${to}`);
        }
    expect(found.toSorted()).toEqual(RULES.toSorted());
  });

  test('who asked for an annulment cannot answer it', () => {
    for (const by of ['business', 'executor'] as const) {
      const other = by === 'business' ? 'executor' : 'business';
      const asked = act({ status: 'annulment_requested', annulment_requested_by: by });
      for (const action of ['annul', 'refuse_annulment'] as const) {
        expect(nextActStatus(asked, action, by)).toBeNull();
        expect(nextActStatus(asked, action, other)).not.toBeNull();
      }
      expect(actActions(asked, by, 'all')).toEqual([]);
    }
  });

  test('a company may want the executor to sign first; nothing else changes by it', () => {
    const first = { executor_signs_first: true };
    expect(nextActStatus(act(first), 'sign', 'business')).toBeNull();
    expect(nextActStatus(act(first), 'sign', 'executor')).toBe('signed_by_executor');
    expect(nextActStatus(act({ ...first, status: 'signed_by_executor' }), 'sign', 'business')).toBe('signed');
    expect(actActions(act(first), 'business', 'all')).toEqual(['recall', 'annul', 'send_link']);
  });

  test('nothing is paid for an act over less than nothing', () => {
    const back = act({ status: 'signed', is_below_zero: true });
    expect(nextActStatus(back, 'pay', 'business')).toBeNull();
    expect(nextActStatus(act({ status: 'signed' }), 'record_refund', 'business')).toBeNull();
    expect(actActions(back, 'business', 'all')).toEqual(['record_refund', 'annul']);
  });

  test('an employee sees the deeds of his rights; the moves of the bank are no buttons', () => {
    expect(actActions(act({ status: 'draft' }), 'business', new Set())).toEqual([]);
    expect(actActions(act({ status: 'draft' }), 'business', new Set(['manage_acts']))).toEqual([
      'send',
      'edit',
      'delete',
    ]);
    expect(actActions(act({ status: 'signed' }), 'business', new Set(['pay']))).toEqual(['pay']);
    expect(actActions(act({ status: 'paying' }), 'business', 'all')).toEqual([]);
    expect(actActions(act(), 'executor', 'all')).toEqual(['sign', 'return', 'annul']);
  });

  test('ids on the wire are one to one and never change', () => {
    expect(ACT_STATUS_IDS).toEqual({
      draft: 1,
      sent: 2,
      signed_by_business: 3,
      signed_by_executor: 4,
      signed: 5,
      returned: 6,
      annulment_requested: 7,
      annulled: 8,
      paying: 9,
      paid: 10,
    } satisfies Record<ActStatus, number>);
    for (const status of ACT_STATUSES) expect(actStatusOfId(ACT_STATUS_IDS[status])).toBe(status);
    expect(actStatusOfId(11)).toBeNull();
  });

  test('states are alike in lists as their stage, their tab and their tone say', () => {
    expect(IN_SIGNING).toEqual(['sent', 'signed_by_business', 'signed_by_executor']);
    expect(BOTH_SIGNED).toEqual(['signed', 'annulment_requested', 'paying', 'paid']);
    expect(COMING).toEqual(['signed_by_executor', 'signed', 'paying']);
    expect(actTabs('business')).toEqual(['draft', 'returned', 'paid']);
    expect(actTabs('executor')).toEqual(['signed', 'paid']);
    expect(ACT_STATUSES.filter(isCounted)).toEqual(['draft']);
    expect(ACT_STATUSES.map(actTone)).toEqual([
      'quiet',
      'accent',
      'half',
      'half',
      'good-ring',
      'attention-ring',
      'attention-ring',
      'bad-ring',
      'moving',
      'good',
    ]);
    expect(ACT_ACTIONS.filter(isFinal)).toEqual(['annul', 'delete']);
  });

  test('an act waits for a signature where the table lets that side sign', () => {
    for (const side of ['business', 'executor'] as const) {
      const can = ACT_STATUSES.filter((status) => actTable.next(status, 'sign', side) !== null);
      expect(pendingSignStatuses(side).toSorted()).toEqual(can.toSorted());
    }
  });
});

/** The right of each button, and its calls for one act and for many. */
const DEEDS: Record<ActButton, { right: EmployeeRight | null; calls: (keyof typeof calls)[] }> = {
  send: { right: 'manage_acts', calls: ['acts.send'] },
  sign: { right: 'sign', calls: ['acts.sign'] },
  pay: { right: 'pay', calls: ['acts.pay'] },
  record_refund: { right: 'pay', calls: ['refunds.record'] },
  refuse_annulment: { right: 'sign', calls: ['acts.refuse_annulment'] },
  edit: { right: 'manage_acts', calls: ['acts.update'] },
  return: { right: null, calls: ['acts.return', 'acts.return_many'] },
  recall: { right: 'manage_acts', calls: ['acts.recall', 'acts.recall_many'] },
  annul: { right: 'sign', calls: ['acts.annul', 'acts.annul_many'] },
  delete: { right: 'manage_acts', calls: ['acts.delete', 'acts.delete_many'] },
  send_link: { right: 'manage_acts', calls: ['quick_sign.send_acts'] },
};

describe('the table of deeds', () => {
  test.each(Object.entries(DEEDS))(
    'says right and reason of the calls of %s',
    (name, { right, calls: names }) => {
      const deed = name as ActButton;
      expect(rightOfAct(deed) ?? null).toBe(right);
      for (const one of names) {
        const field = (calls[one] as Call).body?.shape.reason;
        expect(field !== undefined).toBe(asksReason(deed));
        const described = ACT_DEEDS[deed];
        if (field)
          expect(field.safeParse(undefined).success).toBe(
            'reason' in described && described.reason === 'asked',
          );
      }
    },
  );

  test('says with which states a reason is shown', () => {
    expect(ACT_STATUSES.filter(showsReason)).toEqual(['returned', 'annulment_requested', 'annulled']);
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
      'send_link',
      'copy',
      'download',
    ]);
    expect(ACT_ASKED_MANY).toEqual(['send', 'return', 'recall', 'annul', 'delete']);
    expect(RUN_KINDS.filter((kind) => kind.startsWith('acts.')).toSorted()).toEqual([
      'acts.annul',
      'acts.copy',
      'acts.create',
      'acts.delete',
      'acts.import',
      'acts.pay',
      'acts.recall',
      'acts.restore',
      'acts.return',
      'acts.send',
      'acts.send_link',
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

  type Open = [
    kinds: ActKind[],
    by: Parameters<typeof actsOpenTo>[2],
    rights: Parameters<typeof actsOpenTo>[3],
  ];
  const commonActDeeds = (...[kinds, by, rights]: Open) =>
    ACT_BULK_DEEDS.filter((deed) => actsOpenTo(deed, kinds, by, rights).length === kinds.length);

  test('is done with those whose state allows it, and leaves the others out', () => {
    const sent = { ...kind, status: 'sent', has_file: true } as const;
    expect(actsOpenTo('sign', [kind, sent], 'business', 'all')).toEqual([sent]);
    expect(actsOpenTo('send', [kind, sent], 'business', 'all')).toEqual([kind]);
    expect(actsOpenTo('pay', [kind, sent], 'business', 'all')).toEqual([]);
  });

  test('is legal for every one of them', () => {
    expect(commonActDeeds([kind], 'business', 'all')).toEqual(['send', 'delete', 'copy']);
    const sent = { ...kind, status: 'sent', has_file: true } as const;
    expect(commonActDeeds([sent], 'business', 'all')).toEqual([
      'sign',
      'recall',
      'annul',
      'send_link',
      'copy',
      'download',
    ]);
    expect(commonActDeeds([kind, sent], 'business', 'all')).toEqual(['copy']);
  });

  test('needs the right, and copies no correction', () => {
    expect(commonActDeeds([kind], 'business', new Set())).toEqual([]);
    expect(commonActDeeds([kind], 'business', new Set(['view_statistics']))).toEqual([]);
    expect(commonActDeeds([kind], 'business', new Set(['manage_acts']))).toEqual(['send', 'delete', 'copy']);
    expect(commonActDeeds([kind], 'executor', 'all')).toEqual([]);
    expect(commonActDeeds([{ ...kind, is_correction: true }], 'business', 'all')).toEqual(['send', 'delete']);
  });
});
