import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { addDocumentHistory } from './document-history.queries.ts';
import { addDocument, findDocumentRow, findFile, type AddedDocument } from './documents.queries.ts';
import { replaceSource } from './kept-papers.queries.ts';
import { sendDocument } from './send-document.ts';

/** Made by whoever invited: it is their contract, and they send it. */
export type NewContract = Omit<AddedDocument, 'additional_info'>;

/** Whoever caused a paper that is issued for them, where that is not its company. */
type Asker = Pick<CompanyActor, 'role' | 'user_id' | 'company_id'>;

/** A contract that a company has promised by an invitation: made for this executor, frozen and sent in one go. */
export async function issueContract(
  parts: Parts,
  tx: Tx,
  contract: NewContract,
  asked_by?: Asker,
): Promise<number> {
  const id = await addDocument(tx, { ...contract, additional_info: null });
  const { company_id, created_by } = contract;
  await addDocumentHistory(
    tx,
    { company_id, id },
    {
      action: 'create',
      side: asked_by?.role ?? 'business',
      user_id: created_by,
      company_id: asked_by?.company_id ?? company_id,
      from_status: null,
      to_status: 'draft',
      version: 1,
      note: null,
      means: null,
    },
  );
  await sendDocument(parts, tx, senderOf(contract), id, { mover: asked_by });
  return id;
}

/** Freezes other words under a paper that waits for its signature, as its next version. */
export async function reissuePaper(
  parts: Parts,
  tx: Tx,
  { id, ...paper }: Pick<NewContract, 'company_id' | 'date' | 'source_file_id'> & { id: number },
  asked_by: Asker,
): Promise<void> {
  await replaceSource(tx, { id, ...paper });
  const sender = senderOf({ company_id: paper.company_id, created_by: asked_by.user_id });
  await sendDocument(parts, tx, sender, id, { mover: asked_by, again: true });
}

/** The company sends it even when the person who invited has left. */
function senderOf({ company_id, created_by }: Pick<NewContract, 'company_id' | 'created_by'>): CompanyActor {
  return {
    user_id: created_by,
    session_id: 0,
    full_name: '',
    iin: null,
    role_id: 1,
    role: 'business',
    company_id,
    rights: 'all',
    key: null,
    platform_rights: new Set(),
    proof_at: null,
    locale: 'ru',
  };
}

/** The bytes of a contract as the actor may see it. */
export async function readContractFile(parts: Parts, actor: CompanyActor, document_id: number) {
  const row = await findDocumentRow(parts.db, actor, document_id);
  const file = row && (await findFile(parts.db, row.company_id, row.frozen_file_id ?? row.source_file_id));
  if (!file) throw new Problem('not_found');
  return { bytes: await readFileOf(parts.store, file), name: file.name, inline: true };
}
