import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { readFileOf } from '../../platform/files/files.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findActRow } from '../acts/public.ts';
import { listCurrentSignatures } from '../signatures/public.ts';
import { makeProof, type Proof } from './make-proof.ts';
import { findFileRow } from './proofs.queries.ts';

/**
 * A copy of a signed act for the printer. The signed file cannot name the day on which the customer accepts the work,
 * since it is frozen before; the copy does, and has the sheet of signatures behind it.
 */
export async function printAct(parts: Parts, actor: CompanyActor, act_id: number): Promise<Proof> {
  const act = orNotFound(await findActRow(parts.db, actor, act_id));
  const { company_id, frozen_file_id } = act;
  const file = frozen_file_id === null ? undefined : await findFileRow(parts.db, company_id, frozen_file_id);
  if (frozen_file_id === null || !file) throw new Problem('proof.not_signed');
  const sheet = await makeProof(parts, company_id, frozen_file_id, 'sign_info');
  const signatures = await listCurrentSignatures(parts.db, { company_id, act_id });
  const accepted = signatures.find(({ side }) => side === 'business');
  const bytes = await parts.pdf.printSigned({
    pdf: await readFileOf(parts.store, file),
    accepted_on: accepted ? formatDate(almatyDate(accepted.stamped_at ?? accepted.signed_at)) : null,
    sheet: sheet.bytes,
  });
  return { bytes, name: file.name.replace(/\.pdf$/i, '-print.pdf') };
}
