import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { keepFile, newPublicId } from '../../platform/files/files.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { assertLawfulRate } from '../vat/public.ts';
import { contentHash } from './act-content.ts';
import { drawAct, readPaper } from './act-paper.ts';
import { lockAct, type LockedAct } from './acts.queries.ts';
import { assertMove, moveAct, moverOf } from './move-act.ts';
import { type Mover } from './move-act.queries.ts';
import { assertWorking } from './read-act-input.ts';

/** Freezes the PDF of an act and shows it to the executor: from now on both sides sign these very bytes. */
export async function sendAct(parts: Parts, tx: Tx, actor: CompanyActor, act_id: number): Promise<string> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  return freezeAct(parts, tx, act, moverOf(actor));
}

/** The same by whoever may do it, the clock too. */
export async function freezeAct(parts: Parts, tx: Tx, act: LockedAct, by: Mover): Promise<string> {
  await assertMove(tx, act, 'send', by);
  // What was done and paid is put right with whoever did it, working or not.
  if (act.corrects_act_id === null) await assertWorking(tx, act.company_id, act.contractor_company_id);

  const paper = await readPaper(tx, act);
  const { content, vat, signing_term_days } = paper;
  await assertLawfulRate(tx, vat.vat_rate, act.end_date);
  const frozen_at = parts.clock.now();
  const public_id = newPublicId();
  const bytes = await drawAct(parts, tx, act, paper, public_id, frozen_at);
  const file = await keepFile(tx, parts.store, {
    company_id: act.company_id,
    kind: 'act',
    name: `act-${act.number}-${act.year}.pdf`,
    media_type: 'application/pdf',
    bytes,
    public_id,
    to_be_signed: true,
  });
  const sign_by = signing_term_days === null ? null : addDays(almatyDate(frozen_at), signing_term_days);
  await moveAct(tx, act, 'send', by, {
    version: act.version + 1,
    set: {
      frozen_file_id: file.id,
      frozen_at,
      sign_by,
      content_hash: contentHash({ ...act, ...content }),
      ...vat,
    },
  });
  return `${act.number}/${act.year}`;
}
