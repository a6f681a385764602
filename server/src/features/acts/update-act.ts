import type { ReadActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { contentHash } from './act-content.ts';
import { lockAct, setAct } from './acts.queries.ts';
import { assertNotBelowPaid, lockCorrected, refundsOf } from './correct-act.ts';
import { assertMove, moveAct, moverOf } from './move-act.ts';
import { readActInput } from './read-act-input.ts';
import { assertKeyMayRepeat, setSchedule } from './set-schedule.ts';

/** Changes a draft or a returned act. Somebody who edited an older version is told, and loses nothing. */
export async function updateAct(
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  { version, auto_generate, period_id, ...input }: ReadActInput & { version?: number | undefined },
  today: string,
): Promise<void> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  await assertMove(tx, act, 'edit', moverOf(actor));
  if (auto_generate !== false) await assertKeyMayRepeat(tx, actor, act);
  if (version !== undefined && version !== act.version) throw new Problem('act.stale_version');
  // What the executor has seen, written and added of an act that was sent is not handed on to another.
  if (act.frozen_at !== null && input.contractor_company_id !== act.contractor_company_id)
    throw new Problem('act.executor_fixed', { field: 'contractor_company_id' });
  const paid = await lockCorrected(tx, act);
  const content = await readActInput(tx, actor.company_id, input, paid);
  if (paid) {
    const { amount_tiyn, services } = content;
    await assertNotBelowPaid(tx, paid, { amount_tiyn, refunded_tiyn: refundsOf(services) }, act.id);
  }
  if (paid && auto_generate) throw new Problem('act.never_repeats');
  await setAct(tx, act, content);
  const wish = { auto_generate, period_id };
  await setSchedule(tx, { ...act, act_date: content.act_date }, wish, today, actor.user_id);
  await moveAct(tx, act, 'edit', moverOf(actor), {
    version: act.version + 1,
    note: act.reason,
    set: {
      content_hash: contentHash({ ...act, ...content }),
      // The executor sees what was sent to them, never what it is being changed into: until it is sent again, nothing.
      ...(act.status === 'returned' && { frozen_file_id: null }),
    },
  });
}
