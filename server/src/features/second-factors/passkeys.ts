import { createHmac } from 'node:crypto';
import {
  PASSKEY_TRANSPORTS,
  type NewPasskeyAnswer,
  type PasskeyAnswer,
  type PasskeyTransport,
} from '@kelisim/shared/features/auth/second-factors.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import {
  CHALLENGE_S,
  makeChallenge,
  takeChallenge,
  type ChallengePurpose,
} from '../../platform/challenges.ts';
import { deriveKey } from '../../platform/config.ts';
import type { Parts } from '../../parts.ts';
import { findPasskey, listPasskeys, markPasskeyUsed, type NewPasskey } from './second-factors.queries.ts';

type PasskeyParts = Pick<Parts, 'config' | 'clock' | 'db' | 'log'>;
type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

/** ES256, EdDSA, RS256: what every authenticator knows one of. */
const ALGORITHMS = [-7, -8, -257];

/** What a browser makes a passkey with. */
export async function newPasskeyOptions(
  parts: PasskeyParts,
  person: { user_id: number; name: string; full_name: string },
) {
  const { bytes } = makeChallenge(parts, 'new_passkey');
  const options = await generateRegistrationOptions({
    rpName: 'Kelisim',
    rpID: placeOf(parts).id,
    userName: person.name,
    userDisplayName: person.full_name,
    // A handle that says nothing of the person.
    userID: new Uint8Array(
      createHmac('sha256', deriveKey(parts.config.master_key, 'passkey-handle'))
        .update(String(person.user_id))
        .digest(),
    ),
    challenge: new Uint8Array(bytes),
    timeout: CHALLENGE_S * 1000,
    attestationType: 'none',
    excludeCredentials: descriptors(await listPasskeys(parts.db, person.user_id)),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    rp: { id: options.rp.id!, name: options.rp.name },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: CHALLENGE_S * 1000,
    excludeCredentials: descriptors(await listPasskeys(parts.db, person.user_id)),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'preferred' as const,
    },
    attestation: 'none' as const,
  };
}

/** The passkey a browser has made, or `passkey.refused`. */
export async function readNewPasskey(
  parts: PasskeyParts,
  answer: NewPasskeyAnswer,
): Promise<Omit<NewPasskey, 'user_id' | 'name'>> {
  const transports = (answer.response.transports ?? []).filter(isTransport);
  const verified = await verifyRegistrationResponse({
    response: { ...answer, response: { ...answer.response, transports } } as RegistrationResponseJSON,
    expectedChallenge: (challenge) => isOurs(parts, 'new_passkey', challenge),
    expectedOrigin: placeOf(parts).origin,
    expectedRPID: placeOf(parts).id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused(parts));
  if (!verified?.verified) throw new Problem('passkey.refused');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    is_backed_up: credentialBackedUp,
  };
}

/** What a browser asks its passkeys with: those of one person, or whichever it has. */
export async function passkeyOptions(parts: PasskeyParts, user_id: number | null) {
  return {
    challenge: makeChallenge(parts, 'passkey').bytes.toString('base64url'),
    timeout: CHALLENGE_S * 1000,
    rpId: placeOf(parts).id,
    allowCredentials: user_id === null ? [] : descriptors(await listPasskeys(parts.db, user_id)),
    // Alone, it must prove that the owner is present and not only their phone.
    userVerification: user_id === null ? ('required' as const) : ('preferred' as const),
  };
}

/** Whose passkey answered. `alone`: nothing else identifies the user, so the passkey must have verified them. */
export async function takePasskey(
  parts: PasskeyParts,
  answer: PasskeyAnswer,
  { alone }: { alone: boolean },
): Promise<number> {
  const passkey = await findPasskey(parts.db, answer.id);
  if (!passkey) throw new Problem('passkey.refused');
  const verified = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => isOurs(parts, 'passkey', challenge),
    expectedOrigin: placeOf(parts).origin,
    expectedRPID: placeOf(parts).id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
    requireUserVerification: alone,
  }).catch(refused(parts));
  if (!verified?.verified) throw new Problem('passkey.refused');
  await markPasskeyUsed(parts.db, passkey.id, verified.authenticationInfo.newCounter);
  return passkey.user_id;
}

function isOurs(parts: PasskeyParts, purpose: ChallengePurpose, challenge: string): Promise<boolean> {
  return takeChallenge(parts, purpose, Buffer.from(challenge, 'base64url'));
}

/** Whatever is wrong with it, the person is told one thing; the log tells us more. */
function refused({ log }: PasskeyParts): (error: unknown) => null {
  return (error) => {
    log.info({ event: 'passkey.refused', error: error instanceof Error ? error.name : 'unknown' });
    return null;
  };
}

function placeOf({ config }: PasskeyParts): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.public_url);
  return { id: hostname, origin };
}

function descriptors(rows: PasskeyRow[]) {
  return rows.map((row) => ({
    id: row.credential_id,
    type: 'public-key' as const,
    transports: row.transports.filter(isTransport),
  }));
}

/** Browsers name new ways of transport before we know them. */
function isTransport(name: string): name is PasskeyTransport {
  return PASSKEY_TRANSPORTS.some((known) => known === name);
}
