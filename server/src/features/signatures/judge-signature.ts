import { createHash } from 'node:crypto';
import { verifyCms, type SignerVerdict } from '@kelisim/eds/cms/verify.ts';
import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Nca } from '../../adapters/nca/nca.ts';

/** Whom the signature must be of. */
export interface Signer {
  /** The person's ИИН where the account knows it. */
  iin: string | null;
  company: { bin: string; role: 'business' | 'executor' };
}

export interface JudgedSignature {
  cms: Buffer;
  /** SHA-256 of the CMS: the same signature is never taken twice. */
  signature_digest: Buffer;
  signer: SignerVerdict & {
    certificate: NonNullable<SignerVerdict['certificate']>;
    iin: string;
    name: string;
  };
}

const RIGHT_TO_SIGN = ['head', 'right_to_sign'];

/**
 * Verifies a detached CMS over our bytes (by the digests made of them when they were frozen) and that its one
 * signer is the party. Throws a `Problem` that says what is wrong; nothing has been written then.
 */
export async function judgeSignature(
  nca: Nca,
  cms: Buffer,
  file: { sha256: Buffer; streebog512: Buffer },
  party: Signer,
  at: Date,
): Promise<JudgedSignature> {
  const verdict = await verifyCms({
    cms,
    digests: { sha256: file.sha256, streebog512: file.streebog512 },
    trust: nca.trust,
    primitives: nca.primitives,
    at,
  });
  const reason = verdict.reason ?? '';
  if (verdict.status !== 'valid') throw refusal(reason);
  const [signer, ...others] = verdict.signers;
  if (!signer?.certificate || others.length > 0)
    throw new Problem('signature.invalid', { values: { reason: 'one_signer' } });
  checkParty(signer, party);
  return {
    cms,
    signature_digest: createHash('sha256').update(cms).digest(),
    signer: signer as JudgedSignature['signer'],
  };
}

/** The certificate's ИИН and БИН must be the account's; for an organisation it must also give the right to sign. */
function checkParty(signer: SignerVerdict, party: Signer): void {
  if (!signer.iin || (party.iin && signer.iin !== party.iin)) throw new Problem('signature.other_person');
  if (isOrganisation(party)) {
    if (signer.bin !== party.company.bin) throw new Problem('signature.other_company');
    if (!signer.rights.some((right) => RIGHT_TO_SIGN.includes(right)))
      throw new Problem('signature.no_right');
  } else if (signer.iin !== party.company.bin) throw new Problem('signature.other_person');
}

/** A sole trader or a person is known by ИИН; everything else is an organisation. */
function isOrganisation({ company, iin }: Signer): boolean {
  return isBin(company.bin) || (company.role === 'business' && company.bin !== iin);
}

/** An authority we do not trust is no passing trouble, so it is refused like any other wrong certificate. */
const CERTIFICATE_REASONS = /certificate|issuer|root|key_usage|not_a_signing_key|critical_extension/;
const PASSING_REASONS = ['revocation_unknown', 'no_trust', 'internal_error'];

function refusal(reason: string): Problem {
  const values = { reason };
  if (reason === 'digest_mismatch') return new Problem('signature.other_file');
  if (PASSING_REASONS.includes(reason)) return new Problem('signature.indeterminate', { values });
  return new Problem(CERTIFICATE_REASONS.test(reason) ? 'signature.certificate' : 'signature.invalid', {
    values,
  });
}
