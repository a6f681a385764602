import { generalizedTime } from '../asn1/time.ts';
import { bitString, enumerated, octetString, oid, sequence, tagged, taggedPrimitive } from '../asn1/write.ts';
import { OID } from '../oids.ts';
import type { PrivateKey } from '../pkcs12/private-key.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { signWith } from '../x509/sign-with.ts';
import { certificateId } from './certificate-id.ts';
import type { CertificateIdHash } from './certificate-id.ts';
import type { RevocationReason, RevocationStatus } from './port.ts';
import { codeOfRevocationReason } from './reason-codes.ts';

/** OCSPResponse that says why there is no answer: 1 malformed request, 2 internal error, 3 try later, 6 no right. */
export function refuseOcsp(code: 1 | 2 | 3 | 6): Uint8Array {
  return sequence(enumerated(code));
}

/**
 * An answer about one certificate in the form of НУЦ РК: by name, with a nonce, without nextUpdate unless given.
 * For the responder of a sandbox and for tests.
 * @param input.nonce the value of the request's extension (see `readOcspRequest`)
 */
export async function answerOcsp(input: {
  /** Which one is asked for; a responder knows no more of it than the number. */
  certificate: Pick<Certificate, 'serial'>;
  issuer: Certificate;
  status: RevocationStatus;
  revoked_at?: Date;
  revocation_reason?: RevocationReason;
  this_update: Date;
  next_update?: Date;
  produced_at?: Date;
  nonce?: Uint8Array | null;
  hash?: CertificateIdHash;
  responder: { key: PrivateKey; certificate: Certificate };
  primitives: Primitives;
}): Promise<Uint8Array> {
  const { responder, primitives, nonce } = input;
  const id = await certificateId(input.certificate, input.issuer, input.hash ?? 'sha256', primitives);
  const next = input.next_update === undefined ? [] : [tagged(0, generalizedTime(input.next_update))];
  const extensions =
    nonce === undefined || nonce === null
      ? []
      : [tagged(1, sequence(sequence(oid(OID.ocspNonce), octetString(nonce))))];
  const tbs = sequence(
    tagged(1, responder.certificate.subject.der),
    generalizedTime(input.produced_at ?? input.this_update),
    sequence(sequence(id, statusOf(input), generalizedTime(input.this_update), ...next)),
    ...extensions,
  );
  const signed = await signWith(responder.key, tbs, primitives);
  const basic = sequence(
    tbs,
    signed.algorithm,
    bitString(signed.signature),
    tagged(0, sequence(responder.certificate.der)),
  );
  return sequence(enumerated(0), tagged(0, sequence(oid(OID.ocspBasic), octetString(basic))));
}

function statusOf(input: {
  status: RevocationStatus;
  revoked_at?: Date;
  revocation_reason?: RevocationReason;
  this_update: Date;
}): Uint8Array {
  if (input.status === 'good') return taggedPrimitive(0, new Uint8Array(0));
  if (input.status === 'unknown') return taggedPrimitive(2, new Uint8Array(0));
  const reason = input.revocation_reason;
  return tagged(
    1,
    generalizedTime(input.revoked_at ?? input.this_update),
    ...(reason === undefined ? [] : [tagged(0, enumerated(codeOfRevocationReason(reason)))]),
  );
}
