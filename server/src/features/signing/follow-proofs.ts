import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { settleWaitingRows } from '../../platform/jobs/run-rows.ts';
import type { Parts } from '../../parts.ts';
import { signAct } from '../acts/public.ts';
import { signDocument } from '../documents/public.ts';
import {
  type Evidence,
  finishPendingSignature,
  gatherEvidence,
  holdPendingSignature,
  leaseDueSignatures,
  listFrozenDigests,
  listSignedBy,
  type PendingRow,
  postponePendingSignature,
  SIGNED_ROW_USES_UP,
} from '../signatures/public.ts';
import { lockQuickSign, markQuickSign } from './quick-sign.queries.ts';
import { getSigner } from './proofs.queries.ts';

const BATCH = 200;
const AT_ONCE = 8;

/**
 * Asks again for the proofs of signatures that wait, and does with each what its signer wanted: the act or contract
 * moves, the row of the run and the link learn of it. What has become impossible meanwhile ends with its reason. A
 * lease keeps two processes from one signature; a kill at any point leaves it waiting.
 */
export async function followProofs(parts: Parts): Promise<void> {
  for (;;) {
    const due = await leaseDueSignatures(parts.db, BATCH);
    const queue = [...due];
    const hands = Array.from({ length: AT_ONCE }, async () => {
      for (let row = queue.shift(); row; row = queue.shift()) await followOne(parts, row);
    });
    await Promise.all(hands);
    if (due.length < BATCH) return;
  }
}

async function followOne(parts: Parts, row: PendingRow): Promise<void> {
  const { db, nca, clock } = parts;
  const [doc_type, id] = subjectOf(row);
  const file = (await listFrozenDigests(db, doc_type, [id])).get(id);
  // Where the bytes are others by now nobody need be asked; the deed below says so.
  const evidence = file && (await gatherEvidence(nca, row.cms, file, clock.now(), file.id === row.file_id));
  if (evidence && evidence.missing.length > 0) return postponePendingSignature(db, row, evidence.cms);
  await db
    .transaction()
    .execute((tx) => take(tx, row, evidence ?? null))
    .catch(async (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      await db.transaction().execute((tx) => giveUp(tx, row, error));
    });
}

/** The same deed as on the day it came, in the same order of locks: the link, the thing, the signature. */
async function take(tx: Tx, row: PendingRow, evidence: Evidence | null): Promise<void> {
  const [doc_type, id] = subjectOf(row);
  if (row.quick_sign_id) await lockQuickSign(tx, row.quick_sign_id);
  const { means, file_id } = row;
  const sign = doc_type === 'act' ? signAct : signDocument;
  await sign(tx, await signerOf(tx, row), id, { evidence, means, shown_file_id: file_id });
  // Asked last, for what was signed is locked first everywhere; what another has done is undone here.
  if (!(await holdPendingSignature(tx, row))) throw new Overtaken();
  if (row.quick_sign_id) await markQuickSign(tx, row.quick_sign_id, 'used_at');
  await finishPendingSignature(tx, row.id, { state: 'taken' });
  await settleWaitingRows(tx, row.id, { status: 'ok', used_up: SIGNED_ROW_USES_UP });
}

async function giveUp(tx: Tx, row: PendingRow, problem: Problem): Promise<void> {
  if (problem instanceof Overtaken || !(await holdPendingSignature(tx, row))) return;
  const [doc_type, id] = subjectOf(row);
  const by = { company_id: row.signer_company_id, side: row.side as 'business' | 'executor' };
  if ((await listSignedBy(tx, by, doc_type, [id])).has(id)) {
    // Signed again by hand while this one waited: what was wanted is done.
    await finishPendingSignature(tx, row.id, { state: 'dropped' });
    return settleWaitingRows(tx, row.id, { status: 'ok', used_up: SIGNED_ROW_USES_UP });
  }
  const { code, detail } = problem;
  await finishPendingSignature(tx, row.id, { state: 'refused', code, detail });
  await settleWaitingRows(tx, row.id, { status: 'failed', code, detail });
}

/** Another process ended it while we asked. */
class Overtaken extends Problem {
  constructor() {
    super('conflict');
  }
}

function subjectOf(row: PendingRow): ['act' | 'document', number] {
  return row.act_id ? ['act', row.act_id] : ['document', row.document_id!];
}

/** The person as the signature was given: the right to give it was asked then. */
async function signerOf(tx: Tx, row: PendingRow): Promise<CompanyActor> {
  const user = await getSigner(tx, row.user_id);
  const role = row.side as 'business' | 'executor';
  return {
    user_id: row.user_id,
    session_id: 0,
    full_name: user.full_name,
    iin: user.iin,
    role_id: role === 'executor' ? 3 : 1,
    role,
    company_id: row.signer_company_id,
    rights: 'all',
    key: null,
    platform_rights: new Set(),
    proof_at: null,
    locale: toLocale(user.locale),
  };
}
