import { createHash } from 'node:crypto';
import { streebog512 } from '@kelisim/eds/gost/streebog.ts';
import { shownMoment } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { isLivingChallenge, makeChallenge, takeChallenge } from '../../platform/challenges.ts';
import type { Parts } from '../../parts.ts';
import { judgeCms } from '../signatures/public.ts';
import { listMemberships } from './auth.queries.ts';
import { listAccountsOf } from './sign-in.queries.ts';
import { startSession, type Preference, type Visitor } from './start-session.ts';

/** Whose certificate it is: the person, and the organisation it was given for. */
export interface Identity {
  iin: string;
  bin: string | null;
}

type Purpose = 'sign_in' | 'prove';

const TITLES: Record<Purpose, string> = {
  sign_in: 'Kelisim: вход · кіру · sign-in',
  prove: 'Kelisim: подтверждение личности · жеке басты растау · proof of identity',
};

/**
 * A short text that says for what, where and when it is signed, with a challenge as its last line. `more` are further
 * facts for the person to read.
 */
export function makeContent(parts: Parts, purpose: Purpose, more: string[] = []) {
  const text = [...openingOf(parts, purpose), ...more, shownMoment(parts.clock.now()), ''].join('\n');
  const { bytes, expires_at } = makeChallenge(parts, purpose, text);
  return { content: Buffer.from(text + bytes.toString('base64url')), expires_at };
}

const openingOf = ({ config }: Parts, purpose: Purpose) => [TITLES[purpose], config.public_url];

export function makeSignInChallenge(parts: Parts, purpose: Purpose) {
  const { content, expires_at } = makeContent(parts, purpose);
  return {
    content: content.toString('base64'),
    sha256: createHash('sha256').update(content).digest('hex'),
    streebog512: Buffer.from(streebog512(content)).toString('hex'),
    expires_at: expires_at.toISOString(),
  };
}

/**
 * Who signed a content of ours. The signature is judged as one under a document is; what `accept` makes of a good one
 * uses the challenge up. After a bad one, or one that is not accepted, the same may be signed again.
 */
export async function readSigned<T>(
  parts: Parts,
  purpose: Purpose,
  signed: { content: Buffer; cms: Buffer },
  accept: (identity: Identity) => T | Promise<T>,
): Promise<T> {
  const { text, challenge } = partsOfContent(parts, purpose, signed.content);
  if (!isLivingChallenge(parts, purpose, challenge, text)) throw new Problem('sign_in.stale');
  const accepted = await accept(await judgeIdentity(parts, signed));
  if (!(await takeChallenge(parts, purpose, challenge, text))) throw new Problem('sign_in.stale');
  return accepted;
}

/**
 * The text and the challenge of a content as this server issues it, byte for byte: a document that somebody was made to
 * sign elsewhere must not serve as a sign-in because a challenge stands at its end.
 */
function partsOfContent(
  parts: Parts,
  purpose: Purpose,
  content: Buffer,
): { text: Buffer; challenge: Buffer } {
  const cut = content.lastIndexOf('\n') + 1;
  const [text, last] = [content.subarray(0, cut), content.subarray(cut)];
  const challenge = Buffer.from(last.toString('latin1'), 'base64url');
  const opens = text.indexOf(`${openingOf(parts, purpose).join('\n')}\n`) === 0;
  // Base64 of the same bytes can be written in several ways; the issued one is the shortest.
  if (!opens || challenge.toString('base64url') !== last.toString('latin1'))
    throw new Problem('sign_in.stale');
  return { text, challenge };
}

/** Throws why a signature does not show who somebody is. Where НУЦ РК cannot be asked, nobody comes in. */
async function judgeIdentity(
  { nca, clock }: Parts,
  { content, cms }: { content: Buffer; cms: Buffer },
): Promise<Identity> {
  const signer = await judgeCms(nca, cms, { content }, clock.now());
  if (signer.revocation !== 'good')
    throw new Problem('signature.indeterminate', { values: { reason: 'revocation_unknown' } });
  if (!signer.iin) throw new Problem('signature.other_person');
  return { iin: signer.iin, bin: signer.bin ?? null };
}

/** Finds the account of a certificate's owner and its company; of several accounts, the one in that company. */
export async function getPerson(
  { db }: Parts,
  { iin, bin }: Identity,
): Promise<{ user_id: number; prefer: Preference }> {
  const accounts = await listAccountsOf(db, iin);
  const wanted = bin ?? iin;
  for (const { id } of accounts) {
    const companies = await listMemberships(db, id);
    if (companies.some((company) => company.bin === wanted)) return { user_id: id, prefer: { bin: wanted } };
  }
  if (!accounts[0]) throw new Problem('sign_in.no_account');
  return { user_id: accounts[0].id, prefer: { bin: wanted } };
}

/** The ИИН of the certificate finds the person, its БИН the company. */
export async function signInByCertificate(
  parts: Parts,
  visitor: Visitor,
  signed: { content: Buffer; cms: Buffer },
) {
  const guess = await parts.guard.attempt('sign-in-ecp', visitor.ip);
  const person = await readSigned(parts, 'sign_in', signed, (identity) => getPerson(parts, identity));
  return startSession(parts, visitor, { ...person, means: 'ecp' }, { guess });
}
