import { createHash, randomBytes } from 'node:crypto';
import { QR_MAX_DOCUMENTS, type QrCode } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { macsOf, makeKeyring, type MasterKeys } from '../../platform/keyring.ts';
import type { Parts } from '../../parts.ts';
import { codeLinks, codePicture, initAddress } from './qr-code.ts';
import type { QrOwner, QrRequest } from './qr-kinds.ts';
import { addQrSession, endEarlierSessions, listFiles } from './qr-signing.queries.ts';

const LIFE_MS = 5 * 60_000;
/** In base64 it still fits into one body that we would take back, should the app send the documents again. */
const MAX_TOTAL_BYTES = 14_000_000;

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Which documents a code is for, whatever their order. */
export function subjectsHash(doc_type: string, ids: readonly (number | null)[]): Buffer {
  const sorted = ids.map((id) => id ?? 0).toSorted((a, b) => a - b);
  return hashOf(`${doc_type}:${sorted.join(',')}`);
}

/**
 * The token that API No.1 gives for a key. Derived and not drawn, so that a phone whose answer was lost gets the same
 * one again while nothing readable is stored; with `token_hash` it is the one that was given, be it by a former key.
 */
export function tokenOf(config: MasterKeys, key: string, token_hash?: Buffer): string {
  const [token, ...former] = macsOf(config, 'qr-signing-token', key).map((mac) =>
    mac.toString('base64url'),
  ) as [string, ...string[]];
  const given = token_hash && former.find((one) => hashOf(one).equals(token_hash));
  return given ?? token;
}

export const gatewayRing = (config: MasterKeys) => makeKeyring(config, 'qr-signing-gateway');

/**
 * Makes a session for what a phone is to sign and answers the code to show. `owner` is null while nobody is known yet
 * (sign-in, registration): then the caller binds the session to its own browser by the id.
 */
export async function openQrSession(
  parts: Parts,
  owner: QrOwner | null,
  request: QrRequest,
  locale: Locale,
): Promise<QrCode> {
  const { config, clock, db, sign_gateway } = parts;
  const files = await filesOf(parts, request);
  const created_at = clock.now();
  const key = randomBytes(18).toString('base64url');
  const code = sign_gateway ? await gatewayCode(parts, request, locale) : ownCode(parts, key);
  const ends = Math.min(created_at.getTime() + LIFE_MS, code.expires_at?.getTime() ?? Infinity);
  const expires_at = new Date(Math.max(ends, created_at.getTime() + 1000));
  const subjects_hash = subjectsHash(
    request.doc_type,
    request.subjects ?? request.items.map((item) => item.subject_id),
  );
  const session_id = await db.transaction().execute(async (tx) => {
    if (owner) await endEarlierSessions(tx, owner, subjects_hash);
    return addQrSession(
      tx,
      {
        owner,
        request,
        subjects_hash,
        key_hash: hashOf(key),
        token_hash: hashOf(tokenOf(config, key)),
        gateway: code.gateway,
        by_page: false,
        created_at,
        expires_at,
      },
      files,
    );
  });
  return {
    session_id,
    doc_type: request.doc_type,
    doc_ids: request.subjects ?? request.items.flatMap((item) => item.subject_id ?? []),
    picture: code.picture,
    text: code.text,
    mobile_link: code.mobile_link,
    business_link: code.business_link,
    sandbox_phone:
      config.sandbox && !config.stand && code.text !== null
        ? `/sandbox/phone?code=${encodeURIComponent(code.text)}`
        : null,
    expires_at: expires_at.toISOString(),
    expires_in_s: Math.floor((expires_at.getTime() - created_at.getTime()) / 1000),
  };
}

/** A page that signs by a key of its own has longer than a phone: somebody looks for the file and the password. */
const PAGE_LIFE_MS = 20 * 60_000;

/** The same session for a page instead of a phone: no code leads to it, and only its owner's page may answer. */
export async function openPageSession(
  parts: Parts,
  owner: QrOwner,
  request: QrRequest,
): Promise<{ session_id: number; expires_at: string }> {
  const { clock, db } = parts;
  const files = await filesOf(parts, request);
  const created_at = clock.now();
  const expires_at = new Date(created_at.getTime() + PAGE_LIFE_MS);
  const subjects = request.subjects ?? request.items.map((item) => item.subject_id);
  const subjects_hash = subjectsHash(`page:${request.doc_type}`, subjects);
  const session_id = await db.transaction().execute(async (tx) => {
    await endEarlierSessions(tx, owner, subjects_hash);
    const session = { owner, request, subjects_hash, gateway: null, by_page: true, created_at, expires_at };
    const hashes = { key_hash: randomBytes(32), token_hash: randomBytes(32) };
    return addQrSession(tx, { ...session, ...hashes }, files);
  });
  return { session_id, expires_at: expires_at.toISOString() };
}

async function filesOf({ db }: Parts, request: QrRequest) {
  const { items } = request;
  const ids = items.flatMap((item) => item.file_id ?? []);
  const files = ids.length > 0 ? await listFiles(db, ids) : [];
  const total_bytes = files.reduce((sum, file) => sum + file.size_bytes, 0);
  if (items.length > QR_MAX_DOCUMENTS || total_bytes > MAX_TOTAL_BYTES) throw new Problem('qr.too_large');
  return files;
}

interface ShownCode {
  picture: string;
  text: string | null;
  mobile_link: string;
  business_link: string;
  expires_at: Date | null;
  gateway: Buffer | null;
}

function ownCode({ config }: Parts, key: string): ShownCode {
  const links = codeLinks(initAddress(config.public_url, key));
  return { ...links, picture: codePicture(links.text), expires_at: null, gateway: null };
}

async function gatewayCode({ sign_gateway, config, log }: Parts, request: QrRequest, locale: Locale) {
  const { back_url } = request;
  try {
    const { reference, ...code } = await sign_gateway!.open({
      description: request.description[locale],
      back_url,
    });
    const gateway = gatewayRing(config).seal('qr-session', Buffer.from(reference));
    return { ...code, text: null, gateway } satisfies ShownCode;
  } catch (error) {
    log.warn({ event: 'qr.gateway_silent', error: String(error) });
    throw new Problem('qr.gateway_silent', { retry_after_s: 10 });
  }
}
