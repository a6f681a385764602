import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { retireSignatures } from '../signatures/public.ts';
import { lockDocument } from './documents.queries.ts';
import { moveDocument } from './move-document.ts';

/** The executor does not sign and says why. */
export async function refuseDocument(
  tx: Tx,
  actor: CompanyActor,
  document_id: number,
  reason: string,
): Promise<void> {
  const document = orNotFound(await lockDocument(tx, actor, document_id));
  await moveDocument(tx, document, 'refuse', actor, { note: reason.trim() });
  await retireSignatures(tx, { company_id: document.company_id, document_id });
}
