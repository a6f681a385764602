import type { SignerVerdict } from '@kelisim/eds/cms/verify.ts';
import type { SignatureVerdict } from '@kelisim/shared/features/signing/verification.contract.ts';
import { maskNumber } from '../signatures/public.ts';

/** A verdict for anybody's eyes: a person's number is masked, a company's is public. */
export function toVerdict(signer: SignerVerdict): SignatureVerdict {
  const { certificate } = signer;
  return {
    status: signer.status,
    reason: signer.reason ?? null,
    remarks: signer.remarks,
    name: signer.name ?? null,
    iin: signer.iin ? maskNumber(signer.iin) : null,
    bin: signer.bin ?? null,
    organization: certificate?.subject.organization ?? null,
    rights: signer.rights,
    algorithm: signer.algorithm,
    certificate_serial: certificate?.serial ?? null,
    certificate_issuer: certificate ? (certificate.issuer.common_name ?? certificate.issuer.dn) : null,
    certificate_valid_from: certificate?.not_before.toISOString() ?? null,
    certificate_valid_until: certificate?.not_after.toISOString() ?? null,
    signing_time: signer.signing_time?.toISOString() ?? null,
    revocation: signer.revocation,
    revocation_proof: proofOf(signer),
    timestamp: signer.timestamp,
    stamped_at: signer.stamped_at?.toISOString() ?? null,
  };
}

function proofOf({ revocation_answer: answer }: SignerVerdict): SignatureVerdict['revocation_proof'] {
  return answer?.source && answer.this_update
    ? { source: answer.source, at: answer.this_update.toISOString() }
    : null;
}
