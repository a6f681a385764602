import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { retireSignatures } from '../signatures/public.ts';
import { lockAct } from './acts.queries.ts';
import { moveAct, moverOf } from './move-act.ts';

/** The executor sends the act back and says what is to be corrected. */
export async function returnAct(
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  reason: string,
  means: string | null = null,
): Promise<void> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  await moveAct(tx, act, 'return', moverOf(actor), { note: reason.trim(), means, version: act.version + 1 });
  await retireSignatures(tx, { company_id: act.company_id, act_id });
}
