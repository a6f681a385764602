import type { QrProgress } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import type { QrDocType } from '@kelisim/shared/features/qr-signing/qr-session-status.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { subjectsHash } from './open-qr-session.ts';
import { documentKindOf, type AwaitedItem, type QrKinds, type TakenItem } from './qr-kinds.ts';
import { stateAt } from './qr-session-state.ts';
import { findQrSession, listQrItems } from './qr-signing.queries.ts';
import { rowText } from './take-signatures.ts';

/** How far the phone has come, for the page that shows the code; nobody else's session is ever found. */
export async function checkSession(
  parts: Parts,
  kinds: QrKinds,
  actor: CompanyActor,
  asked: { doc_ids: number[]; doc_type: QrDocType; session_id?: number | undefined },
  locale: Locale,
): Promise<QrProgress> {
  const { doc_ids, doc_type } = asked;
  const kind = documentKindOf(kinds, doc_type);
  const [signed, awaited] = await Promise.all([
    kind.listSigned(actor, doc_ids),
    kind.listAwaited(actor, doc_ids),
  ]);
  const items = doc_ids.map((doc_id) => ({
    doc_id,
    is_signed: signed.has(doc_id),
    is_awaited: !signed.has(doc_id) && awaited.get(doc_id)?.state === 'waiting',
  }));
  const session = await findQrSession(parts.db, actor, {
    id: asked.session_id,
    subjects_hash: subjectsHash(doc_type, doc_ids),
  });
  if (!session) return { items, session: null };
  const result = (session.result as TakenItem[] | null) ?? [];
  const shown = result.length > 0 ? await listQrItems(parts.db, session.id) : [];
  const idOf = (row: TakenItem) => shown.find((item) => item.position === row.position)?.subject_id ?? null;
  const rows = result.map((row) => ({ doc_id: idOf(row), row: asOfNow(row, idOf(row), signed, awaited) }));
  /** Several things may be signed for one; it is as far as the last of them. */
  const statusOf = (doc_id: number) => {
    const of = rows.filter((one) => one.doc_id === doc_id).map(({ row }) => row.status);
    return (['waiting', 'failed', 'pending_proof', 'ok'] as const).find((status) => of.includes(status));
  };
  const failed = rows.filter(({ row }) => row.status === 'failed');
  const state = stateAt(session, parts.clock.now());
  // The process may have ended between the last signature and the word about it.
  const all_taken = state === 'signing' && items.every((item) => item.is_signed || item.is_awaited);
  const awaited_count = all_taken
    ? items.filter((item) => item.is_awaited).length
    : doc_ids.filter((doc_id) => statusOf(doc_id) === 'pending_proof').length;
  const ended = all_taken ? 'signed' : state;
  return {
    items,
    session: {
      id: session.id,
      state: ended === 'signed' && awaited_count > 0 ? 'awaited' : ended,
      expires_at: session.expires_at.toISOString(),
      total: doc_ids.length,
      signed_count: all_taken
        ? doc_ids.length - awaited_count
        : doc_ids.filter((doc_id) => statusOf(doc_id) === 'ok').length,
      awaited_count,
      errors: failed.map(({ doc_id, row }) => ({
        doc_id,
        code: row.code ?? 'internal',
        message: rowText(row, locale),
      })),
    },
  };
}

/** A signature that waited when the phone was answered: taken, refused, or waiting still. */
function asOfNow(
  row: TakenItem,
  doc_id: number | null,
  signed: Set<number>,
  awaited: Map<number, AwaitedItem>,
): TakenItem {
  if (row.status !== 'pending_proof') return row;
  if (signed.has(doc_id ?? 0)) return { ...row, status: 'ok' };
  const now = awaited.get(doc_id ?? 0);
  if (now?.state === 'waiting') return row;
  // Neither waiting nor refused: the document is another one by now.
  const { code, detail } = now ?? { code: 'signature.other_version', detail: null };
  return { ...row, status: 'failed', code, detail };
}
