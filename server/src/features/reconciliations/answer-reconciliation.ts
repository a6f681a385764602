import type { Calls } from '@kelisim/shared/calls.ts';
import {
  mayReconcile,
  type ReconciliationAction,
} from '@kelisim/shared/features/reconciliations/reconciliation-status.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { issueReconciliation } from './issue-reconciliation.ts';
import {
  addLines,
  clearAnswer,
  listLines,
  lockReconciliation,
  setLineAnswer,
  type LockedReconciliation,
  setReconciliation,
  getPaper,
} from './reconciliations.queries.ts';
import { tellSide } from './tell-side.ts';

type Answer = CallContext<Calls['reconciliations.answer']>['input']['body'];

/** Locks it for a deed of the actor, or says why there is none now. */
async function takeForDeed(
  tx: Tx,
  actor: CompanyActor,
  id: number,
  action: ReconciliationAction,
): Promise<LockedReconciliation> {
  const found = orNotFound(await lockReconciliation(tx, actor, id));
  const { document_id } = found;
  const document = document_id === null ? null : await getPaper(tx, found.company_id, document_id);
  const paper = document && { is_refused: document.status === 'refused' };
  if (!mayReconcile(found.status, action, actor.role, paper)) throw new Problem('reconciliation.wrong_state');
  return found;
}

/**
 * Takes the executor's answer to all lines at once: lines that it does not name are agreed with. Without a difference
 * the paper for both signatures is made in the same transaction.
 */
export async function answerReconciliation(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  id: number,
  { opening, lines, own, comment }: Answer,
): Promise<void> {
  const found = await takeForDeed(tx, actor, id, 'agree');
  const { company_id } = found;
  await clearAnswer(tx, found);
  const known = new Map((await listLines(tx, found)).map((line) => [line.position, line]));
  const last = Math.max(0, ...known.keys());
  let differs = own.length > 0;
  for (const [index, { position, amount, remark: why }] of lines.entries()) {
    const line = known.get(position);
    if (!line) throw new Problem('reconciliation.unknown_line', { field: `lines.${index}.position` });
    // Of two answers to one line nobody knows which is meant.
    known.delete(position);
    const theirs = parseMoney(amount)!;
    const their_amount_tiyn = theirs === line.amount_tiyn ? null : theirs;
    differs ||= their_amount_tiyn !== null;
    await setLineAnswer(tx, found, position, { their_amount_tiyn, remark: why?.trim() || null });
  }
  await addLines(
    tx,
    own.map((line, index) => ({
      company_id,
      reconciliation_id: id,
      position: last + 1 + index,
      date: line.date,
      kind: line.kind,
      number: line.number.trim(),
      their_amount_tiyn: parseMoney(line.amount)!,
      remark: line.remark?.trim() || null,
    })),
  );
  const theirs = opening == null ? null : parseMoney(opening)!;
  const their_opening_tiyn = theirs === found.opening_tiyn ? null : theirs;
  differs ||= their_opening_tiyn !== null;
  const answered_at = parts.clock.now();
  await setReconciliation(tx, found, {
    status: differs ? 'differences' : 'agreed',
    their_opening_tiyn,
    remark: comment?.trim() || null,
    answered_at,
    answered_by: actor.user_id,
  });
  await tellSide(parts, tx, found, 'business', { once: answered_at.toISOString() });
  if (!differs) await issueReconciliation(parts, tx, actor, id);
}

/** The company's own deed over what was answered: to sign it with its differences. */
export async function issueWithDifferences(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  id: number,
): Promise<void> {
  await takeForDeed(tx, actor, id, 'issue');
  await issueReconciliation(parts, tx, actor, id);
}

export async function withdrawReconciliation(tx: Tx, actor: CompanyActor, id: number): Promise<void> {
  const found = await takeForDeed(tx, actor, id, 'withdraw');
  await setReconciliation(tx, found, { status: 'withdrawn' });
}
