import { equalBytes } from '../bytes.ts';
import { checkSigner } from '../cms/check-signer.ts';
import { OID } from '../oids.ts';
import type { Primitives } from '../primitives.ts';
import { statusOfReason } from '../reasons.ts';
import type { ReasonCode, VerdictStatus } from '../reasons.ts';
import type { Certificate } from '../x509/certificate.ts';
import { verifyChain } from '../x509/chain.ts';
import type { ProveAuthority, TrustStore } from '../x509/chain.ts';
import { computeDigest, isWeakDigest } from '../x509/signature.ts';
import { parseTimestampToken } from './token.ts';
import type { TimestampInfo } from './token.ts';

/** `indeterminate`: the mathematics holds, but the authority is not one that is trusted here. */
export interface TimestampVerdict {
  status: VerdictStatus;
  reason?: ReasonCode;
  info?: TimestampInfo;
  /** Of the authority. */
  certificate?: Certificate;
  chain: Certificate[];
}

/**
 * Judges a time stamp (RFC 3161, 2.3; RFC 5816) over `data`: its imprint is the hash of the data by no weak
 * algorithm, one signer, the signer is named under the signature, the key is for time stamps alone, and its chain
 * ends in a pinned root; all of it valid at the time that is stamped. Never throws.
 */
export async function verifyTimestampToken(input: {
  token: Uint8Array;
  data: Uint8Array;
  trust: TrustStore;
  primitives: Primitives;
  prove?: ProveAuthority;
}): Promise<TimestampVerdict> {
  try {
    return await judge(input);
  } catch {
    return { status: 'indeterminate', reason: 'internal_error', chain: [] };
  }
}

async function judge({
  token,
  data,
  trust,
  primitives,
  prove,
}: Parameters<typeof verifyTimestampToken>[0]): Promise<TimestampVerdict> {
  const verdict: TimestampVerdict = { status: 'invalid', chain: [] };
  const fail = (reason: ReasonCode): TimestampVerdict => ({
    ...verdict,
    status: statusOfReason(reason),
    reason,
  });

  const parsed = parseTimestampToken(token);
  if (parsed === null) return fail('not_cms');
  const { info, data: signed } = parsed;
  verdict.info = info;
  if (info.digest === null) return fail('algorithm_unsupported');
  if (isWeakDigest(info.digest)) return fail('weak_algorithm');
  const imprint = await computeDigest(info.digest, data, primitives);
  if (imprint === null || !equalBytes(imprint, info.imprint)) return fail('digest_mismatch');
  const [signer, ...others] = signed.signers;
  if (signer === undefined || others.length > 0) return fail('no_signers');
  const checked = await checkSigner({
    data: signed,
    signer,
    async expected(digest) {
      const hash = await computeDigest(digest, signed.content!, primitives);
      return hash === null ? [] : [hash];
    },
    primitives,
    old_certificate_id: true,
  });
  const { certificate } = checked;
  if (certificate !== undefined) verdict.certificate = certificate;
  if (checked.reason !== undefined || certificate === undefined)
    return fail(checked.reason ?? 'signer_certificate_missing');
  // RFC 3161, 2.3: the key serves time stamps and nothing else.
  const [purpose, ...further] = certificate.extended_key_usage;
  if (certificate.is_ca || purpose !== OID.timeStamping || further.length > 0) return fail('key_usage_wrong');
  const { reason, chain } = await verifyChain({
    certificate,
    others: signed.certificates,
    trust,
    at: info.gen_time,
    primitives,
    ...(prove !== undefined && { prove }),
  });
  verdict.chain = chain;
  return reason === undefined ? { ...verdict, status: 'valid' } : fail(reason);
}
