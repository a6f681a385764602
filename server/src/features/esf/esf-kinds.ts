import { parseXml, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import type { QrDocType } from '@kelisim/shared/features/qr-signing/qr-session-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import type { QrDocumentKind, QrKind, SignedItem, TakenItem } from '../qr-signing/public.ts';
import { answerIn, takeAnswer } from './answer-awp.ts';
import { readEsfSession, openEsfSession } from './esf-session.ts';
import { listOfSeller, lockEsfOfSeller, setEsf } from './esf.queries.ts';
import { assertSeller, judgeBareSignature } from './judge-bare-signature.ts';
import { judgeTicket } from './judge-ticket.ts';
import { moveEsf } from './move-esf.ts';
import { firstText } from '../../platform/xml.ts';
import { takePaper } from './take-paper.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { orNotFound } from '../../platform/or-not-found.ts';

const DEAD = ['declined', 'revoked', 'cancelled'];

type Batch = Parameters<QrKind['take']>[0];

/**
 * What is signed for ИС ЭСФ, by a phone or by a key at the page: the ticket of a sign-in, electronic invoices and acts, what revokes them, and acts
 * together with their electronic papers. `act` is who takes signatures under acts themselves.
 */
export function esfKinds(parts: Parts, act: QrDocumentKind): QrKind[] {
  return [
    { doc_type: 'esf', check: () => Promise.resolve(), take: (batch) => takeBatch(parts, act, batch) },
    esfDocumentKind(parts, act, 'invoice'),
    esfDocumentKind(parts, act, 'act_with_esf'),
  ];
}

function esfDocumentKind(parts: Parts, act: QrDocumentKind, doc_type: QrDocType): QrDocumentKind {
  const with_act = doc_type === 'act_with_esf';
  return {
    doc_type,
    // Their codes have calls of their own.
    gather: () => Promise.reject(new Problem('field.choice', { field: 'doc_type' })),
    async check(owner, items) {
      const acts = items.filter((item) => item.file_id !== null);
      if (acts.length > 0) await act.check(owner, acts);
    },
    async listSigned(actor, ids) {
      const rows = await listOfSeller(parts.db, actor.company_id, ids);
      const living = rows.filter((row) => !DEAD.includes(row.status) && !row.is_corrected);
      const issued = new Set(living.map((row) => row.act_id));
      if (!with_act) return issued;
      const signed = await act.listSigned(actor, ids);
      return new Set([...signed].filter((id) => issued.has(id)));
    },
    listAwaited: (actor, ids) => (with_act ? act.listAwaited(actor, ids) : Promise.resolve(new Map())),
    take: (batch) => takeBatch(parts, act, batch),
  };
}

/** Acts first: an electronic paper whose act was refused is refused with it. */
async function takeBatch(parts: Parts, act: QrDocumentKind, batch: Batch): Promise<TakenItem[]> {
  const { owner, items } = batch;
  if (!owner) throw new Problem('forbidden');
  const actor = await parts.db.transaction().execute((tx) => findActorOfRun(tx, owner, 'sign'));
  const of_acts = items.filter((item) => item.file_id !== null);
  const taken = of_acts.length > 0 ? await act.take({ ...batch, items: of_acts }) : [];
  const rows = taken.map((row, at) => ({ ...row, position: of_acts[at]!.position }));
  if (rows.some((row) => row.status === 'waiting')) return rows;
  const refused = new Map(
    rows.flatMap((row, at) => (row.status === 'failed' ? [[of_acts[at]!.subject_id, row] as const] : [])),
  );
  for (const item of items) {
    if (item.file_id !== null) continue;
    const why = item.subject_id === null ? undefined : refused.get(item.subject_id);
    rows.push(why ? { ...why, position: item.position } : await takeOne(parts, actor, item));
  }
  return rows.toSorted((a, b) => a.position - b.position);
}

async function takeOne(parts: Parts, actor: CompanyActor, item: SignedItem): Promise<TakenItem> {
  const row = { position: item.position, status: 'ok' as const, code: null, detail: null };
  try {
    const { bin } = await getCompany(parts.db, actor.company_id, ['bin']);
    if (item.sign_method === 'XML') {
      const ticket = item.signature.toString('utf8');
      await judgeTicket(parts, item.content!, ticket, { iin: actor.iin, tin: bin });
      await openEsfSession(parts, actor, bin, ticket);
      return row;
    }
    const content = item.content!;
    const signed = await judgeBareSignature(parts, content, item.signature);
    assertSeller(signed, actor.iin, bin);
    const root = parseXml(content.toString('utf8'))!.root;
    const answer = root.uri === '' ? answerIn(root) : null;
    if (answer) await takeAnswer(parts, actor, root, answer, signed);
    else if (root.uri === '') await takeRevocation(parts, actor, root, signed);
    else await takePaper(parts, actor, item.subject_id!, content, signed);
    return row;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...row, status: 'failed', code: error.code, detail: error.detail };
  }
}

/** What was signed says which paper and why. */
async function takeRevocation(
  parts: Parts,
  actor: CompanyActor,
  root: XmlElement,
  signed: { signature: string; certificate: Buffer },
): Promise<void> {
  const kind = root.local === 'action' ? 'awp' : 'invoice';
  const external_id = firstText(root, kind === 'awp' ? 'documentId' : 'id') ?? '';
  const reason = firstText(root, kind === 'awp' ? 'cause' : 'reason');
  await parts.db.transaction().execute(async (tx) => {
    const row = orNotFound(await lockEsfOfSeller(tx, actor.company_id, { external_id, kind }));
    if (row.status === 'revoking' || row.status === 'revoked') return;
    const change = { reason, revoke_signature: signed.signature, revoke_certificate: signed.certificate };
    if (!(await moveEsf(tx, row, 'revoke', actor, { ...change, next_try_at: parts.clock.now() })))
      throw new Problem('esf.wrong_state');
    if ((await readEsfSession(parts, actor.company_id)) === null)
      await setEsf(tx, row.id, { trouble: 'sign_in' });
  });
}
