import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { lockAnyAct } from './acts-admin.queries.ts';
import { assertNotBelowPaid, lockCorrected } from './correct-act.ts';
import { moveAct } from './move-act.ts';

/** Support brings a deleted act back as it was; its history says who and why. One that is there is no error. */
export async function restoreAct(tx: Tx, actor: Actor, act_id: number, reason: string): Promise<void> {
  const act = await lockAnyAct(tx, act_id);
  if (!act) throw new Problem('not_found');
  if (act.deleted_at === null) return;
  const paid = await lockCorrected(tx, act);
  if (paid && act.status !== 'annulled') await assertNotBelowPaid(tx, paid, act.amount_tiyn, act.id);
  const { user_id, ip = null } = actor;
  await moveAct(
    tx,
    act,
    'restore',
    { side: 'support', user_id, company_id: null, ip },
    { set: { deleted_at: null }, note: reason.trim() },
  );
  const { company_id } = act;
  const detail = { act_id, reason: reason.trim() };
  await noteDeskDeed(tx, actor, { kind: 'act_restored', company_id, detail });
}
