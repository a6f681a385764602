import { generalizedTime } from '../asn1/time.ts';
import { bitString, integer, octetString, oid, sequence, setOf, tagged, utf8String } from '../asn1/write.ts';
import { streebog512 } from '../gost/streebog.ts';
import { makeSignerInfo } from '../cms/signer-info.ts';
import { OID } from '../oids.ts';
import type { PrivateKey } from '../pkcs12/private-key.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { readTimestampRequest } from './request.ts';

const REJECTION = 2;

/**
 * Answers a TimeStampReq in the form of НУЦ РК, for the authority of a sandbox and for tests.
 * A request that cannot be read, or with a hash that is unknown here, is refused in the answer.
 * @param input.serial big-endian
 * @returns TimeStampResp, DER
 */
export async function answerTimestamp(input: {
  request: Uint8Array;
  key: PrivateKey;
  /** With the profile `tsa`. */
  certificate: Certificate;
  gen_time: Date;
  serial: Uint8Array;
  /** When the request names none. */
  policy?: string;
  primitives: Primitives;
}): Promise<Uint8Array> {
  const { key, certificate, primitives } = input;
  const request = readTimestampRequest(input.request);
  if (request === null) return refuse('The request is malformed', 2);
  if (request.digest === null) return refuse('The hash is unknown', 0);
  const info = sequence(
    integer(1),
    oid(request.policy ?? input.policy ?? OID.ncaTimeStampPolicy),
    request.imprint_der,
    integer(input.serial),
    generalizedTime(input.gen_time),
    ...(request.nonce === null ? [] : [integer(request.nonce)]),
  );
  const gost = key.algorithm === 'gost512';
  const digest = gost ? streebog512(info) : await primitives.hash('sha256', info);
  const { signer, digest_algorithm } = await makeSignerInfo({
    content_type: OID.timeStampInfo,
    message_digest: digest,
    signing_time: input.gen_time,
    key,
    certificate,
    primitives,
  });
  const token = sequence(
    oid(OID.signedData),
    tagged(
      0,
      sequence(
        integer(3),
        setOf(digest_algorithm),
        sequence(oid(OID.timeStampInfo), tagged(0, octetString(info))),
        ...(request.certificate_wanted ? [tagged(0, certificate.der)] : []),
        setOf(signer),
      ),
    ),
  );
  return sequence(sequence(integer(0)), token);
}

/** The answer of an authority that stamps nothing now, for a sandbox: rejection without a further reason. */
export function refuseTimestamp(): Uint8Array {
  return sequence(sequence(integer(REJECTION), sequence(utf8String('Not now'))));
}

/** @param bit of PKIFailureInfo, less than 8 */
function refuse(text: string, bit: number): Uint8Array {
  const failure = bitString(Uint8Array.of(0x80 >> bit), 7 - bit);
  return sequence(sequence(integer(REJECTION), sequence(utf8String(text)), failure));
}
