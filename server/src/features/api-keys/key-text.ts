import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { bearerOf } from '../../platform/http/bearer.ts';
import { isKeyToken } from '../../platform/tokens.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 24 random bytes in base 62. */
const SECRET_LENGTH = 33;
const CHECK_LENGTH = 6;
const PREFIX_LENGTH = 'kls_live_'.length + 8;

const SHAPE = new RegExp(`^kls_(live|test)_[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`);

/** What an `Authorization` header brings in place of a token of a session; null when it brings no key. */
export function keyOfHeader(header: string | undefined): string | null {
  const token = bearerOf(header);
  return token?.startsWith('kls_') ? token : null;
}

/** A token of OAuth that was given for a key; null for everything else. */
export function keyTokenOfHeader(header: string | undefined): string | null {
  const token = bearerOf(header);
  return token !== null && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) && isKeyToken(token) ? token : null;
}

/** A new key: what it is for, 192 random bits and their checksum, so that a scanner tells a true one offline. */
export function makeKeyText(is_sandbox: boolean): string {
  const secret = base62(BigInt(`0x${randomBytes(24).toString('hex')}`), SECRET_LENGTH);
  const text = `kls_${is_sandbox ? 'test' : 'live'}_${secret}`;
  return text + checkOf(text);
}

/** Whether it may be a key of such an installation. One that was mistyped is refused without asking the database. */
export function isKeyText(text: string, is_sandbox: boolean): boolean {
  if (!SHAPE.test(text) || !isPrefixOf(text, is_sandbox)) return false;
  return text.slice(-CHECK_LENGTH) === checkOf(text.slice(0, -CHECK_LENGTH));
}

/** Whether a key that begins so is of such an installation. */
export const isPrefixOf = (text: string, is_sandbox: boolean): boolean =>
  text.startsWith(is_sandbox ? 'kls_test_' : 'kls_live_');

export const keyHash = (text: string): Buffer => createHash('sha256').update(text).digest();
export const keyPrefix = (text: string): string => text.slice(0, PREFIX_LENGTH);

const checkOf = (text: string) => base62(BigInt(crc32(text)), CHECK_LENGTH);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}
