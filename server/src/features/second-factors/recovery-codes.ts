import { createHmac, randomInt } from 'node:crypto';
import { deriveKey } from '../../platform/config.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { countRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './second-factors.queries.ts';

const COUNT = 10;
/** No letters that look like digits. Ten of these are 49 bits, tried ten times an hour. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 10;

type CodeParts = Pick<Parts, 'config'>;

/** `ABCDE-FGH23`, ten of them; the earlier ones are gone. They are never readable again. */
export async function makeRecoveryCodes(parts: CodeParts, tx: Tx, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  );
  await replaceRecoveryCodes(
    tx,
    user_id,
    codes.map((code) => hashOf(parts, user_id, code)),
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
  return code.length === LENGTH && takeRecoveryCode(db, user_id, hashOf(parts, user_id, code));
}

function hashOf({ config }: CodeParts, user_id: number, code: string): Buffer {
  return createHmac('sha256', deriveKey(config.master_key, 'recovery-codes'))
    .update(`${user_id} ${code}`)
    .digest();
}
