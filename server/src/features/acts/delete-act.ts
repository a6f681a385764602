import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { type Tx, NOW } from '../../platform/db/database.ts';
import { lockAct } from './acts.queries.ts';
import { assertNotNeeded } from './correct-act.ts';
import { moveAct, moverOf } from './move-act.ts';
import { stopSchedule } from './schedules.queries.ts';
import { wasDeleted } from './move-act.queries.ts';

/** Takes an act out of the lists; false when it was deleted before, which is no error: the call may come twice. */
export async function deleteAct(tx: Tx, actor: CompanyActor, act_id: number): Promise<boolean> {
  const act = await lockAct(tx, actor, act_id);
  if (!act) {
    if (await wasDeleted(tx, actor, act_id)) return false;
    throw new Problem('not_found');
  }
  if (act.status !== 'annulled') await assertNotNeeded(tx, act);
  await moveAct(tx, act, 'delete', moverOf(actor), {
    set: { deleted_at: NOW },
    note: act.reason,
  });
  if (act.auto_generate)
    await stopSchedule(tx, { company_id: act.company_id, act_id }, 'act_gone', actor.user_id);
  return true;
}
