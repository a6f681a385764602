import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { readFileOf } from '../../platform/files/files.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findActRow } from '../acts/public.ts';
import { findSignedFile, listSignaturesOfFile } from '../signatures/public.ts';
import { proveFile, type Proof } from './make-proof.ts';

/**
 * A copy of a signed act for the printer. The signed file cannot name the day on which the customer accepts the work,
 * since it is frozen before; the copy does, and has the sheet of signatures behind it.
 */
export async function printAct(parts: Parts, actor: CompanyActor, act_id: number): Promise<Proof> {
  const act = orNotFound(await findActRow(parts.db, actor, act_id));
  const { company_id, frozen_file_id } = act;
  const file =
    frozen_file_id === null ? undefined : await findSignedFile(parts.db, company_id, frozen_file_id);
  if (!file) throw new Problem('proof.not_signed');
  const signatures = await listSignaturesOfFile(parts.db, file);
  const sheet = await proveFile(parts, 'sign_info', file, signatures);
  const accepted = signatures.find((one) => one.is_current && one.side === 'business');
  const bytes = await parts.pdf.printSigned({
    pdf: await readFileOf(parts.store, file),
    accepted_on: accepted ? formatDate(almatyDate(accepted.stamped_at ?? accepted.signed_at)) : null,
    sheet: sheet.bytes,
  });
  return { bytes, name: file.name.replace(/\.pdf$/i, '-print.pdf') };
}
