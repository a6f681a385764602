import { equalBytes } from '../bytes.ts';
import type { Primitives } from '../primitives.ts';
import type { ReasonCode } from '../reasons.ts';
import type { Certificate } from '../x509/certificate.ts';
import { fingerprintOf } from '../x509/known-certificates.ts';
import { checkSignature, computeDigest, digestByOid, isWeakDigest } from '../x509/signature.ts';
import type { DigestName, SignatureCheck } from '../x509/signature.ts';
import { readSignedAttributes, signedBytes } from './attributes.ts';
import type { SigningCertificate } from './attributes.ts';
import type { SignedData, SignerInfo } from './parse.ts';

/** What the bytes of one signer say; without `reason` the mathematics is right. The certificate is not judged. */
export interface CheckedSigner {
  reason?: ReasonCode;
  certificate?: Certificate;
  /** Claimed, not proven. */
  signing_time?: Date;
  /** No attribute names the certificate under the signature, or only by SHA-1; one certificate alone can be meant. */
  not_bound?: true;
}

/**
 * The signed attributes, the certificate they name, the digest of the content, the signature: everything of a
 * signer that needs no trust. Reasons come in an order that names the cause nearest to the sender first.
 *
 * @param input.expected the digests which the content must have; none means that there is nothing to compare
 * @param input.old_certificate_id takes the attribute signingCertificate with SHA-1, as time stamps have it
 * @param input.allow_unbound takes a signature that names no certificate where only one can be meant
 */
export async function checkSigner(input: {
  data: SignedData;
  signer: SignerInfo;
  expected: (digest: DigestName) => Promise<Uint8Array[]>;
  primitives: Primitives;
  old_certificate_id?: boolean;
  allow_unbound?: boolean;
}): Promise<CheckedSigner> {
  const { data, signer, primitives } = input;
  const found: CheckedSigner = {};
  const fail = (reason: ReasonCode): CheckedSigner => ({ ...found, reason });

  const candidates = data.certificates.filter((certificate) => isNamedBy(signer.sid, certificate));
  if (candidates[0] !== undefined) found.certificate = candidates[0];
  const digest = digestByOid(signer.digest_algorithm);
  if (digest === null || signer.signature_algorithm === null) return fail('algorithm_unsupported');
  if (isWeakDigest(digest)) return fail('weak_algorithm');
  if (signer.signed_attributes === null) return fail('signed_attributes_missing');
  const attributes = readSignedAttributes(signer.signed_attributes);
  if (attributes === null) return fail('signed_attributes_malformed');
  if (attributes.signing_time !== undefined) found.signing_time = attributes.signing_time;
  if (attributes.content_type !== data.content_type) return fail('content_type_mismatch');

  if (candidates.length === 0) return fail('signer_certificate_missing');
  const { signing_certificate: bound, signing_certificate_v1: older } = attributes;
  const unbound = bound === null && input.old_certificate_id !== true;
  if (unbound && input.allow_unbound !== true) return fail('signing_certificate_missing');
  const named = bound ?? older;
  if (named === null && !unbound) return fail('signing_certificate_missing');
  if (unbound && !isAlone(signer.sid, candidates, data.certificates))
    return fail('signing_certificate_ambiguous');
  const certificate =
    named === null ? candidates[0]! : await chosenBy(named, candidates, named === older, primitives);
  if (certificate === null) return fail('signing_certificate_mismatch');
  found.certificate = certificate;
  if (unbound) found.not_bound = true;

  const expected = await input.expected(digest);
  if (expected.length === 0) return fail('content_missing');
  if (!expected.every((one) => equalBytes(one, attributes.message_digest))) return fail('digest_mismatch');

  let check: SignatureCheck = 'bad';
  for (const bytes of signedBytes(signer.signed_attributes)) {
    check = await checkSignature({
      spki: certificate.spki,
      algorithm: signer.signature_algorithm,
      digest,
      data: bytes,
      signature: signer.signature,
      primitives,
    });
    if (check !== 'bad') break;
  }
  if (check === 'bad') return fail('signature_wrong');
  if (check === 'weak') return fail('weak_algorithm');
  if (check === 'unsupported') return fail('algorithm_unsupported');
  return found;
}

function isNamedBy(sid: SignerInfo['sid'], certificate: Certificate): boolean {
  if ('ski' in sid) return certificate.ski === sid.ski;
  return certificate.serial === sid.serial && equalBytes(certificate.issuer.der, sid.issuer);
}

/**
 * True when no other certificate of the message can be the signer's: the identifier outside the signature names one by
 * issuer and number, and no second one has its key.
 */
function isAlone(
  sid: SignerInfo['sid'],
  candidates: readonly Certificate[],
  all: readonly Certificate[],
): boolean {
  const [one] = candidates;
  return (
    'serial' in sid &&
    one !== undefined &&
    all.every((other) => equalBytes(other.der, one.der) || !equalBytes(other.spki, one.spki)) &&
    candidates.every((other) => equalBytes(other.der, one.der))
  );
}

/** The one certificate which the signer named under their signature; another with the same number does not do. */
async function chosenBy(
  named: SigningCertificate,
  candidates: readonly Certificate[],
  acceptSha1: boolean,
  primitives: Primitives,
): Promise<Certificate | null> {
  if (named.digest === null || named.digest === 'md5' || (named.digest === 'sha1' && !acceptSha1))
    return null;
  for (const certificate of candidates) {
    const hash =
      named.digest === 'sha256'
        ? (await fingerprintOf(certificate, primitives)).bytes
        : await computeDigest(named.digest, certificate.der, primitives);
    if (hash !== null && equalBytes(hash, named.hash)) return certificate;
  }
  return null;
}
