import type {
  PhoneQuery,
  QrTaken,
  SignedBody,
} from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { Tx } from '../../platform/db/database.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { Parts } from '../../parts.ts';
import { kindOf, type QrKinds, type SessionMeans, type SignedItem, type TakenItem } from './qr-kinds.ts';
import { nextQrState, stateAt } from './qr-session-state.ts';
import {
  listQrItems,
  lockQrSession,
  setQrSession,
  type QrItemRow,
  type QrSessionRow,
} from './qr-signing.queries.ts';
import { admitPhone, ownerOf } from './show-documents.ts';
import { isCancelled, payloadHash, readSigned } from './signed-data.ts';

interface Claim {
  session: QrSessionRow;
  items: SignedItem[];
  attempt: number;
  payload_hash: Buffer;
  /** What became of these very signatures before; null when they are to be judged now. */
  result: TakenItem[] | null;
}

/** API No.2, PUT: signatures of the phone, or its cancellation. The same again is answered the same. */
export async function answerSigned(
  parts: Parts,
  kinds: QrKinds,
  phone: { token: string | null; query: PhoneQuery; ip: string },
  body: SignedBody,
  locale: Locale,
): Promise<QrTaken> {
  const claim = await parts.db.transaction().execute(async (tx) => {
    const { session, items } = await admitPhone(tx, phone.token, phone.query);
    return claimSigned(parts, tx, session, items, body);
  });
  const rows = claim && (await judgeSigned(parts, kinds, claim, { ip: phone.ip, means: 'egov_mobile' }));
  return toAnswer(claim?.session.back_url ?? '', rows, locale);
}

/** The same for signatures that a gateway has fetched. Null is a cancellation. */
export async function takeSigned(
  parts: Parts,
  kinds: QrKinds,
  of: { session_id: number; items: readonly QrItemRow[] },
  body: SignedBody,
): Promise<TakenItem[] | null> {
  const claim = await parts.db.transaction().execute(async (tx) => {
    const session = await lockQrSession(tx, { id: of.session_id });
    return session ? claimSigned(parts, tx, session, of.items, body) : null;
  });
  return claim && judgeSigned(parts, kinds, claim, { ip: null, means: 'egov_mobile' });
}

/** The same for signatures that the page has made by a key of its own. */
export async function takeFromPage(
  parts: Parts,
  kinds: QrKinds,
  of: { session_id: number; user_id: number; company_id: number },
  given: { body: SignedBody; ip: string | null; means: SessionMeans },
): Promise<TakenItem[]> {
  const claim = await parts.db.transaction().execute(async (tx) => {
    const session = await lockQrSession(tx, { id: of.session_id });
    const mine = session?.user_id === of.user_id && session.company_id === of.company_id;
    if (!mine || !session.by_page) throw new Problem('not_found');
    return claimSigned(parts, tx, session, await listQrItems(tx, session.id), given.body, 'page');
  });
  return judgeSigned(parts, kinds, claim!, given);
}

/** Decides under the lock of the session: a repeat, a cancellation (null), or a try that is ours to judge. */
async function claimSigned(
  parts: Parts,
  tx: Tx,
  session: QrSessionRow,
  shown: readonly QrItemRow[],
  body: SignedBody,
  by: 'phone' | 'page' = 'phone',
): Promise<Claim | null> {
  const now = parts.clock.now();
  if (isCancelled(body)) {
    if (session.state === 'cancelled') return null;
    const state = nextQrState(session, 'cancel', 'phone', now);
    await setQrSession(tx, session.id, { state, finished_at: now });
    return null;
  }
  const state = stateAt(session, now);
  // Before the list is looked at: a code that is over says so, whatever was sent.
  if (state !== 'signed' && state !== 'signing') nextQrState(session, 'take', by, now);
  const items = readSigned(body, shown);
  const payload_hash = payloadHash(items);
  const again = session.payload_hash?.equals(payload_hash) ?? false;
  if (again && (state === 'signed' || state === 'signing')) {
    const result = state === 'signed' ? (session.result as TakenItem[]) : null;
    return { session, items, attempt: session.attempt, payload_hash, result };
  }
  const next = nextQrState(session, 'take', by, now);
  const attempt = session.attempt + 1;
  await setQrSession(tx, session.id, { state: next, attempt, payload_hash, result: null });
  return { session, items, attempt, payload_hash, result: null };
}

/** Has the kind take the signatures and keeps what became of them. At least one taken ends the session. */
async function judgeSigned(
  parts: Parts,
  kinds: QrKinds,
  claim: Claim,
  { ip, means }: { ip: string | null; means: SessionMeans },
): Promise<TakenItem[]> {
  if (claim.result) return claim.result;
  const { session, items, attempt, payload_hash } = claim;
  const rows = await kindOf(kinds, session.doc_type)
    .take({
      owner: ownerOf(session),
      // It cannot be guessed, so no other run can have used it.
      key: `qr-${session.token_hash.toString('hex').slice(0, 40)}-${attempt}`,
      payload_hash,
      items,
      ip,
      means,
    })
    .catch(async (error: unknown) => {
      if (error instanceof Problem) await settle(parts, session.id, attempt, null);
      throw error;
    });
  if (rows.some((row) => row.status === 'waiting')) throw new Problem('in_progress');
  await settle(parts, session.id, attempt, rows);
  return rows;
}

/** Writes the end of a try, unless another has begun or ended meanwhile. */
async function settle(
  parts: Parts,
  session_id: number,
  attempt: number,
  rows: TakenItem[] | null,
): Promise<void> {
  const now = parts.clock.now();
  await parts.db.transaction().execute(async (tx) => {
    const session = await lockQrSession(tx, { id: session_id });
    if (session?.state !== 'signing' || session.attempt !== attempt) return;
    const done = rows?.some((row) => row.status !== 'failed') ?? false;
    await setQrSession(tx, session_id, {
      state: nextQrState(session, done ? 'finish' : 'reject', 'us', now),
      result: rows && JSON.stringify(rows),
      finished_at: done ? now : null,
    });
  });
}

/** What the phone is told. It shows the message of a refusal, so that one says how many went through. */
function toAnswer(back_url: string, rows: TakenItem[] | null, locale: Locale): QrTaken {
  const failed = (rows ?? []).filter((row) => row.status === 'failed');
  const errors = failed.map((row) => ({
    id: row.position,
    code: row.code ?? 'internal',
    message: rowText(row, locale),
  }));
  const total = rows?.length ?? 0;
  const signed_count = (rows ?? []).filter((row) => row.status === 'ok').length;
  const [first] = failed;
  if (first) {
    const body = { status: 'error', success: false, signed_count, errors };
    const code = (first.code ?? 'internal') as ProblemCode;
    if (failed.length === total) throw new Problem(code, { ...first.detail, body });
    const reason = errors[0]!.message;
    throw new Problem('qr.partly', { values: { ok: signed_count, total, reason }, body });
  }
  return {
    status: 'success',
    message: 'success',
    backUrl: back_url,
    success: total > 0,
    signed_count,
    errors: [],
  };
}

export function rowText(row: TakenItem, locale: Locale): string {
  return problemText((row.code ?? 'internal') as ProblemCode, locale, row.detail);
}
