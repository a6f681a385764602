import type { EsfAnswer } from '@kelisim/shared/features/esf/esf-status.ts';
import type { XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { firstText } from '../../platform/xml.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { readEsfSession } from './esf-session.ts';
import { findShownEsf, lockEsfOfCustomer, setEsf, type EsfRow } from './esf.queries.ts';
import { moveEsf } from './move-esf.ts';

/** The customer answers an electronic act that the system has, once; what was taken by hand is answered on the portal. */
export function mayAnswer(row: EsfRow, actor: CompanyActor): boolean {
  return (
    actor.role === 'business' &&
    mayDo(actor, 'sign') &&
    row.kind === 'awp' &&
    row.status === 'registered' &&
    row.external_id !== null
  );
}

/** The electronic act that is to be answered. Throws why it cannot be. */
export async function findToAnswer(db: Handle, actor: CompanyActor, esf_id: number) {
  const row = orNotFound(await findShownEsf(db, actor, esf_id));
  if (!mayAnswer(row, actor)) throw new Problem('esf.wrong_state');
  return row;
}

const ANSWERS: Record<string, EsfAnswer> = { CONFIRM: 'confirm', DECLINE: 'refuse' };

/** Which answer a signed text gives; null for what takes a paper back. */
export function answerIn(root: XmlElement): EsfAnswer | null {
  return ANSWERS[firstText(root, 'actionType') ?? ''] ?? null;
}

/** Keeps the signed answer; the job hands it in. What was signed says which act and why. The same again is the same. */
export async function takeAnswer(
  parts: Parts,
  actor: CompanyActor,
  root: XmlElement,
  answer: EsfAnswer,
  signed: { signature: string; certificate: Buffer },
): Promise<void> {
  const reason = firstText(root, 'cause');
  await parts.db.transaction().execute(async (tx) => {
    const row = orNotFound(
      await lockEsfOfCustomer(tx, actor.company_id, firstText(root, 'documentId') ?? '', 'awp'),
    );
    const done = { confirm: ['confirming', 'confirmed'], refuse: ['refusing', 'declined'] }[answer];
    if (done.includes(row.status)) return;
    const change = {
      reason,
      errors: null,
      answer_signature: signed.signature,
      answer_certificate: signed.certificate,
      next_try_at: parts.clock.now(),
    };
    if (!(await moveEsf(tx, row, answer, actor, change))) throw new Problem('esf.wrong_state');
    if ((await readEsfSession(parts, actor.company_id)) === null)
      await setEsf(tx, row.id, { trouble: 'sign_in' });
  });
}
