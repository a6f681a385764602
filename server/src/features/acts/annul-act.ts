import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/acts.ts';
import ru from '@kelisim/shared/texts/ru/acts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { findLastDeed } from './act-history.queries.ts';
import { lockAct } from './acts.queries.ts';
import { assertNotNeeded } from './correct-act.ts';
import { moveAct, moverOf } from './move-act.ts';
import { stopSchedule } from './schedules.queries.ts';

const texts = { ru, kz };

/** Annuls an act; when both have signed it, asks the other side, whose own «annul» is the answer. */
export async function annulAct(
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  reason?: string,
): Promise<string> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  await assertNotNeeded(tx, act);
  // Money of an annulled act would belong to nothing.
  if (act.status === 'signed' && act.covered_tiyn > 0n) throw new Problem('act.paid_in_part');
  const to = await moveAct(tx, act, 'annul', moverOf(actor), {
    note: reason?.trim() || texts[actor.locale].no_reason,
  });
  if (to === 'annulled' && act.auto_generate)
    await stopSchedule(tx, { company_id: act.company_id, act_id }, 'act_gone', actor.user_id);
  return `${act.number}/${act.year}`;
}

/** The other side keeps the act signed. */
export async function refuseAnnulment(tx: Tx, actor: CompanyActor, act_id: number): Promise<void> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  const last = await findLastDeed(tx, act.company_id, act_id);
  // The call has no body, so a client may repeat it after a lost answer.
  if (last?.action === 'refuse_annulment' && last.actor_side === actor.role) return;
  await moveAct(tx, act, 'refuse_annulment', moverOf(actor));
}
