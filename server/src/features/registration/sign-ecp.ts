import { dropHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { createHash, randomBytes } from 'node:crypto';
import { streebog512 } from '@kelisim/eds/gost/streebog.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/registration.ts';
import ru from '@kelisim/shared/texts/ru/registration.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { gatherEvidence, type Evidence } from '../signatures/public.ts';
import { getRegistration, keyHash } from './registration-key.ts';
import {
  findUser,
  lockByKey,
  setRegistration,
  setUser,
  type KeyedRegistration,
  type RegistrationChange,
  type RegistrationRow,
} from './registration.queries.ts';
import { openCode, type SignedByPhone } from './sign-by-phone.ts';
import { takeStep, wrongStage, type Step, type StepCaller } from './take-step.ts';

const LIFE_S = 5 * 60;

/** What the registration keeps of the certificate it was signed with. */
export interface EcpFacts {
  name: string;
  iin: string;
  bin: string | null;
  organization: string | null;
  serial: string;
  rights: string[];
}

interface Challenge {
  content: Buffer;
  until: Date;
}

/** Bytes to sign once. Until they are used or ended the same are given again, so that two ways of signing do not disturb each other. */
async function giveChallenge(
  parts: Parts,
  tx: Tx,
  row: KeyedRegistration,
  locale: Locale,
): Promise<Challenge> {
  const now = parts.clock.now();
  const until = new Date(now.getTime() + LIFE_S * 1000);
  const content =
    row.challenge && row.challenge_until && row.challenge_until > now
      ? row.challenge
      : Buffer.from(
          fill({ ru, kz }[locale].ecp_document.text, {
            name: row.name ?? '',
            bin: row.bin ?? '',
            nonce: randomBytes(16).toString('hex'),
          }),
        );
  await setRegistration(tx, row.id, { challenge: content, challenge_until: until });
  return { content, until };
}

function atEcp(parts: Parts, caller: StepCaller): Promise<{ row: KeyedRegistration } & Challenge> {
  return parts.db.transaction().execute(async (tx) => {
    const row = orNotFound(await lockByKey(tx, keyHash(caller.hash_key)));
    if (row.stage !== 'ecp') throw wrongStage(row, caller.locale);
    return { row, ...(await giveChallenge(parts, tx, row, caller.locale)) };
  });
}

export async function makeChallenge(parts: Parts, caller: StepCaller) {
  await getRegistration(parts, caller.hash_key, caller.ip);
  const { content, until } = await atEcp(parts, caller);
  const digests = digestsOf(content);
  return {
    content: content.toString('base64'),
    sha256: digests.sha256.toString('hex'),
    streebog512: digests.streebog512.toString('hex'),
    expires_at: until.toISOString(),
  };
}

function digestsOf(content: Buffer) {
  return {
    sha256: createHash('sha256').update(content).digest(),
    streebog512: Buffer.from(streebog512(content)),
  };
}

/** The key of the person and of the company: its signature over the challenge is judged like any other, ИИН and БИН too. */
export async function signEcp(parts: Parts, caller: StepCaller, cms: Buffer) {
  const seen = await getRegistration(parts, caller.hash_key, caller.ip);
  const evidence = await judge(parts, seen, cms);
  return takeStep(parts, caller, stepOf(cms), (tx, row) => takeEvidence(parts, tx, row, seen, evidence));
}

const stepOf = (cms: Buffer): Step => ({
  action: 'sign_ecp',
  input: createHash('sha256').update(cms).digest('hex'),
});

async function judge(parts: Parts, row: RegistrationRow, cms: Buffer): Promise<Evidence | null> {
  if (row.stage !== 'ecp' || !row.challenge) return null;
  return gatherEvidence(parts.nca, cms, { id: row.id, ...digestsOf(row.challenge) }, parts.clock.now());
}

async function takeEvidence(
  parts: Parts,
  tx: Tx,
  row: RegistrationRow,
  seen: RegistrationRow,
  evidence: Evidence | null,
): Promise<RegistrationChange> {
  const live = row.challenge_until !== null && row.challenge_until > parts.clock.now();
  if (!evidence || !row.challenge || !live || !seen.challenge?.equals(row.challenge))
    throw new Problem('registration.challenge_ended');
  if (evidence.problem) throw evidence.problem;
  // Without the word of НУЦ РК a revoked key would open an account. The time is ours, so a stamp may be missing.
  if (evidence.missing.includes('revocation'))
    throw new Problem('signature.indeterminate', { values: { reason: 'revocation_unknown' } });
  const signer = evidence.signer!;
  const user = await findUser(tx, row.user_id);
  if (!signer.iin || (user.iin && user.iin !== signer.iin)) throw new Problem('signature.other_person');
  const alone = row.type === 'ip' || row.type === 'individual';
  if (alone && signer.iin !== row.bin) throw new Problem('signature.other_person');
  if (!alone && signer.bin !== row.bin) throw new Problem('signature.other_company');
  const name = dropHidden(signer.name);
  const { organization } = signer.certificate.subject;
  await setUser(tx, row.user_id, { iin: signer.iin, full_name: name });
  const facts: EcpFacts = {
    name,
    iin: signer.iin,
    bin: signer.bin ?? null,
    organization: organization === undefined ? null : dropHidden(organization),
    serial: signer.certificate.serial,
    rights: signer.rights,
  };
  return {
    ecp_cms: evidence.cms,
    ecp: JSON.stringify(facts),
    is_proven: alone || signer.rights.includes('head'),
    challenge: null,
    challenge_until: null,
  };
}

/** A code for eGov Mobile that signs the same challenge. */
export async function openEcpCode(parts: Parts, caller: StepCaller) {
  await getRegistration(parts, caller.hash_key, caller.ip);
  const { row, content } = await atEcp(parts, caller);
  const title = (locale: Locale) => ({ ru, kz })[locale].ecp_document.title;
  const names = { ru: title('ru'), kz: title('kz'), en: 'Confirmation of registration' };
  return openCode(parts, caller, row, names, {
    file_id: null,
    content,
    names,
    meta: [{ key: 'party', value: row.name ?? '' }],
  });
}

/** The challenge as a thing that a phone may sign. */
export function ecpByPhone(parts: Parts): SignedByPhone {
  return {
    step: stepOf,
    async check(_tx, row) {
      if (row.stage !== 'ecp' || !row.challenge) throw new Problem('signature.other_version');
    },
    gather: (seen, cms) => judge(parts, seen, cms),
    isOpen: (row) => row.stage === 'ecp',
    ended: 'registration.challenge_ended',
    take: (tx, row, seen, evidence) => takeEvidence(parts, tx, row, seen, evidence),
  };
}
