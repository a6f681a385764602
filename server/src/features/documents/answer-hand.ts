import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Actor, CompanyActor } from '../../platform/actor.ts';
import { type Tx, NOW } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { retireSignatures } from '../signatures/public.ts';
import { lockAnyDocument, lockDocument } from './documents.queries.ts';
import {
  findHand,
  handState,
  listDueHands,
  setHand,
  type HandRow,
  SIGNED_NOW,
} from './hand-signatures.queries.ts';
import { CLOCK, moveDocument, nextDocumentStatus, type DocumentMover } from './move-document.ts';
import { tellParty } from './tell-party.ts';

/** The executor has signed on paper indeed. Again is the same. */
export async function confirmHand(tx: Tx, actor: CompanyActor, document_id: number): Promise<void> {
  const document = orNotFound(await lockDocument(tx, actor, document_id));
  const hand = await findHand(tx, document);
  if (hand?.confirmed_at) return;
  nextDocumentStatus(document, 'confirm_hand', actor);
  assertWaiting(hand);
  await setHand(tx, document, { confirmed_at: NOW });
  await moveDocument(tx, document, 'confirm_hand', actor, { means: 'paper', set: SIGNED_NOW });
}

/** The executor says that the signature is not theirs: nothing more is paid under the contract until support has decided. */
export async function disputeHand(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  document_id: number,
  reason: string,
): Promise<void> {
  const document = orNotFound(await lockDocument(tx, actor, document_id));
  nextDocumentStatus(document, 'dispute_hand', actor);
  assertWaiting(await findHand(tx, document));
  await setHand(tx, document, { disputed_at: parts.clock.now(), dispute_reason: reason.trim() });
  const set = { customer_signed_at: null, contractor_signed_at: null };
  await moveDocument(tx, document, 'dispute_hand', actor, { note: reason.trim(), set });
  await tellParty(parts, tx, document, 'business', 'contract_disputed', { once: String(document.version) });
}

/** Support has looked at the scan and heard both. */
export async function decideDispute(
  parts: Parts,
  tx: Tx,
  actor: Actor,
  document_id: number,
  { decision, reason }: { decision: 'uphold' | 'reject'; reason: string },
): Promise<void> {
  const document = await lockAnyDocument(tx, document_id);
  const hand = document && (await findHand(tx, document));
  if (!document || !hand || handState(hand) !== 'disputed') throw new Problem('not_found');
  const support: DocumentMover = {
    role: 'support',
    user_id: actor.user_id,
    company_id: null,
  };
  await setHand(tx, document, { decided_at: parts.clock.now(), decided_by: actor.user_id });
  await moveDocument(tx, document, decision === 'uphold' ? 'uphold_hand' : 'reject_hand', support, {
    note: reason.trim(),
    ...(decision === 'uphold' && { set: SIGNED_NOW }),
  });
  await noteDeskDeed(tx, actor, {
    kind: 'dispute_decided',
    company_id: document.company_id,
    detail: { document_id, decision, reason: reason.trim() },
  });
  if (decision === 'reject') await retireSignatures(tx, { company_id: document.company_id, document_id });
  for (const side of ['business', 'executor'] as const)
    await tellParty(parts, tx, document, side, 'contract_dispute_decided', {
      once: String(document.version),
    });
}

/** Whoever has let five working days pass has agreed. */
export async function acceptDueHands(parts: Parts): Promise<void> {
  const { db, clock } = parts;
  await eachJob(parts, 'documents.hands', await listDueHands(db, almatyDate(clock.now())), ({ id }) =>
    db.transaction().execute(async (tx) => {
      const document = await lockAnyDocument(tx, id);
      const hand = document && (await findHand(tx, document));
      if (document?.status !== 'signed_by_hand' || !hand || handState(hand) !== 'waiting') return;
      await moveDocument(tx, document, 'accept_hand', CLOCK, { means: 'paper', set: SIGNED_NOW });
    }),
  );
}

function assertWaiting(hand: HandRow | undefined): void {
  if (!hand) throw new Problem('document.no_scan');
  const state = handState(hand);
  if (state !== 'waiting')
    throw new Problem(state === 'disputed' ? 'document.hand_disputed' : 'document.hand_settled');
}
