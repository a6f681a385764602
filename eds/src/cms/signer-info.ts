import { time } from '../asn1/time.ts';
import { integer, octetString, oid, sequence, setOf, tagged } from '../asn1/write.ts';
import { compareBytes, fromHex } from '../bytes.ts';
import { OID } from '../oids.ts';
import type { PrivateKey } from '../pkcs12/private-key.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { signWith } from '../x509/sign-with.ts';
import { algorithmIdentifier } from '../x509/spki.ts';

/**
 * One SignerInfo (RFC 5652, 5.3) with the attributes of НУЦ РК: contentType, signingTime, signingCertificateV2 with
 * SHA-256, whose name is left out as the default (RFC 5035, 3), and messageDigest. Signatures of documents and time
 * stamps are made of it alike.
 *
 * @param input.message_digest of what is signed: Streebog-512 for a GOST key, SHA-256 for an RSA key
 * @param input.signing_time in whole seconds
 * @returns the SignerInfo and the AlgorithmIdentifier of its digest, both DER
 */
export async function makeSignerInfo(input: {
  content_type: string;
  message_digest: Uint8Array;
  signing_time: Date;
  key: PrivateKey;
  certificate: Certificate;
  primitives: Primitives;
}): Promise<{ signer: Uint8Array; digest_algorithm: Uint8Array }> {
  const { key, certificate, primitives } = input;
  const gost = key.algorithm === 'gost512';
  const hash_of_certificate = await primitives.hash('sha256', certificate.der);
  const attributes = [
    attribute(OID.contentType, oid(input.content_type)),
    attribute(OID.signingTime, time(input.signing_time)),
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(octetString(hash_of_certificate))))),
    attribute(OID.messageDigest, octetString(input.message_digest)),
  ].sort(compareBytes);
  const { signature } = await signWith(key, setOf(...attributes), primitives);
  const digest_algorithm = algorithmIdentifier(gost ? OID.streebog512 : OID.sha256);
  const signer = sequence(
    integer(1),
    sequence(certificate.issuer.der, integer(fromHex(certificate.serial)!)),
    digest_algorithm,
    tagged(0, ...attributes),
    algorithmIdentifier(gost ? OID.gost512Signature : OID.rsaEncryption),
    octetString(signature),
  );
  return { signer, digest_algorithm };
}

function attribute(type: string, value: Uint8Array): Uint8Array {
  return sequence(oid(type), setOf(value));
}
