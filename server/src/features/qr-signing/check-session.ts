import type { QrProgress } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import type { QrDocType } from '@kelisim/shared/features/qr-signing/qr-session-status.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { subjectsHash } from './open-qr-session.ts';
import { documentKindOf, type QrKinds, type TakenItem } from './qr-kinds.ts';
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
  const signed = await documentKindOf(kinds, doc_type).listSigned(actor, doc_ids);
  const items = doc_ids.map((doc_id) => ({ doc_id, is_signed: signed.has(doc_id) }));
  const session = await findQrSession(parts.db, actor, {
    id: asked.session_id,
    subjects_hash: subjectsHash(doc_type, doc_ids),
  });
  if (!session) return { items, session: null };
  const rows = (session.result as TakenItem[] | null) ?? [];
  const failed = rows.filter((row) => row.status === 'failed');
  const shown = failed.length > 0 ? await listQrItems(parts.db, session.id) : [];
  const state = stateAt(session, parts.clock.now());
  // The process may have ended between the last signature and the word about it.
  const all_signed = state === 'signing' && items.every((item) => item.is_signed);
  return {
    items,
    session: {
      id: session.id,
      state: all_signed ? 'signed' : state,
      expires_at: session.expires_at.toISOString(),
      total: doc_ids.length,
      signed_count: all_signed ? doc_ids.length : rows.length - failed.length,
      errors: failed.map((row) => ({
        doc_id: shown.find((item) => item.position === row.position)?.subject_id ?? null,
        code: row.code ?? 'internal',
        message: rowText(row, locale),
      })),
    },
  };
}
