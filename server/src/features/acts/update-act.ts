import type { ActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockAct, setAct } from './acts.queries.ts';
import { assertMove, moveAct, moverOf } from './move-act.ts';
import { readActInput } from './read-act-input.ts';

/** Changes a draft or a returned act. Somebody who edited an older version is told, and loses nothing. */
export async function updateAct(
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  { version, ...input }: ActInput & { version?: number | undefined },
): Promise<void> {
  const act = await lockAct(tx, actor, act_id);
  if (!act) throw new Problem('not_found');
  await assertMove(tx, act, 'edit', moverOf(actor));
  if (version !== undefined && version !== act.version) throw new Problem('act.stale_version');
  const content = await readActInput(tx, actor, input);
  await setAct(tx, act, content);
  await moveAct(tx, act, 'edit', moverOf(actor), { version: act.version + 1, note: act.reason });
}
