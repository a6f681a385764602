import { nextActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { BulkDone, PreparedItem } from '../../platform/jobs/run-kind.ts';
import { addSignatures, provenOf, readSigning, type RunEvidence } from '../signatures/public.ts';
import { listSigningCompanies, lockActs } from './acts.queries.ts';
import { moveActs, moverOf } from './move-act.ts';

/**
 * `signAct` for those of a batch without errors, by a handful of statements for all of them: proven
 * signatures of the right party over acts that may be signed. Answers for them by position; every other row, the
 * repeated and the refused, is left to `signAct`, which says what is the matter.
 */
export async function signPlainActs(
  tx: Tx,
  actor: CompanyActor,
  batch: readonly PreparedItem[],
): Promise<Map<number, BulkDone>> {
  const done = new Map<number, BulkDone>();
  const rows = new Map(batch.map((row) => [row.item.subject_id ?? 0, row]));
  // An act that stands twice in a batch is no plain matter.
  if (rows.size < batch.length) return done;
  const acts = await lockActs(tx, actor, [...rows.keys()]);
  if (acts.length === 0) return done;
  const parties = acts.flatMap((act) => [act.company_id, act.contractor_company_id]);
  const companies = await listSigningCompanies(tx, [...new Set(parties)]);
  const { role: side } = actor;
  const [first] = batch;
  if (!first) return done;
  const { means } = readSigning(first.item);
  const plain = acts.flatMap((act) => {
    const { item, prepared } = rows.get(act.id)!;
    const { shown_file_id } = readSigning(item);
    const moment = {
      status: act.status,
      annulment_requested_by: act.annulment_requested_by,
      executor_signs_first: companies.get(act.company_id)!.executor_signs_first,
    };
    const to = nextActStatus(moment, 'sign', side);
    const { bin } = companies.get(side === 'business' ? act.company_id : act.contractor_company_id)!;
    const evidence = provenOf(prepared as RunEvidence, { iin: actor.iin, company: { bin, role: side } });
    if (to === null || !evidence || evidence.file_id !== act.frozen_file_id) return [];
    if (shown_file_id && shown_file_id !== act.frozen_file_id) return [];
    const other = companies.get(side === 'business' ? act.contractor_company_id : act.company_id)!;
    if (other.status === 'deleted') return [];
    return [{ act, to, evidence, position: item.position }];
  });
  if (plain.length === 0) return done;
  await addSignatures(
    tx,
    { side, company_id: actor.company_id, user_id: actor.user_id, means },
    plain.map(({ act, evidence }) => ({
      subject: {
        company_id: act.company_id,
        act_id: act.id,
        document_id: null,
        version: act.version,
        file_id: evidence.file_id,
      },
      evidence,
    })),
  );
  await moveActs(tx, plain, 'sign', moverOf(actor), { means });
  for (const { act, position } of plain) done.set(position, { label: `${act.number}/${act.year}` });
  return done;
}
