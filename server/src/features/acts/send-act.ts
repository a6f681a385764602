import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { keepFile, newPublicId } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { retireSignatures } from '../signatures/public.ts';
import { contentHash } from './act-content.ts';
import { contentOf, drawAct } from './act-paper.ts';
import { lockAct } from './acts.queries.ts';
import { assertMove, moveAct, moverOf } from './move-act.ts';
import { assertWorking } from './read-act-input.ts';

/** Freezes the PDF of an act and shows it to the executor: from now on both sides sign these very bytes. */
export async function sendAct(parts: Parts, tx: Tx, actor: CompanyActor, act_id: number): Promise<string> {
  const act = await lockAct(tx, actor, act_id);
  if (!act) throw new Problem('not_found');
  await assertMove(tx, act, 'send', moverOf(actor));
  await assertWorking(tx, act.company_id, act.contractor_company_id);

  const content = await contentOf(tx, act);
  const frozen_at = parts.clock.now();
  const public_id = newPublicId();
  const bytes = await drawAct(parts, tx, act, content, public_id, frozen_at);
  const file = await keepFile(tx, parts.store, {
    company_id: act.company_id,
    kind: 'act',
    name: `act-${act.number}-${act.year}.pdf`,
    media_type: 'application/pdf',
    bytes,
    public_id,
    to_be_signed: true,
  });
  await retireSignatures(tx, { company_id: act.company_id, act_id });
  await moveAct(tx, act, 'send', moverOf(actor), {
    version: act.version + 1,
    set: { frozen_file_id: file.id, frozen_at, content_hash: contentHash({ ...act, ...content }) },
  });
  return `${act.number}/${act.year}`;
}
