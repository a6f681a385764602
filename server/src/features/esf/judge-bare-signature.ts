import { unarmour } from '@kelisim/eds/asn1/armour.ts';
import { judgeCertificate } from '@kelisim/eds/cms/judge-certificate.ts';
import { OID } from '@kelisim/eds/oids.ts';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import { subjectRights } from '@kelisim/eds/x509/rights.ts';
import { checkSignature } from '@kelisim/eds/x509/signature.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import type { Parts } from '../../parts.ts';

/** What eGov Mobile answers to `SIGN_BYTES_ARRAY`: the bare value and the certificate beside it. */
const answer = z.object({ signature: z.string(), certificate: z.string() });

const PASSING = ['no_trust', 'internal_error', 'revocation_unknown'];

export interface BareSignature {
  signature: string;
  certificate: Buffer;
  iin: string;
  bin: string | null;
}

/**
 * A signature over the very bytes, as ИС ЭСФ wants it: neither CMS nor XMLDSig. Throws what is wrong with it. Without
 * the word of НУЦ РК it does not count, for the system would not take it later either.
 */
export async function judgeBareSignature(
  { nca, clock }: Pick<Parts, 'nca' | 'clock'>,
  content: Buffer,
  given: Buffer,
): Promise<BareSignature> {
  const read = readAnswer(given);
  const certificate = read && parseCertificate(read.certificate);
  if (!certificate) throw invalid('not_bare_signature');
  const check = await checkSignature({
    spki: certificate.spki,
    algorithm: certificate.key_algorithm === 'rsa' ? OID.rsaSha256 : OID.gost512Signature,
    data: content,
    signature: read.signature,
    primitives: nca.primitives,
  });
  if (check === 'bad') throw new Problem('signature.other_file');
  if (check !== 'good') throw invalid('weak_algorithm');
  const { reason } = await judgeCertificate({
    certificate,
    others: [],
    purpose: 'sign',
    at: clock.now(),
    ...nca,
  });
  if (reason !== undefined) {
    const code = PASSING.includes(reason) ? 'signature.indeterminate' : 'signature.certificate';
    throw new Problem(code, { values: { reason } });
  }
  const { iin, bin } = certificate.subject;
  if (!iin) throw new Problem('signature.other_person');
  return {
    signature: read.signature.toString('base64'),
    certificate: Buffer.from(certificate.der),
    iin,
    bin: bin ?? null,
  };
}

/** An organisation is known by its БИН, a sole trader and a person by ИИН; the person is always the account's own. */
export function assertSeller(
  signer: Pick<BareSignature, 'iin' | 'bin' | 'certificate'>,
  person_iin: string | null,
  tin: string,
): void {
  if (person_iin !== null && signer.iin !== person_iin) throw new Problem('signature.other_person');
  if (tin === signer.iin) return;
  if (tin !== signer.bin) throw new Problem('signature.other_company');
  const rights: readonly string[] = subjectRights(parseCertificate(signer.certificate)!);
  if (!rights.includes('head') && !rights.includes('right_to_sign')) throw new Problem('signature.no_right');
}

function readAnswer(given: Buffer): { signature: Buffer; certificate: Buffer } | null {
  try {
    const { signature, certificate } = answer.parse(JSON.parse(given.toString('utf8')));
    // Base64 of a PEM, or a PEM, or base64 of DER: versions of the app differ.
    const once = Buffer.from(certificate, 'base64');
    const der = unarmour(once) ?? unarmour(Buffer.from(certificate)) ?? once;
    return { signature: Buffer.from(signature, 'base64'), certificate: Buffer.from(der) };
  } catch {
    return null;
  }
}

function invalid(reason: string): Problem {
  return new Problem('signature.invalid', { values: { reason } });
}
