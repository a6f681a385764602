import { createHash, randomBytes } from 'node:crypto';
import type { TokensAnswer } from '@kelisim/shared/features/auth/sign-in.contract.ts';
import type { QrCode } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import type { QrState } from '@kelisim/shared/features/qr-signing/qr-session-status.ts';
import { shownMoment } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem, type ProblemDetail } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import {
  openQrSession,
  readQrState,
  type QrKind,
  type SignedItem,
  type TakenItem,
} from '../qr-signing/public.ts';
import { deviceName } from '../security-log/public.ts';
import { listMemberships } from './auth.queries.ts';
import { getPerson, makeContent, readSigned } from './sign-in-by-certificate.ts';
import {
  addQrSignIn,
  findQrSignIn,
  findQrSignInOfSession,
  setQrSigner,
  takeQrSignIn,
} from './sign-in.queries.ts';
import { startSession, type Visitor } from './start-session.ts';

const COOKIE = 'qr_sign_in';
const LIFE_S = 5 * 60;

/**
 * A code that signs this browser in once a phone has signed. What the phone shows and signs says which browser asks and
 * from where, since a code can be sent to somebody else; the cookie keeps it from serving any other browser.
 */
export async function beginQrSignIn(parts: Parts, visitor: Visitor): Promise<QrCode> {
  const { config, clock, db } = parts;
  if (!config.operator_bin) throw new Problem('unavailable');
  const browser = visitor.cookie(COOKIE);
  const secret = browser && /^[\w-]{43}$/.test(browser) ? browser : randomBytes(32).toString('base64url');
  const device = deviceName(visitor.user_agent);
  const at = shownMoment(clock.now());
  const { content, expires_at } = makeContent(parts, 'sign_in', [device, visitor.ip]);
  const id = await addQrSignIn(db, { browser_hash: hashOf(secret), content, expires_at });
  visitor.setCookie({
    name: COOKIE,
    value: secret,
    http_only: true,
    max_age_s: LIFE_S,
    path: '/api/v1/auth/login/qr',
  });
  const where = `${device}, ${visitor.ip}`;
  return openQrSession(
    parts,
    null,
    {
      doc_type: 'login',
      organisation: { ru: 'Kelisim', kz: 'Kelisim', en: 'Kelisim', bin: config.operator_bin },
      description: {
        ru: `Вход в Kelisim: ${where}. Если входите не вы, отмените`,
        kz: `Kelisim-ге кіру: ${where}. Егер сіз болмасаңыз, бас тартыңыз`,
        en: `Sign-in to Kelisim: ${where}. Cancel if it is not you`,
      },
      back_url: `${config.public_url}/auth/login`,
      items: [
        {
          subject_id: id,
          file_id: null,
          content,
          sign_method: 'CMS_SIGN_ONLY',
          names: {
            ru: `Вход в Kelisim: ${where}, ${at}`,
            kz: `Kelisim-ге кіру: ${where}, ${at}`,
            en: `Sign-in to Kelisim: ${where}, ${at}`,
          },
          meta: [],
        },
      ],
    },
    visitor.locale,
  );
}

/** What the phone signs to sign a browser in. */
export function loginKind(parts: Parts): QrKind {
  return {
    doc_type: 'login',
    async check(_owner, items) {
      const row = await findQrSignIn(parts.db, items[0]?.subject_id ?? 0);
      if (!row || row.used_at) throw new Problem('qr.used');
    },
    take: async ({ items }) => Promise.all(items.map((item) => takeOne(parts, item))),
  };
}

async function takeOne(parts: Parts, item: SignedItem): Promise<TakenItem> {
  const row = { position: item.position, status: 'ok' as const, code: null, detail: null };
  try {
    const asked = await findQrSignIn(parts.db, item.subject_id ?? 0);
    if (!asked) throw new Problem('qr.unknown');
    // The same signature again, because an answer was lost.
    if (asked.signed_at) return row;
    const signed = { content: asked.content, cms: item.signature };
    const signer = await readSigned(parts, 'sign_in', signed, async (identity) => {
      const { user_id } = await getPerson(parts, identity);
      const wanted = identity.bin ?? identity.iin;
      const company = (await listMemberships(parts.db, user_id)).find(({ bin }) => bin === wanted);
      return { user_id, company_id: company?.id ?? null };
    });
    await setQrSigner(parts.db, asked.id, signer);
    return row;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const detail: ProblemDetail = error.detail.values ? { values: error.detail.values } : {};
    return { ...row, status: 'failed', code: error.code, detail };
  }
}

/** How far the phone has come. Signed, the browser that began is signed in, once; no other ever learns of it. */
export async function followQrSignIn(
  parts: Parts,
  visitor: Visitor,
  qr_session_id: number,
): Promise<{
  state: QrState;
  error: { code: string; message: string } | null;
  tokens: TokensAnswer | null;
}> {
  const browser = visitor.cookie(COOKIE);
  const asked = browser && (await findQrSignInOfSession(parts.db, qr_session_id, hashOf(browser)));
  if (!asked) throw new Problem('not_found');
  const now = orNotFound(await readQrState(parts.db, qr_session_id, parts.clock.now()));
  const { state } = now;
  const error = refusalOf(now.result, visitor.locale);
  const signer = state === 'signed' ? await takeQrSignIn(parts.db, asked.id) : undefined;
  if (!signer) return { state: asked.used_at ? 'expired' : state, error, tokens: null };
  const { user_id, company_id } = signer;
  const prefer = company_id === null ? 'organisation' : { company_id };
  const tokens = await startSession(parts, visitor, { user_id: user_id!, means: 'egov_mobile', prefer });
  visitor.setCookie({
    name: COOKIE,
    value: null,
    http_only: true,
    max_age_s: 0,
    path: '/api/v1/auth/login/qr',
  });
  return { state, error, tokens };
}

/** Why the phone's signature was not taken, in the words for the page. */
function refusalOf(rows: TakenItem[], locale: Locale): { code: string; message: string } | null {
  const failed = rows.find((row) => row.status === 'failed');
  if (!failed) return null;
  const code = (failed.code ?? 'internal') as ProblemCode;
  return { code, message: problemText(code, locale, failed.detail) };
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
