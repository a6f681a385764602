import { Secret, TOTP } from 'otpauth';
import { makeKeyring } from '../../platform/keyring.ts';
import type { Parts } from '../../parts.ts';
import { findTotp, takeStep } from './second-factors.queries.ts';
import type { SealedColumn } from '../../platform/reseal.ts';

const STEP_S = 30;
/** RFC 6238: clocks of phones go wrong; one step to either side is taken. */
const WINDOW = 1;

type TotpParts = Pick<Parts, 'config' | 'clock' | 'db'>;

/** 160 bits, as RFC 4226 recommends; HMAC-SHA-1, six digits, since some apps know nothing else. */
export function newTotp(label: string): { secret: Buffer; text: string; uri: string } {
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ issuer: 'Kelisim', label, secret });
  return { secret: Buffer.from(secret.bytes), text: secret.base32, uri: totp.toString() };
}

const totpContext = (user_id: number) => `totp:${user_id}`;

export function sealTotp({ config }: Pick<Parts, 'config'>, user_id: number, secret: Buffer): Buffer {
  return makeKeyring(config, 'totp').seal(totpContext(user_id), secret);
}

/** True when the code is right and its step was not used before; the step is used up with it. */
export async function takeTotp(
  parts: TotpParts,
  user_id: number,
  code: string,
  state: 'confirmed' | 'new',
): Promise<boolean> {
  const row = await findTotp(parts.db, user_id);
  if (!row || (row.confirmed_at !== null) !== (state === 'confirmed')) return false;
  const bytes = makeKeyring(parts.config, 'totp').open(totpContext(user_id), row.secret_sealed);
  const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(bytes).buffer }) });
  const timestamp = parts.clock.now().getTime();
  const delta = totp.validate({ token: code, window: WINDOW, timestamp });
  if (delta === null) return false;
  return takeStep(parts.db, user_id, Math.floor(timestamp / 1000 / STEP_S) + delta);
}

export const sealedTotp: SealedColumn = {
  purpose: 'totp',
  table: 'totp_factors',
  key: 'user_id',
  column: 'secret_sealed',
  of: ['user_id'],
  context: ({ user_id }) => totpContext(Number(user_id)),
};
