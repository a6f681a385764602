import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { retireSignatures } from '../signatures/public.ts';
import { lockAct } from './acts.queries.ts';
import { moveAct, moverOf } from './move-act.ts';

/** Takes a sent act back to a draft. What was signed of it stays in history and counts no more. */
export async function recallAct(tx: Tx, actor: CompanyActor, act_id: number): Promise<void> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  // The call has no body, so a client may repeat it after a lost answer.
  if (act.status === 'draft' && act.frozen_file_id !== null) return;
  await moveAct(tx, act, 'recall', moverOf(actor), { version: act.version + 1 });
  await retireSignatures(tx, { company_id: act.company_id, act_id });
}
