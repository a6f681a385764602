import { createHash, randomBytes } from 'node:crypto';
import type { SignInMeans } from '@kelisim/shared/features/auth/security-events.ts';
import type { TokensAnswer } from '@kelisim/shared/features/auth/sign-in.contract.ts';
import { shownMoment } from '@kelisim/shared/kernel/dates.ts';
import { toLocale, type Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CookieChange } from '../../platform/http/bind-calls.ts';
import { ACCESS_S, REFRESH_S, refreshHash } from '../../platform/tokens.ts';
import type { Parts } from '../../parts.ts';
import type { Guess } from '../../platform/guard.ts';
import { queueMessage } from '../messages/public.ts';
import { addSecurityNotice } from '../notices/public.ts';
import {
  beginSession,
  getAccount,
  prepareSession,
  type Account,
  type PreparedSession,
  type Workplace,
} from './sign-in.queries.ts';

/** The browser that calls; every call's context is one. */
export interface Visitor {
  ip: string;
  user_agent: string;
  locale: Locale;
  by_page: boolean;
  cookie(name: string): string | undefined;
  setCookie(change: CookieChange): void;
}

/** Which of the user's companies comes first: by its kind, or by its БИН (ИИН of a sole proprietor). */
export type Preference = 'organisation' | 'sole_trader' | { bin: string } | { company_id: number };

const COOKIE_PATH = '/api/v1/auth';
const DEVICE_S = 400 * 24 * 3600;

/** What is already known of the user: account, prepared session, and the guess that turned out right. */
interface Known {
  account?: Account;
  /** Prepared for this browser. */
  device?: Device;
  prepared?: PreparedSession;
  guess?: Guess;
}

/** A browser by the name that it was given, and what is kept of it. */
export interface Device {
  name: string;
  hash: Buffer;
}

/** Starts a session of an identified user in one of their companies, with its tokens and cookies. */
export async function startSession(
  parts: Parts,
  visitor: Visitor,
  who: { user_id: number; means: SignInMeans; prefer: Preference },
  known: Known = {},
): Promise<TokensAnswer> {
  const { db, tokens } = parts;
  const { ip, user_agent } = visitor;
  const { means } = who;
  const account = known.account ?? (await getAccount(db, who.user_id));
  if (!account) throw new Problem('sign_in_failed');
  const device = known.device ?? deviceOf(visitor);
  const device_hash = device.hash;
  const prepared = known.prepared ?? (await prepareSession(db, account.id, device_hash));
  const { id, is_known, has_devices, workplaces } = prepared;
  const company = chooseCompany(workplaces, who.prefer);
  const company_id = company?.id ?? null;
  const refresh_token = tokens.firstRefresh(id);
  const is_new_device = !is_known && has_devices;
  const session = {
    id,
    user_id: account.id,
    company_id,
    refresh_hash: refreshHash(refresh_token),
    means,
    // What others hand over (an SMS, a word of a bank) lets a person in and moves no money.
    has_proof: means !== 'phone_code' && means !== 'bank',
    ip,
    user_agent,
    device_hash,
    is_new_device,
    forget_guess: known.guess?.forget ?? null,
  };
  if (is_new_device)
    await db.transaction().execute(async (tx) => {
      await beginSession(tx, session);
      await tell(parts, tx, account, 'new_device', { ip, at: parts.clock.now() });
    });
  else await beginSession(db, session);
  const access_token = tokens.access({
    user_id: account.id,
    session_id: id,
    company_id,
    role_id: company?.role_id ?? null,
  });
  const given = giveTokens(visitor, { access_token, refresh_token });
  visitor.setCookie({
    name: 'device',
    value: device.name,
    http_only: true,
    max_age_s: DEVICE_S,
    path: COOKIE_PATH,
  });
  return given;
}

/** Tells the person by e-mail, or by SMS when there is none. */
export async function tell(
  parts: Parts,
  tx: Parameters<typeof queueMessage>[1],
  account: Pick<Account, 'id' | 'email' | 'phone' | 'locale'>,
  kind: 'new_device' | 'suspicious_sign_in',
  { ip, at }: { ip: string; at: Date },
): Promise<void> {
  await addSecurityNotice(tx, account.id, {
    kind,
    words: { when: shownMoment(at), where: ip },
    once: at.toISOString(),
  });
  const recipient = account.email ?? account.phone;
  if (!recipient) return;
  await queueMessage(parts, tx, {
    kind,
    to: {
      channel: account.email ? 'email' : 'sms',
      recipient,
      locale: toLocale(account.locale),
      user_id: account.id,
    },
    values: {
      when: shownMoment(at),
      where: ip,
      link: `${parts.config.public_url}/lk/profile`,
    },
  });
}

/** The page reads the access token from its cookie and sends it as a header; the refresh token it never sees. */
export function tokenCookies(access: string, refresh: string): [CookieChange, CookieChange] {
  return [
    { name: 'access_token', value: access, http_only: false, max_age_s: ACCESS_S, path: '/' },
    { name: 'refresh_token', value: refresh, http_only: true, max_age_s: REFRESH_S, path: COOKIE_PATH },
  ];
}

/** A client that is no page has no cookies to rely on: it alone reads the refresh token in the answer. */
export function giveTokens(
  visitor: Pick<Visitor, 'setCookie' | 'by_page'>,
  { access_token, refresh_token }: { access_token: string; refresh_token: string },
): TokensAnswer {
  for (const cookie of tokenCookies(access_token, refresh_token)) visitor.setCookie(cookie);
  return { access_token, refresh_token: visitor.by_page ? null : refresh_token, expires_in: ACCESS_S };
}

const SOLE = ['ip', 'individual'];

function chooseCompany(workplaces: Workplace[], prefer: Preference): Workplace | null {
  const fits = ({ id, type, bin }: Workplace): boolean => {
    if (prefer === 'organisation') return !SOLE.includes(type);
    if (prefer === 'sole_trader') return SOLE.includes(type);
    return 'bin' in prefer ? bin === prefer.bin : id === prefer.company_id;
  };
  return workplaces.find(fits) ?? workplaces[0] ?? null;
}

/** A name for this browser that says nothing but that it is the same as before. */
export function deviceOf(visitor: Pick<Visitor, 'cookie'>): Device {
  const known = visitor.cookie('device');
  const name = known && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url');
  return { name, hash: createHash('sha256').update(name).digest() };
}
