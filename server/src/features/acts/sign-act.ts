import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { addSignature, findSameSignature, judgeSignature } from '../signatures/public.ts';
import { findFrozenFile, findPartiesOnPaper, lockAct } from './acts.queries.ts';
import { assertMove, moveAct, moverOf } from './move-act.ts';

/**
 * Takes the signature of one side over the frozen bytes. The same signature again is the same answer. `shown_file_id`
 * is the file that was before the signer's eyes, where a while has passed since.
 */
export async function signAct(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  cms: Buffer,
  means: string,
  shown_file_id?: number,
): Promise<string> {
  const act = await lockAct(tx, actor, act_id);
  if (!act) throw new Problem('not_found');
  const label = `${act.number}/${act.year}`;
  if (await findSameSignature(tx, { company_id: act.company_id, act_id, side: actor.role, cms }))
    return label;
  await assertMove(tx, act, 'sign', moverOf(actor));
  if (shown_file_id && shown_file_id !== act.frozen_file_id) throw new Problem('signature.other_version');

  const file = await findFrozenFile(tx, act.company_id, act.frozen_file_id!);
  if (!file?.streebog512) throw new Problem('act.no_file');
  const { customer, executor } = await findPartiesOnPaper(tx, act.company_id, act.contractor_company_id);
  const company = actor.role === 'business' ? customer : executor;
  const judged = await judgeSignature(
    parts.nca,
    cms,
    { sha256: file.sha256, streebog512: file.streebog512 },
    { iin: actor.iin, company: { bin: company.bin, role: actor.role } },
    parts.clock.now(),
  );

  const subject = {
    company_id: act.company_id,
    act_id,
    document_id: null,
    version: act.version,
    file_id: file.id,
  };
  await addSignature(
    tx,
    subject,
    { side: actor.role, company_id: actor.company_id, user_id: actor.user_id, means },
    judged,
  );
  await moveAct(tx, act, 'sign', moverOf(actor), { means });
  return label;
}
