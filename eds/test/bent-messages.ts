import { makeOwner, makeSandbox, NOW } from './sandbox.ts';
import type { Owner } from './sandbox.ts';
import { primitives } from './vectors.ts';
import { latin1ToBytes, toHex } from '../src/bytes.ts';
import { streebog512 } from '../src/gost/streebog.ts';
import { answerOcsp } from '../src/revocation/answer-ocsp.ts';
import { embedRevocationProof } from '../src/revocation/embed.ts';
import { answerTimestamp } from '../src/timestamp/answer.ts';
import { embedTimestamp } from '../src/timestamp/embed.ts';
import { buildTimestampRequest } from '../src/timestamp/request.ts';
import { parseTimestampResponse } from '../src/timestamp/response.ts';
import { parseCms } from '../src/cms/parse.ts';
import { mergeCms } from '../src/cms/rearrange.ts';
import { signCms } from '../src/cms/sign.ts';
import type { CmsVerdict } from '../src/cms/verdict.ts';
import { verifyCms } from '../src/cms/verify.ts';

import type { TrustStore } from '../src/x509/trust.ts';

const kinds = { rsa: await makeSandbox('rsa'), gost512: await makeSandbox('gost512') };
const content = latin1ToBytes('act 18');
const service = (kind: 'rsa' | 'gost512', of: 'tsa' | 'ocsp'): Promise<Owner> =>
  makeOwner({ kind, profile: { kind: of }, subject: { common_name: of }, issuer: kinds[kind].authority });

async function proven(kind: 'rsa' | 'gost512', owner: Owner): Promise<Uint8Array> {
  const { authority } = kinds[kind];
  const [tsa, responder] = [await service(kind, 'tsa'), await service(kind, 'ocsp')];
  const cms = await signCms({ content, ...owner, signing_time: NOW, primitives });
  const parsed = parseCms(cms);
  if ('reason' in parsed) throw new Error(parsed.reason);
  const hash = streebog512(parsed.signed_data.signers[0]!.signature);
  const answer = await answerTimestamp({
    request: buildTimestampRequest({ imprint: { digest: 'streebog512', hash } }),
    ...tsa,
    gen_time: NOW,
    serial: Uint8Array.of(1),
    primitives,
  });
  const read = parseTimestampResponse(answer);
  if (read?.status !== 'granted') throw new Error('no stamp');
  const der = await answerOcsp({
    certificate: owner.certificate,
    issuer: authority.certificate,
    status: 'good',
    this_update: NOW,
    responder,
    primitives,
  });
  return embedRevocationProof(embedTimestamp(cms, read.token)!, { kind: 'ocsp', der })!;
}

const { gost512, rsa } = kinds;
const colleague = await makeOwner({ kind: 'rsa', issuer: gost512.authority });
/** Messages as they are kept and handed out: stamped, with the answer of OCSP inside. */
export const messages = {
  'one signer, RSA': { cms: await proven('rsa', rsa.signer), trust: rsa.trust },
  'two signers, GOST and RSA': {
    cms: mergeCms([await proven('gost512', gost512.signer), await proven('gost512', colleague)])!,
    trust: gost512.trust,
  },
};

/** All that a person or a program is told of a signature. What proves it may be lost, and is then told as absent. */
const meaning = ({ signers }: CmsVerdict): unknown =>
  signers.map((one) => [
    toHex(one.certificate!.der),
    one.signing_time?.toISOString(),
    one.rights.join(),
    one.name,
    one.iin,
    one.bin,
    one.algorithm,
  ]);

export function verifyBent(bent: Uint8Array, trust: TrustStore): Promise<CmsVerdict> {
  return verifyCms({ cms: bent, content, trust, at: NOW, primitives });
}

/** What is wrong with a verdict over bytes that were changed; null when it is a refusal, or says what it said before. */
export function faultOf(good: CmsVerdict, bent: CmsVerdict): string | null {
  if (bent.reason === 'internal_error') return 'was not foreseen';
  if (bent.status !== 'valid') return null;
  if (JSON.stringify(meaning(bent)) !== JSON.stringify(meaning(good))) return 'means something else';
  // A proof that was changed proves nothing: it may be missing then, and never says something else.
  for (const [i, { stamped_at, timestamp, revocation }] of bent.signers.entries()) {
    if (timestamp === 'good' && stamped_at?.getTime() !== good.signers[i]!.stamped_at?.getTime())
      return 'has another time';
    if (revocation !== 'good' && revocation !== 'not_checked') return `is told to be ${revocation}`;
  }
  return null;
}

/** The ways in which a byte is changed, and how many bytes of a long message are changed so in the tests. */
export const BENDS = [
  ['one bit', 1, (byte: number, at: number) => byte ^ (1 << (at % 8))],
  ['all bits', 7, (byte: number) => byte ^ 0xff],
] as const;
