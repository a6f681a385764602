import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { keepFile } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { issueContract, takePaperNumber } from '../documents/public.ts';
import { drawAct, paperTexts } from './make-papers.ts';
import { setReconciliation } from './reconciliations.queries.ts';
import { getReconciliation } from './reconciliations.view.ts';

/**
 * Makes the paper that both sign: a document with both halves, frozen and sent as a contract is, so that signatures,
 * their proofs, cards and verification are those of every document.
 */
export async function issueReconciliation(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  id: number,
): Promise<void> {
  const found = await getReconciliation(parts, tx, actor, id);
  const { company_id, executor_company_id, date_from, date_to, sent_by } = found.row;
  const { bytes, name, language } = await drawAct(parts, tx, found);
  const media_type = 'application/pdf';
  const source = await keepFile(tx, parts.store, {
    company_id,
    kind: 'document_source',
    name,
    media_type,
    bytes,
  });
  const period = { from: formatDate(date_from), to: formatDate(date_to) };
  const document_id = await issueContract(parts, tx, {
    company_id,
    contractor_company_id: executor_company_id,
    title: fill(paperTexts[language].document, period),
    type: 'reconciliation',
    number: await takePaperNumber(tx, company_id, 'reconciliation'),
    date: date_from,
    start_date: date_from,
    end_date: date_to,
    source_file_id: source.id,
    created_by: sent_by,
  });
  await setReconciliation(tx, { company_id, id }, { document_id });
}
