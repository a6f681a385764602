import { randomInt, timingSafeEqual } from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { macsOf } from '../../platform/keyring.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  confirmRequests,
  limitRequests,
  queueMessage,
  type Asker,
  type Receiver,
} from '../messages/public.ts';
import { replaceCode, takeTry, triesWait, useCode, takeBack } from './codes.queries.ts';

export const CODE_LIFE_S = 10 * 60;
const MOST_TRIES = 5;
const MOST_TRIES_AN_HOUR = 10;

/** What a code is good for: never for anything else, nobody else, no other thing. */
export interface CodeBinding {
  purpose:
    | 'registration.phone'
    | 'registration.email'
    | 'sign_in'
    | 'recovery'
    | `change.${string}`
    | 'user.phone'
    | 'sign_link';
  /** The thing it was asked for: a registration, a user, a session. Where former keys name it otherwise, those too. */
  bound_to: string | readonly [string, ...string[]];
  to: Pick<Receiver, 'channel' | 'recipient'>;
}

type CodeParts = Pick<Parts, 'config' | 'log'>;

/**
 * Makes a code and queues it. Throws `too_many` when this receiver or asker asked too often. With `pretend` nobody is
 * there to get it: all the same work is done, tries on it count as on any other, and the message alone is taken back.
 */
export async function sendCode(
  parts: CodeParts,
  tx: Tx,
  {
    to,
    asker,
    pretend = false,
    by_link = false,
    ...binding
  }: Omit<CodeBinding, 'to'> & { to: Receiver; asker: Asker; pretend?: boolean; by_link?: boolean },
): Promise<void> {
  await limitRequests(parts, tx, { channel: to.channel, recipient: to.recipient, asker, by_link });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await replaceCode(
    tx,
    {
      purpose: binding.purpose,
      bound_to: namesOf(binding),
      target_hash: targetHashes(parts, to)[0],
      code_hash: codeHashes(parts, { ...binding, to }, namesOf(binding)[0], code)[0],
    },
    CODE_LIFE_S,
  );
  const queue = () =>
    queueMessage(parts, tx, {
      kind: 'code',
      to,
      values: { code },
      secret: ['code'],
      expires_at: new Date(Date.now() + CODE_LIFE_S * 1000),
    });
  await (pretend ? takeBack(tx, queue) : queue());
}

/**
 * Uses a code up, or throws `code.wrong` with the tries left, or `code.over` when another code is needed. The try is counted before the code is compared and outside of the caller's
 * transaction, so that a hundred tries at once are a hundred, and none comes back by a rollback.
 */
export async function checkCode(
  parts: CodeParts & Pick<Parts, 'db'>,
  binding: CodeBinding,
  code: string,
): Promise<void> {
  const target_hashes = targetHashes(parts, binding.to);
  const retry_after_s = await triesWait(parts.db, target_hashes, MOST_TRIES_AN_HOUR);
  if (retry_after_s > 0) throw new Problem('too_many', { retry_after_s });
  const live = await takeTry(
    parts.db,
    { purpose: binding.purpose, bound_to: namesOf(binding), target_hashes },
    MOST_TRIES,
  );
  const is_right = live !== null && isCode(parts, binding, live.code_hash, code);
  const left = live === null ? 0 : MOST_TRIES - live.tries;
  if (!is_right && left > 0) throw new Problem('code.wrong', { field: 'code', values: { left } });
  if (!is_right || !(await useCode(parts.db, live.id))) throw new Problem('code.over', { field: 'code' });
  await confirmRequests(parts, parts.db, binding.to);
}

const PURPOSE = 'one-time-codes';

const namesOf = ({ bound_to }: Pick<CodeBinding, 'bound_to'>): readonly [string, ...string[]] =>
  typeof bound_to === 'string' ? [bound_to] : bound_to;

function targetHashes(
  { config }: CodeParts,
  { channel, recipient }: CodeBinding['to'],
): [Buffer, ...Buffer[]] {
  return macsOf(config, PURPOSE, `target ${channel} ${recipient.toLowerCase()}`);
}

/** Whether it is the code that was sent, be it under a former key. */
function isCode(parts: CodeParts, binding: CodeBinding, code_hash: Buffer, code: string): boolean {
  return namesOf(binding).some((name) =>
    codeHashes(parts, binding, name, code).some((hash) => timingSafeEqual(code_hash, hash)),
  );
}

function codeHashes({ config }: CodeParts, { purpose, to }: CodeBinding, bound_to: string, code: string) {
  const what = [purpose, bound_to, to.channel, to.recipient.toLowerCase(), code];
  return macsOf(config, PURPOSE, JSON.stringify(what));
}
