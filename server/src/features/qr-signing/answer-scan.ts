import { createHash } from 'node:crypto';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { hashOf, tokenOf } from './open-qr-session.ts';
import { documentsAddress, expiryDate } from './qr-code.ts';
import type { Names } from './qr-kinds.ts';
import { nextQrState } from './qr-session-state.ts';
import { listQrItems, lockQrSession, setQrSession, type QrItemRow } from './qr-signing.queries.ts';

/** The number of a document in the address of API No.2: ours, or its place where it has none. */
export function docIds(items: readonly QrItemRow[]): number[] {
  return items.map((item) => item.subject_id ?? item.position);
}

/**
 * API No.1: a phone has read the code. The first one to come gets the token; the same one may ask again, for its answer
 * may have been lost. Anybody else is too late.
 */
export async function answerScan(
  parts: Parts,
  key: string,
  phone: { ip: string; user_agent: string },
  locale: Locale,
) {
  const { config, clock, db } = parts;
  const scanned_by = createHash('sha256').update(`${phone.ip}\n${phone.user_agent}`).digest();
  return db.transaction().execute(async (tx) => {
    const session = await lockQrSession(tx, { key_hash: hashOf(key) });
    if (!session || session.gateway) throw new Problem('qr.unknown');
    const state = nextQrState(session, 'scan', 'phone', clock.now());
    if (session.scanned_by && !session.scanned_by.equals(scanned_by)) throw new Problem('qr.used');
    await setQrSession(tx, session.id, { state, scanned_by });
    const items = await listQrItems(tx, session.id);
    const organisation = session.organisation as Names & { bin: string };
    return {
      description: (session.description as Names)[locale],
      expiry_date: expiryDate(session.expires_at),
      organisation: {
        nameRu: organisation.ru,
        nameKz: organisation.kz,
        nameEn: organisation.en,
        bin: organisation.bin,
      },
      document: {
        uri: documentsAddress(config.public_url, docIds(items), session.user_id ?? 0),
        auth_type: 'Token' as const,
        auth_token: tokenOf(config, key, session.token_hash),
      },
    };
  });
}
