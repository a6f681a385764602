import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { addSignature, findSameSignature, judgeSignature } from '../signatures/public.ts';
import { findFile, lockDocument } from './documents.queries.ts';
import { moveDocument, nextDocumentStatus } from './move-document.ts';

/**
 * Takes the signature of one side over the frozen contract. The same signature again is the same answer.
 * `shown_file_id` is the file that was before the signer's eyes, where a while has passed since.
 */
export async function signDocument(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  document_id: number,
  cms: Buffer,
  means: string,
  shown_file_id?: number,
): Promise<string> {
  const document = await lockDocument(tx, actor, document_id);
  if (!document) throw new Problem('not_found');
  const { company_id } = document;
  if (await findSameSignature(tx, { company_id, document_id, side: actor.role, cms })) return document.title;
  nextDocumentStatus(document, 'sign', actor);
  if (shown_file_id && shown_file_id !== document.frozen_file_id)
    throw new Problem('signature.other_version');
  const file = await findFile(tx, company_id, document.frozen_file_id!);
  if (!file?.streebog512) throw new Problem('file.lost');
  const company = await tx
    .selectFrom('companies')
    .select('bin')
    .where('id', '=', actor.company_id)
    .executeTakeFirstOrThrow();
  const judged = await judgeSignature(
    parts.nca,
    cms,
    { sha256: file.sha256, streebog512: file.streebog512 },
    { iin: actor.iin, company: { bin: company.bin, role: actor.role } },
    parts.clock.now(),
  );
  const subject = { company_id, act_id: null, document_id, version: document.version, file_id: file.id };
  await addSignature(
    tx,
    subject,
    { side: actor.role, company_id: actor.company_id, user_id: actor.user_id, means },
    judged,
  );
  const signed_at = actor.role === 'business' ? 'customer_signed_at' : 'contractor_signed_at';
  await moveDocument(tx, document, 'sign', actor, { means, set: { [signed_at]: sql`now()` } });
  return document.title;
}
