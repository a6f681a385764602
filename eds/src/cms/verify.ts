import { OID } from '../oids.ts';
import { statusOfReason } from '../reasons.ts';
import type { ReasonCode } from '../reasons.ts';
import { subjectRights } from '../x509/rights.ts';
import { judgeSigner } from './judge-signer.ts';
import { parseCms } from './parse.ts';
import type { SignedData, SignerInfo } from './parse.ts';
import type { CmsVerdict, SignerVerdict, VerifyCmsInput } from './verdict.ts';

export type { CmsVerdict, SignerVerdict, VerifyCmsInput } from './verdict.ts';

/**
 * Verifies a signature by the rules for ЭЦП in Kazakhstan: our bytes, the signature, the signer's certificate,
 * its chain to a pinned root, its validity and its purpose. Never throws: anything wrong becomes a verdict.
 */
export async function verifyCms(input: VerifyCmsInput): Promise<CmsVerdict> {
  try {
    const parsed = parseCms(input.cms);
    if ('reason' in parsed) return refusal(parsed.reason);
    const data = parsed.signed_data;
    if (data.content_type !== OID.data) return refusal('content_type_unsupported');
    if (data.signers.length === 0) return refusal('no_signers');
    const signers: SignerVerdict[] = [];
    for (const signer of data.signers) signers.push(await verdictOf(data, signer, input));
    const worst =
      signers.find((one) => one.status === 'invalid') ?? signers.find((one) => one.status !== 'valid');
    return worst === undefined
      ? { status: 'valid', signers }
      : { status: worst.status, reason: worst.reason!, signers };
  } catch {
    return refusal('internal_error');
  }
}

function refusal(reason: ReasonCode): CmsVerdict {
  return { status: statusOfReason(reason), reason, signers: [] };
}

async function verdictOf(
  data: SignedData,
  signer: SignerInfo,
  input: VerifyCmsInput,
): Promise<SignerVerdict> {
  const judged = await judgeSigner(data, signer, input, input.at ?? new Date());
  const { reason, certificate } = judged;
  const { stamp } = judged;
  const subject = certificate?.subject;
  return {
    status: statusOfReason(reason),
    ...(reason !== undefined && { reason }),
    remarks: judged.not_bound ? ['signer_not_bound'] : [],
    ...(certificate !== undefined && { certificate }),
    rights: certificate === undefined ? [] : subjectRights(certificate),
    ...(subject?.iin !== undefined && { iin: subject.iin }),
    ...(subject?.bin !== undefined && { bin: subject.bin }),
    ...(subject?.common_name !== undefined && { name: subject.common_name }),
    ...(judged.signing_time !== undefined && { signing_time: judged.signing_time }),
    algorithm: certificate?.key_algorithm ?? 'unknown',
    revocation: judged.revocation,
    ...(judged.revocation_answer !== undefined && { revocation_answer: judged.revocation_answer }),
    timestamp: judged.timestamp,
    ...(judged.timestamp === 'good' && { stamped_at: stamp!.info!.gen_time }),
    ...(stamp?.reason !== undefined && { timestamp_reason: stamp.reason }),
    chain: judged.chain.map((link) => link.subject.dn),
  };
}
