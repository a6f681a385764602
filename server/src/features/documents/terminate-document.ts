import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { lockDocument } from './documents.queries.ts';
import { moveDocument } from './move-document.ts';
import { tellParty } from './tell-party.ts';

/** The company ends a signed contract before its time; acts that are there are still signed and paid. */
export async function terminateDocument(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  document_id: number,
  reason: string,
): Promise<void> {
  const document = orNotFound(await lockDocument(tx, actor, document_id));
  await moveDocument(tx, document, 'terminate', actor, { note: reason.trim() });
  await tellParty(parts, tx, document, 'executor', 'contract_terminated', { once: String(document.version) });
}
