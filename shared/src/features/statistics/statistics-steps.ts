import { BOTH_SIGNED, IN_SIGNING, type ActStatus } from '../acts/act-status.ts';

/** Each step counts the acts of a month that have come at least so far. */
export const STEPS = ['made', 'sent', 'signed', 'paid'] as const;
export type Step = (typeof STEPS)[number];

/** The states that an act of a step may be in; of `made` in all. */
export const STEP_STATUSES: Record<Exclude<Step, 'made'>, readonly ActStatus[]> = {
  sent: [...IN_SIGNING, ...BOTH_SIGNED],
  signed: BOTH_SIGNED,
  paid: ['paid'],
};

/** What each side is shown: everything an executor sees was sent. */
export const STEPS_OF = { business: STEPS, executor: ['made', 'signed', 'paid'] } as const satisfies Record<
  string,
  readonly Step[]
>;
