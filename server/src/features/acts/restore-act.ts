import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Actor, CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { lockAnyAct } from './acts-admin.queries.ts';
import { listServices, lockAct, type LockedAct } from './acts.queries.ts';
import { assertNotBelowPaid, lockCorrected, refundsOf } from './correct-act.ts';
import { moveAct, moverOf } from './move-act.ts';
import { lockInBin, type Mover } from './move-act.queries.ts';
import { lockSchedule } from './schedules.queries.ts';
import { assertKeyMayRepeat, setSchedule } from './set-schedule.ts';

/** Takes an act out of the bin as it was; false when it is there already, which is no error: the call may come twice. */
export async function restoreOwnAct(
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  today: string,
): Promise<boolean> {
  const act = await lockInBin(tx, actor.company_id, act_id);
  if (act) {
    await assertKeyMayRepeat(tx, actor, act);
    await bringBack(tx, act, moverOf(actor), act.reason, today);
  } else if (!(await lockAct(tx, actor, act_id))) throw new Problem('not_found');
  return act !== undefined;
}

/** Support brings a deleted act back, also after its time in the bin; its history says who and why. */
export async function restoreAct(
  tx: Tx,
  actor: Actor,
  act_id: number,
  reason: string,
  today: string,
): Promise<void> {
  const act = orNotFound(await lockAnyAct(tx, act_id));
  if (act.deleted_at === null) return;
  const { user_id, ip = null } = actor;
  await bringBack(tx, act, { side: 'support', user_id, company_id: null, ip }, reason.trim(), today);
  const { company_id } = act;
  const detail = { act_id, reason: reason.trim() };
  await noteDeskDeed(tx, actor, { kind: 'act_restored', company_id, detail });
}

async function bringBack(
  tx: Tx,
  act: LockedAct,
  by: Mover,
  note: string | null,
  today: string,
): Promise<void> {
  const paid = await lockCorrected(tx, act);
  if (paid && act.status !== 'annulled') {
    const { amount_tiyn } = act;
    const refunded_tiyn = refundsOf(await listServices(tx, act.company_id, act.id));
    await assertNotBelowPaid(tx, paid, { amount_tiyn, refunded_tiyn }, act.id);
  }
  await moveAct(tx, act, 'restore', by, { set: { deleted_at: null }, note });
  if (act.status === 'annulled') return;
  // It repeats again if it did when it was deleted; what has passed meanwhile is not made up.
  const schedule = await lockSchedule(tx, { company_id: act.company_id, act_id: act.id });
  if (schedule?.stop_reason === 'act_gone') await setSchedule(tx, act, { auto_generate: true }, today);
}
