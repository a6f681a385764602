import { OID } from '../oids.ts';
import type { ReasonCode } from '../reasons.ts';
import { verifyTimestampToken } from '../timestamp/verify-token.ts';
import type { TimestampVerdict } from '../timestamp/verify-token.ts';
import { parseCrl } from '../revocation/crl.ts';
import type { Crl } from '../revocation/crl.ts';
import { readRevocationValues } from '../revocation/embed.ts';
import { judgeLists } from '../revocation/kept-lists.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { ProveAuthority } from '../x509/chain.ts';
import { computeDigest } from '../x509/signature.ts';
import type { DigestName } from '../x509/signature.ts';
import { checkSigner } from './check-signer.ts';
import { askRevocation, judgeCertificate, statusAt } from './judge-certificate.ts';
import type { JudgedCertificate } from './judge-certificate.ts';
import type { SignedData, SignerInfo } from './parse.ts';
import { unsignedValues } from './unsigned.ts';
import type { VerifyCmsInput } from './verdict.ts';

/** What was found out about one signer; without `reason` all checks passed. */
export interface JudgedSigner extends JudgedCertificate {
  certificate?: Certificate;
  signing_time?: Date;
  not_bound?: true;
  timestamp: 'absent' | 'not_checked' | 'good' | 'bad';
  stamp?: TimestampVerdict;
}

/**
 * All checks of one signer. A good time stamp proves that the signature was there at its time: the certificate is
 * judged as of then, and what ended or was revoked later takes nothing away.
 */
export async function judgeSigner(
  data: SignedData,
  signer: SignerInfo,
  input: VerifyCmsInput,
  at: Date,
): Promise<JudgedSigner> {
  const found: JudgedSigner = { timestamp: 'absent', revocation: 'not_checked', chain: [] };
  const fail = (reason: ReasonCode): JudgedSigner => ({ ...found, reason });
  const { primitives, trust } = input;
  const tokens = unsignedValues(signer.unsigned_attributes, OID.timeStampToken);
  if (tokens.length > 0) found.timestamp = 'not_checked';

  const { reason: wrong, ...checked } = await checkSigner({
    data,
    signer,
    expected: (digest) => expectedDigests(digest, data, input),
    primitives,
    ...(input.allow_unbound !== undefined && { allow_unbound: input.allow_unbound }),
  });
  Object.assign(found, checked);
  const { certificate } = found;
  if (wrong !== undefined || certificate === undefined) return fail(wrong ?? 'signer_certificate_missing');
  found.chain = [certificate];

  let moment = at;
  if (tokens.length > MOST_TOKENS) return fail('too_complex');
  const latest = Math.max(at.getTime(), Date.now()) + CLOCKS_DIFFER_MS;
  const prove = proverOf(data, signer, input);
  for (const token of tokens) {
    const stamp = await verifyTimestampToken({
      token: token.raw,
      data: signer.signature,
      trust,
      primitives,
      prove,
    });
    found.stamp ??= stamp;
    if (stamp.status === 'invalid') {
      found.timestamp = 'bad';
      return { ...found, stamp, reason: 'timestamp_wrong' };
    }
    // Whoever stamps a time that has not come stamps any time.
    if (stamp.info !== undefined && stamp.info.gen_time.getTime() > latest)
      return { ...fail('timestamp_in_future'), stamp: { ...stamp, reason: 'timestamp_in_future' } };
    if (stamp.status !== 'valid') continue;
    // The earliest of several proves the most.
    const earlier = found.timestamp !== 'good' || stamp.info!.gen_time < found.stamp.info!.gen_time;
    if (earlier) found.stamp = stamp;
    found.timestamp = 'good';
  }
  if (found.timestamp === 'good' && found.stamp!.info!.gen_time < at) moment = found.stamp!.info!.gen_time;
  if (input.require_timestamp === true && found.timestamp !== 'good')
    return fail(tokens.length === 0 ? 'timestamp_missing' : 'timestamp_unproven');

  if (found.timestamp === 'good' && (await isAuthorityRevoked(found.stamp!, input))) {
    found.timestamp = 'bad';
    return fail('timestamp_wrong');
  }

  const judged = await judgeCertificate({
    certificate,
    others: data.certificates,
    purpose: 'sign',
    at: moment,
    attributes: signer.unsigned_attributes,
    trust,
    primitives,
    prove,
    ...(input.revocation !== undefined && { revocation: input.revocation }),
  });
  return { ...found, ...judged };
}

/**
 * Shows whether an authority that came along was in force: by the lists in the message, and where they say nothing by
 * the word of whoever can be asked. The lists are read when there is such an authority, which is seldom.
 */
function proverOf(
  data: SignedData,
  signer: SignerInfo,
  { primitives, revocation }: VerifyCmsInput,
): ProveAuthority {
  let crls: Crl[] | undefined;
  return async (certificate, issuer, at) => {
    crls ??= [
      ...data.crls.map(parseCrl).filter((crl) => crl !== null),
      ...readRevocationValues(signer.unsigned_attributes).crls,
    ];
    const said = await judgeLists({ crls, certificate, issuer, at, primitives });
    const answer = said ?? (revocation && (await askRevocation(revocation, certificate, issuer, at)));
    return answer === undefined ? 'unknown' : statusAt(answer, at);
  };
}

/** Revoked before it stamped, or so that no stamp of its key can be believed. */
async function isAuthorityRevoked(
  { certificate, chain, info }: TimestampVerdict,
  { revocation }: VerifyCmsInput,
): Promise<boolean> {
  if (revocation === undefined) return false;
  const at = info!.gen_time;
  const answer = await askRevocation(revocation, certificate!, chain[1] ?? certificate!, at);
  if (answer.status !== 'revoked') return false;
  return (
    answer.revocation_reason === 'key_compromise' ||
    !(answer.revoked_at !== undefined && answer.revoked_at > at)
  );
}

/** A clock may go wrong by so much. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** An honest signature has one. */
const MOST_TOKENS = 5;

/**
 * The digests which our bytes and the attached content have; all of them must be the signed one.
 * Where something of ours was given but not in this hash, none: the attached content alone must not decide then.
 */
async function expectedDigests(
  digest: DigestName,
  data: SignedData,
  input: VerifyCmsInput,
): Promise<Uint8Array[]> {
  const { content, digests, primitives } = input;
  const ours: (Uint8Array | null | undefined)[] = [];
  if (content !== undefined) ours.push(await computeDigest(digest, content, primitives));
  if (digest === 'sha256' || digest === 'streebog512') ours.push(digests?.[digest]);
  const expected = ours.filter((one) => one !== null && one !== undefined);
  if (expected.length === 0 && (content !== undefined || digests !== undefined)) return [];
  const attached = data.content === null ? null : await computeDigest(digest, data.content, primitives);
  return attached === null ? expected : [...expected, attached];
}
