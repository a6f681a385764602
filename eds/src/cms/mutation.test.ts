import { describe, expect, test } from 'vitest';
import { makeOwner, makeSandbox, NOW } from '../../test/sandbox.ts';
import type { Owner } from '../../test/sandbox.ts';
import { primitives } from '../../test/vectors.ts';
import { latin1ToBytes, toHex } from '../bytes.ts';
import { streebog512 } from '../gost/streebog.ts';
import { answerOcsp } from '../revocation/answer-ocsp.ts';
import { embedRevocationProof } from '../revocation/embed.ts';
import { answerTimestamp } from '../timestamp/answer.ts';
import { embedTimestamp } from '../timestamp/embed.ts';
import { buildTimestampRequest } from '../timestamp/request.ts';
import { parseTimestampResponse } from '../timestamp/response.ts';
import { parseCms } from './parse.ts';
import { mergeCms } from './rearrange.ts';
import { signCms } from './sign.ts';
import type { CmsVerdict } from './verdict.ts';
import { verifyCms } from './verify.ts';

/**
 * A message as it is kept and handed out: stamped, with the answer of OCSP inside. Whatever single byte of it is
 * changed, it is refused or says exactly what it said before. With RSA, which is quick, every byte is changed; with
 * two signers of both kinds one byte in some, and `cms.test.ts` changes each byte of a bare signature with GOST.
 */
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
const messages = {
  'one signer, RSA': { cms: await proven('rsa', rsa.signer), trust: rsa.trust, step: 1 },
  'two signers, GOST and RSA': {
    cms: mergeCms([await proven('gost512', gost512.signer), await proven('gost512', colleague)])!,
    trust: gost512.trust,
    step: 23,
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

describe.each(Object.entries(messages))('%s', (_, { cms, trust, step }) => {
  const verify = (changed: Uint8Array): Promise<CmsVerdict> =>
    verifyCms({ cms: changed, content, trust, at: NOW, primitives });

  test('is valid to begin with, with both proofs of each signer', async () => {
    const good = await verify(cms);
    expect(good.status).toBe('valid');
    for (const one of good.signers) expect([one.timestamp, one.revocation]).toEqual(['good', 'good']);
  });

  test.each([
    ['one bit', 1, (byte: number, at: number) => byte ^ (1 << (at % 8))],
    ['all bits', 7, (byte: number) => byte ^ 0xff],
  ])(
    'with %s of a byte changed is refused or means the same',
    { timeout: 60_000 },
    async (_name, sparse, change) => {
      const good = await verify(cms);
      let accepted = 0;
      for (let at = 0; at < cms.length; at += step * sparse) {
        const changed = cms.slice();
        changed[at] = change(changed[at]!, at);
        const verdict = await verify(changed);
        expect(verdict.reason, `byte ${at}`).not.toBe('internal_error');
        if (verdict.status !== 'valid') continue;
        accepted++;
        expect(meaning(verdict), `byte ${at}`).toEqual(meaning(good));
        // A proof that was changed proves nothing: it may be missing then, and never says something else.
        for (const [i, { stamped_at, timestamp, revocation }] of verdict.signers.entries()) {
          if (timestamp === 'good') expect(stamped_at, `byte ${at}`).toEqual(good.signers[i]!.stamped_at);
          expect(['good', 'not_checked'], `byte ${at}`).toContain(revocation);
        }
      }
      expect(accepted * step * sparse).toBeLessThan(cms.length / 2);
    },
  );

  test('cut off anywhere, or with a byte behind, is none', async () => {
    for (let length = 0; length < cms.length; length += 7)
      expect((await verify(cms.subarray(0, length))).status, String(length)).toBe('invalid');
    expect((await verify(Uint8Array.from([...cms, 0]))).reason).toBe('trailing_bytes');
  });
});
