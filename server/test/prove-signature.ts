import { parseCms } from '@kelisim/eds/cms/parse.ts';
import { streebog512 } from '@kelisim/eds/gost/streebog.ts';
import { answerOcsp } from '@kelisim/eds/revocation/answer-ocsp.ts';
import { embedRevocationProof } from '@kelisim/eds/revocation/embed.ts';
import { answerTimestamp } from '@kelisim/eds/timestamp/answer.ts';
import { embedTimestamp } from '@kelisim/eds/timestamp/embed.ts';
import { buildTimestampRequest } from '@kelisim/eds/timestamp/request.ts';
import { parseTimestampResponse } from '@kelisim/eds/timestamp/response.ts';
import { parseCertificate, type Certificate } from '@kelisim/eds/x509/certificate.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePrimitives as primitives } from '../src/platform/node-primitives.ts';
import { authoritiesFolder, issueTestKey, type SigningKey } from './signing-keys.ts';

let services: Promise<{ tsa: SigningKey; responder: SigningKey }> | null = null;

async function makeServices() {
  const [tsa, responder] = await Promise.all(
    (['tsa', 'ocsp'] as const).map((kind) =>
      issueTestKey({ subject: { common_name: `SANDBOX ${kind}` }, profile: { kind } }),
    ),
  );
  return { tsa: tsa!, responder: responder! };
}

/** A signature as eGov Mobile hands it over: stamped at a moment, with the proof of that moment inside. */
export async function proveSignature(
  cms: Buffer,
  by: Certificate,
  at = new Date(),
  parts: { stamp?: boolean; proof?: boolean } = {},
): Promise<Buffer> {
  const { tsa, responder } = await (services ??= makeServices());
  let proven: Uint8Array = cms;
  if (parts.stamp ?? true) {
    const parsed = parseCms(cms);
    if ('reason' in parsed) throw new Error(parsed.reason);
    const hash = streebog512(parsed.signed_data.signers[0]!.signature);
    const request = buildTimestampRequest({ imprint: { digest: 'streebog512', hash } });
    const answer = await answerTimestamp({
      request,
      ...tsa,
      gen_time: at,
      serial: primitives.randomBytes(8),
      primitives,
    });
    const read = parseTimestampResponse(answer);
    if (read?.status !== 'granted') throw new Error('The sandbox gave no time stamp');
    proven = embedTimestamp(proven, read.token)!;
  }
  if (parts.proof ?? true) {
    const folder = await authoritiesFolder();
    const kind = by.issuer.common_name?.includes('RSA') ? 'rsa' : 'gost512';
    const issuer = parseCertificate(new Uint8Array(readFileSync(join(folder, `nca-${kind}.cer`))))!;
    const der = await answerOcsp({
      certificate: by,
      issuer,
      status: 'good',
      this_update: at,
      responder,
      primitives,
    });
    proven = embedRevocationProof(proven, { kind: 'ocsp', der })!;
  }
  return Buffer.from(proven);
}
