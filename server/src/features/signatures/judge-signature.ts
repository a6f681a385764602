import type { CmsVerdict, SignerVerdict } from '@kelisim/eds/cms/verdict.ts';
import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';

/** Whom the signature must be of. */
export interface Signer {
  /** The person's ИИН where the account knows it. */
  iin: string | null;
  company: { bin: string; role: 'business' | 'executor' };
}

const RIGHT_TO_SIGN = ['head', 'right_to_sign'];

/** Digests of frozen bytes, made when they were frozen. */
export interface FileDigests {
  sha256: Buffer;
  streebog512: Buffer;
}

/** A signer of whom everything but the party is known to be right; revocation and time stamp may yet be unproven. */
export type GoodSigner = SignerVerdict & {
  certificate: NonNullable<SignerVerdict['certificate']>;
  name: string;
};

/** Throws a `Problem` that says what is wrong with a signature; that nobody could be asked is not wrong. */
export function judgeVerdict(verdict: CmsVerdict): GoodSigner {
  const { status, reason, signers } = verdict;
  if (status !== 'valid' && reason !== 'revocation_unknown') throw refusal(reason ?? '');
  const [signer, ...others] = signers;
  if (!signer?.certificate || others.length > 0)
    throw new Problem('signature.invalid', { values: { reason: 'one_signer' } });
  return signer as GoodSigner;
}

/** The certificate's ИИН and БИН must be the account's; for an organisation it must also give the right to sign. */
export function assertParty(
  signer: SignerVerdict,
  party: Signer,
): asserts signer is SignerVerdict & { iin: string } {
  if (!signer.iin || (party.iin && signer.iin !== party.iin)) throw new Problem('signature.other_person');
  if (isOrganisation(party)) {
    if (signer.bin !== party.company.bin) throw new Problem('signature.other_company');
    if (!signer.rights.some((right) => RIGHT_TO_SIGN.includes(right)))
      throw new Problem('signature.no_right');
  } else if (signer.iin !== party.company.bin) throw new Problem('signature.other_person');
}

export function isOfParty<S extends SignerVerdict>(signer: S, party: Signer): signer is S & { iin: string } {
  try {
    assertParty(signer, party);
    return true;
  } catch {
    return false;
  }
}

/** A sole trader or a person is known by ИИН; everything else is an organisation. */
function isOrganisation({ company, iin }: Signer): boolean {
  return isBin(company.bin) || (company.role === 'business' && company.bin !== iin);
}

/** An authority we do not trust is no passing trouble, so it is refused like any other wrong certificate. */
const CERTIFICATE_REASONS = /certificate|issuer|root|key_usage|not_a_signing_key|critical_extension/;
const PASSING_REASONS = ['no_trust', 'internal_error'];

function refusal(reason: string): Problem {
  const values = { reason };
  if (reason === 'digest_mismatch') return new Problem('signature.other_file');
  if (PASSING_REASONS.includes(reason)) return new Problem('signature.indeterminate', { values });
  return new Problem(CERTIFICATE_REASONS.test(reason) ? 'signature.certificate' : 'signature.invalid', {
    values,
  });
}
