import { createHash, randomInt } from 'node:crypto';
import { macsOf, makeKeyring } from '../../platform/keyring.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import {
  countRecoveryCodes,
  listRecoveryCodes,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from './second-factors.queries.ts';
import type { SealedColumn } from '../../platform/reseal.ts';

const COUNT = 10;
/** No letters that look like digits. Ten of these are 49 bits, tried ten times an hour. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 10;

type CodeParts = Pick<Parts, 'config'>;

/** `ABCDE-FGH23`, ten of them; the earlier ones are gone. They are never readable again. */
export async function makeRecoveryCodes(parts: CodeParts, tx: Tx, user_id: number): Promise<string[]> {
  const ring = makeKeyring(parts.config, 'recovery-codes');
  const codes = Array.from({ length: COUNT }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  );
  await replaceRecoveryCodes(
    tx,
    user_id,
    codes.map((code) => ring.seal(recoveryContext(user_id), digestOf(user_id, code))),
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** With the first factor come the codes for the day it is lost; null when there are good ones. */
export async function ensureRecoveryCodes(
  parts: CodeParts,
  tx: Tx,
  user_id: number,
): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, user_id)) > 0 ? null : makeRecoveryCodes(parts, tx, user_id);
}

/** True once for each code, however it was typed. */
export async function spendRecoveryCode(
  parts: CodeParts,
  db: Handle,
  user_id: number,
  typed: string,
): Promise<boolean> {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (code.length !== LENGTH) return false;
  const kept = await listRecoveryCodes(db, user_id);
  const found = kept.find((one) => isKept(parts, user_id, code, one));
  return found !== undefined && takeRecoveryCode(db, user_id, found);
}

/** Sealed and not only hashed, so that they outlive the master key they were made under. */
const recoveryContext = (user_id: number) => `recovery-codes:${user_id}`;

const digestOf = (user_id: number, code: string) =>
  createHash('sha256').update(`${user_id} ${code}`).digest();

/** Those of earlier versions are hashes under a key, which nobody can make again without the code. */
const isUnsealedCode = (kept: Buffer): boolean => kept.length === 32;

function isKept({ config }: CodeParts, user_id: number, code: string, kept: Buffer): boolean {
  if (!isUnsealedCode(kept))
    return makeKeyring(config, 'recovery-codes')
      .open(recoveryContext(user_id), kept)
      .equals(digestOf(user_id, code));
  return macsOf(config, 'recovery-codes', `${user_id} ${code}`).some((mac) => mac.equals(kept));
}

export const sealedRecoveryCodes: SealedColumn = {
  purpose: 'recovery-codes',
  table: 'recovery_codes',
  key: 'user_id',
  column: 'code_hash',
  of: ['user_id'],
  context: ({ user_id }) => recoveryContext(Number(user_id)),
  isHash: isUnsealedCode,
};
