import {
  rightOfAct,
  type ActAskedMany,
  type ActCalledOne,
  type ActPlainDeed,
} from '@kelisim/shared/features/acts/act-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { BulkKind } from '../../platform/jobs/run-kind.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { annulAct, refuseAnnulment } from './annul-act.ts';
import { deleteAct } from './delete-act.ts';
import { recallAct } from './recall-act.ts';
import { returnAct } from './return-act.ts';
import { sendAct, sendPlainActs } from './send-act.ts';

/** What each of them does to one act: its call and its run both come here. A label for the row of a run is answered, or false when it was done before. */
export const doDeed: Record<
  ActPlainDeed,
  (
    parts: Parts,
    tx: Tx,
    actor: CompanyActor,
    act_id: number,
    reason?: string,
  ) => Promise<string | boolean | void>
> = {
  send: (parts, tx, actor, act_id) => sendAct(parts, tx, actor, act_id),
  return: (_, tx, actor, act_id, reason = '') => returnAct(tx, actor, act_id, reason),
  recall: (_, tx, actor, act_id) => recallAct(tx, actor, act_id),
  annul: (_, tx, actor, act_id, reason) => annulAct(tx, actor, act_id, reason),
  refuse_annulment: (_, tx, actor, act_id) => refuseAnnulment(tx, actor, act_id),
  delete: (_, tx, actor, act_id) => deleteAct(tx, actor, act_id),
};

/** Deeds with a call of their own for one act. */
export const CALLED_ONE = Object.keys(doDeed).filter((deed): deed is ActCalledOne => deed !== 'send');

const params = z.object({ reason: z.string().optional() });

/** The run of such a deed. The person's rights are read again: they may have changed since the click. */
export function runOf(parts: Parts, deed: ActAskedMany): BulkKind {
  return {
    kind: `acts.${deed}`,
    ...(deed === 'send' && {
      async workMany(tx, batch) {
        const [first] = batch;
        if (!first) return new Map();
        return sendPlainActs(parts, tx, await findActorOfRun(tx, first.item, rightOfAct(deed)), batch);
      },
    }),
    async work(tx, item) {
      const actor = await findActorOfRun(tx, item, rightOfAct(deed));
      if (item.subject_id === null) throw new Problem('not_found');
      const { reason } = params.parse(item.params ?? {});
      const label = await doDeed[deed](parts, tx, actor, item.subject_id, reason);
      if (label === false) throw new Problem('done_before');
      return typeof label === 'string' ? { label } : {};
    },
  };
}
