import { generalizedTime, time } from '../asn1/time.ts';
import { bitString, enumerated, integer, sequence, tagged, taggedPrimitive } from '../asn1/write.ts';
import { fromHex } from '../bytes.ts';
import { OID } from '../oids.ts';
import type { PrivateKey } from '../pkcs12/private-key.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { extension } from '../x509/profile.ts';
import { signatureAlgorithmOf, signWith } from '../x509/sign-with.ts';
import type { RevocationReason } from './port.ts';
import { codeOfRevocationReason } from './reason-codes.ts';

/**
 * A list of revoked certificates, for the authority of a sandbox and for tests.
 * @param input.base_number makes it a delta list to the base of that number
 * @returns DER
 */
export async function issueCrl(input: {
  issuer: { key: PrivateKey; certificate: Certificate };
  this_update: Date;
  next_update: Date;
  number: number;
  base_number?: number;
  entries: readonly { serial: string; revoked_at: Date; reason?: RevocationReason; invalid_since?: Date }[];
  primitives: Primitives;
}): Promise<Uint8Array> {
  const { issuer, base_number: baseNumber } = input;
  const entries = input.entries.map(({ serial, revoked_at: revokedAt, reason, invalid_since: since }) => {
    const about = [
      ...(reason === undefined ? [] : [extension(OID.crlReason, enumerated(codeOfRevocationReason(reason)))]),
      ...(since === undefined ? [] : [extension(OID.invalidityDate, generalizedTime(since))]),
    ];
    return sequence(
      integer(fromHex(serial)!),
      time(revokedAt),
      ...(about.length === 0 ? [] : [sequence(...about)]),
    );
  });
  const keyId = issuer.certificate.ski === null ? null : fromHex(issuer.certificate.ski);
  const extensions = sequence(
    ...(keyId === null ? [] : [extension(OID.authorityKeyIdentifier, sequence(taggedPrimitive(0, keyId)))]),
    extension(OID.crlNumber, integer(input.number)),
    ...(baseNumber === undefined ? [] : [extension(OID.deltaCrlIndicator, integer(baseNumber), true)]),
  );
  const algorithm = signatureAlgorithmOf(issuer.key);
  const tbs = sequence(
    integer(1),
    algorithm,
    issuer.certificate.subject.der,
    time(input.this_update),
    time(input.next_update),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    tagged(0, extensions),
  );
  const { signature } = await signWith(issuer.key, tbs, input.primitives);
  return sequence(tbs, algorithm, bitString(signature));
}
