import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import { keysOf, type MasterKeys } from './keyring.ts';
import type { Database, Handle } from './db/database.ts';
import { hasRow } from './db/has-row.ts';

export const CHALLENGE_S = 5 * 60;

/** The only purpose for which the answer to a challenge is accepted. */
export type ChallengePurpose = 'sign_in' | 'prove' | 'passkey' | 'new_passkey';

interface ChallengeParts {
  config: MasterKeys;
  clock: Clock;
  db: Database;
}

const RANDOM_BYTES = 16;
const MAC_BYTES = 16;

/**
 * A challenge that proves itself: 16 random bytes, its end, and a code over both, so that nothing is stored for those
 * who only ask. 36 bytes.
 *
 * @param text what is signed together with the challenge; the code covers it, so the challenge serves no other text
 */
export function makeChallenge(
  { config, clock }: Omit<ChallengeParts, 'db'>,
  purpose: ChallengePurpose,
  text = '',
): { bytes: Buffer; expires_at: Date } {
  const ends_s = Math.floor(clock.now().getTime() / 1000) + CHALLENGE_S;
  const head = Buffer.alloc(RANDOM_BYTES + 4);
  randomBytes(RANDOM_BYTES).copy(head);
  head.writeUInt32BE(ends_s, RANDOM_BYTES);
  return {
    bytes: Buffer.concat([head, macOf(keysOf(config, `challenge/${purpose}`)[0], head, Buffer.from(text))]),
    expires_at: new Date(ends_s * 1000),
  };
}

/** Returns true once for each valid challenge; a repeat is refused. */
export async function takeChallenge(
  parts: ChallengeParts,
  purpose: ChallengePurpose,
  bytes: Uint8Array,
  text?: Uint8Array,
): Promise<boolean> {
  if (!isLivingChallenge(parts, purpose, Buffer.from(bytes), text)) return false;
  return takeOnce(parts.db, `challenge ${Buffer.from(bytes).toString('hex')}`, CHALLENGE_S);
}

/** Returns true for a valid challenge, used or not. */
export function isLivingChallenge(
  { config, clock }: Omit<ChallengeParts, 'db'>,
  purpose: ChallengePurpose,
  bytes: Buffer,
  text: Uint8Array = new Uint8Array(0),
): boolean {
  if (bytes.length !== RANDOM_BYTES + 4 + MAC_BYTES) return false;
  const head = bytes.subarray(0, RANDOM_BYTES + 4);
  const right = keysOf(config, `challenge/${purpose}`).some((key) =>
    timingSafeEqual(bytes.subarray(RANDOM_BYTES + 4), macOf(key, head, text)),
  );
  return right && head.readUInt32BE(RANDOM_BYTES) * 1000 > clock.now().getTime();
}

function macOf(key: Buffer, head: Buffer, text: Uint8Array): Buffer {
  return createHmac('sha256', key).update(head).update(text).digest().subarray(0, MAC_BYTES);
}

/**
 * Returns true for the first use of something issued without being stored. `life_s`: how long it could still
 * be valid; after that its use is forgotten.
 */
export async function takeOnce(db: Handle, what: string, life_s: number): Promise<boolean> {
  return hasRow(
    db
      .insertInto('one_time_uses')
      .values({
        hash: createHash('sha256').update(what).digest(),
        // A day longer, so that no clock difference makes a used one valid again.
        expires_at: sql<Date>`now() + make_interval(secs => ${life_s + 86_400})`,
      })
      .onConflict((oc) => oc.doNothing())
      .returning('hash'),
  );
}

export async function sweepUses(db: Handle): Promise<void> {
  await db
    .deleteFrom('one_time_uses')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
