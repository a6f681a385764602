import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findSignedFile } from '../signatures/public.ts';
import { findActRow, lockAct } from './acts.queries.ts';
import { toFrozenFile } from './acts.view.ts';
import { assertMove, moverOf } from './move-act.ts';

/** What the actor would sign of this act now: the digests of its frozen bytes. Throws why they cannot. */
export async function prepareAct(tx: Tx, actor: CompanyActor, act_id: number): Promise<ToSign> {
  const act = await lockAct(tx, actor, act_id);
  const row = await findActRow(tx, actor, act_id);
  if (!act || !row) throw new Problem('not_found');
  await assertMove(tx, act, 'sign', moverOf(actor));
  const file = await findSignedFile(tx, act.company_id, act.frozen_file_id!);
  if (!file || !act.frozen_at) throw new Problem('act.no_file');
  return {
    id: act_id,
    label: `№ ${act.number}/${act.year} · ${act.title}`,
    party: actor.role === 'business' ? row.contractor_name : row.company_name,
    amount: formatMoney(act.amount_tiyn),
    file: toFrozenFile(file, act.frozen_at),
  };
}
