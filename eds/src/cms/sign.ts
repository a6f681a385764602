import { integer, octetString, oid, sequence, setOf, tagged } from '../asn1/write.ts';
import { compareBytes } from '../bytes.ts';
import { streebog512 } from '../gost/streebog.ts';
import { OID } from '../oids.ts';
import { belongsTo } from '../pkcs12/private-key.ts';
import type { PrivateKey } from '../pkcs12/private-key.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { makeSignerInfo } from './signer-info.ts';

/** What is signed: the content itself, or its digest made elsewhere (then the signature is detached). */
export interface SignCmsInput {
  content?: Uint8Array;
  digest?: { sha256?: Uint8Array; streebog512?: Uint8Array };
  /** Puts the content into the CMS; without it the signature is detached. */
  attached?: boolean;
  key: PrivateKey;
  /** Must belong to the key. */
  certificate: Certificate;
  /** Further certificates to carry along. НУЦ РК's own software carries the signer's alone. */
  chain?: readonly Certificate[];
  /** Goes in as the signer's claim, in whole seconds. */
  signing_time: Date;
  primitives: Primitives;
}

/**
 * Makes a CAdES-BES signature (ETSI EN 319 122-1, RFC 5652) of the form that Kalkan and NCALayer give:
 * SignedData v1 with one signer, signed attributes contentType, signingTime, signingCertificateV2, messageDigest;
 * GOST 34.310-2015 over Streebog-512 for GOST keys, RSA over SHA-256 for RSA keys.
 *
 * @returns DER
 * @throws Error when the digest for the kind of key is missing or key and certificate do not belong together
 */
export async function signCms(input: SignCmsInput): Promise<Uint8Array> {
  const { key, certificate, primitives, content } = input;
  if (input.attached === true && content === undefined)
    throw new Error('An attached signature needs the content');
  const gost = key.algorithm === 'gost512';
  if (!belongsTo(key, certificate)) throw new Error('The certificate does not belong to the key');
  const digest =
    content === undefined
      ? undefined
      : gost
        ? streebog512(content)
        : await primitives.hash('sha256', content);
  const messageDigest = digest ?? (gost ? input.digest?.streebog512 : input.digest?.sha256);
  if (messageDigest?.length !== (gost ? 64 : 32)) throw new Error('No digest for this kind of key was given');

  const { signer, digest_algorithm } = await makeSignerInfo({
    content_type: OID.data,
    message_digest: messageDigest,
    signing_time: input.signing_time,
    key,
    certificate,
    primitives,
  });
  const encapsulated =
    input.attached === true
      ? sequence(oid(OID.data), tagged(0, octetString(content!)))
      : sequence(oid(OID.data));
  const certificates = [certificate, ...(input.chain ?? [])].map((one) => one.der).sort(compareBytes);
  const signedData = sequence(
    integer(1),
    setOf(digest_algorithm),
    encapsulated,
    tagged(0, ...certificates),
    setOf(signer),
  );
  return sequence(oid(OID.signedData), tagged(0, signedData));
}
