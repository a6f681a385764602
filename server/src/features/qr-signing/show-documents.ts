import type {
  PhoneDocument,
  PhoneQuery,
  QrDocuments,
  SignMethod,
} from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/qr-signing.ts';
import ru from '@kelisim/shared/texts/ru/qr-signing.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { docIds } from './answer-scan.ts';
import { hashOf } from './open-qr-session.ts';
import { kindOf, type MetaKey, type Names, type QrKinds, type QrOwner } from './qr-kinds.ts';
import { nextQrState } from './qr-session-state.ts';
import {
  isPhoneToken,
  listFiles,
  listQrItems,
  lockQrSession,
  setQrSession,
  type QrItemRow,
  type QrSessionRow,
} from './qr-signing.queries.ts';

/** The session of a phone's token, locked. The address must say what the session is bound to, to the last number. */
export async function admitPhone(tx: Tx, token: string | null, query: PhoneQuery) {
  const session = token && (await lockQrSession(tx, { token_hash: hashOf(token) }));
  if (!session || session.gateway) throw new Problem('qr.unknown');
  const items = await listQrItems(tx, session.id);
  const bound = [...docIds(items), session.user_id ?? 0].join();
  if ([...query.doc_ids, query.user_id].join() !== bound) throw new Problem('qr.other_documents');
  return { session, items };
}

/** Throws unless this token opens a living session: a stranger sends no megabytes. */
export async function mustBePhoneToken(db: Handle, token: string | null): Promise<void> {
  if (!token || !(await isPhoneToken(db, hashOf(token)))) throw new Problem('qr.unknown');
}

export function ownerOf(session: QrSessionRow): QrOwner | null {
  const { user_id, company_id, session_id } = session;
  if (user_id === null || company_id === null) return null;
  return { user_id, company_id, session_id };
}

/** API No.2, GET: the documents with their bytes, as long as they may still be signed. */
export async function showDocuments(
  parts: Parts,
  kinds: QrKinds,
  asked: { token: string | null; query: PhoneQuery },
  locale: Locale,
): Promise<QrDocuments> {
  const { session, items } = await parts.db.transaction().execute(async (tx) => {
    const admitted = await admitPhone(tx, asked.token, asked.query);
    const state = nextQrState(admitted.session, 'open', 'phone', parts.clock.now());
    await setQrSession(tx, admitted.session.id, { state });
    return admitted;
  });
  await kindOf(kinds, session.doc_type).check(ownerOf(session), items);
  return toPhoneDocuments(parts, items, locale);
}

/** The items in the form of the app; with unlike methods each document says its own. */
export async function toPhoneDocuments(
  parts: Parts,
  items: readonly QrItemRow[],
  locale: Locale,
): Promise<QrDocuments> {
  const methods = new Set(items.map((item) => item.sign_method as SignMethod));
  const [only] = methods;
  const mixed = methods.size > 1;
  const file_ids = items.flatMap((item) => item.file_id ?? []);
  const files = new Map(
    (file_ids.length > 0 ? await listFiles(parts.db, file_ids) : []).map((file) => [file.id, file]),
  );
  const documentsToSign: PhoneDocument[] = [];
  for (const item of items) {
    const file = files.get(item.file_id ?? 0);
    const bytes = item.content ?? (file && (await readFileOf(parts.store, file)));
    if (!bytes) throw new Problem('file.lost');
    const sign_method = item.sign_method as SignMethod;
    const names = item.names as Names;
    documentsToSign.push({
      id: item.position,
      ...(mixed ? { signMethod: sign_method } : {}),
      nameRu: names.ru,
      nameKz: names.kz,
      nameEn: names.en,
      meta: (item.meta as { key: MetaKey; value: string }[]).map(({ key, value }) => ({
        name: { ru, kz }[locale].meta[key],
        value,
      })),
      ...content(
        sign_method,
        Buffer.from(bytes),
        mimeOf(sign_method, item.file_id !== null, parts.config.egov_pdf_mime),
      ),
    });
  }
  return { signMethod: mixed ? 'MIX_SIGN' : only!, version: 1, documentsToSign };
}

/** The app takes XML for the bare signature alone. */
function mimeOf(method: SignMethod, is_file: boolean, pdf: string): string {
  if (method === 'SIGN_BYTES_ARRAY') return 'application/xml';
  return is_file ? pdf : 'text/plain';
}

function content(
  method: SignMethod,
  bytes: Buffer,
  mime: string,
): Pick<PhoneDocument, 'document' | 'documentXml'> {
  if (method === 'XML') return { documentXml: bytes.toString('utf8') };
  return { document: { file: { mime, data: bytes.toString('base64') } } };
}
