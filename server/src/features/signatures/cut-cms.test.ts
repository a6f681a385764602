import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { attachContent, mergeCms } from '@kelisim/eds/cms/rearrange.ts';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { toPem } from '@kelisim/eds/asn1/armour.ts';
import { octetString, sequence } from '@kelisim/eds/asn1/write.ts';
import { embedRevocationProof } from '@kelisim/eds/revocation/embed.ts';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { hasVectors, listVectors, readVector } from '../../../../eds/test/vectors.ts';
import { makeTestDatabase } from '../../../test/database.ts';
import { proveSignature } from '../../../test/prove-signature.ts';
import { issueTestKey, type SigningKey } from '../../../test/signing-keys.ts';
import { nodePrimitives as primitives } from '../../platform/node-primitives.ts';
import { cutCms, type CutCms } from './cut-cms.ts';

const database = await makeTestDatabase();
const client = new Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

const content = Buffer.from('Акт № 18');
const keyOf = (name: string) =>
  issueTestKey({
    subject: { common_name: name, iin: '900101300123' },
    profile: { kind: 'signer', rights: ['person'] },
  });
const [one, other] = await Promise.all([keyOf('БІРІНШІ'), keyOf('ЕКІНШІ')]);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

const signed = async (by: SigningKey) =>
  Buffer.from(await signCms({ content, ...by, signing_time: new Date(), primitives }));

function cutOf(cms: Buffer): CutCms {
  const cut = cutCms(cms);
  if (!cut) throw new Error('nothing was cut out');
  return cut;
}

/** As the database gives it back, after the certificates went where all of them are kept. */
async function putTogether({ cut_cms, cut_at, certificates }: CutCms): Promise<Buffer> {
  for (const der of certificates)
    await client.query(
      'insert into signing_certificates (sha256, der) values ($1, $2) on conflict do nothing',
      [sha256(der), der],
    );
  const { rows } = await client.query<{ cms: Buffer }>('select cms_as_taken(null, $1, $2) as cms', [
    cut_cms,
    cut_at,
  ]);
  return rows[0]!.cms;
}

/** What was cut out; the rest holds none of it, and the whole comes back byte for byte. */
async function cutAndBack(cms: Buffer): Promise<Buffer[]> {
  const cut = cutOf(cms);
  const { cut_cms, certificates } = cut;
  expect((await putTogether(cut)).equals(cms)).toBe(true);
  expect(cut_cms.length).toBe(cms.length - certificates.reduce((sum, der) => sum + der.length - 32, 0));
  for (const der of certificates) {
    expect(parseCertificate(der)).not.toBeNull();
    expect(cut_cms.includes(der)).toBe(false);
  }
  return certificates;
}

const bare = await signed(one);
const proven = await proveSignature(bare, one.certificate);
const own = Buffer.from(one.certificate.der);

describe('a CMS is cut and comes back byte for byte', () => {
  test('with the certificates of its signer, of its time stamp and of the answer of OCSP', async () => {
    expect(await cutAndBack(bare)).toEqual([own]);
    const stamped = await cutAndBack(
      await proveSignature(bare, one.certificate, new Date(), { proof: false }),
    );
    expect(stamped).toHaveLength(2);
    const [signer, ...services] = await cutAndBack(proven);
    expect(signer).toEqual(own);
    expect(services.map((der) => parseCertificate(der)!.subject.common_name)).toEqual([
      'SANDBOX tsa',
      'SANDBOX ocsp',
    ]);
  });

  test('with a certificate that is in it twice', async () => {
    const twice = await cutAndBack(await proveSignature(proven, one.certificate));
    expect(twice).toHaveLength(5);
    expect(new Set(twice.map((der) => sha256(der).toString('hex'))).size).toBe(3);
  });

  test('of two signers, with the document inside, with many certificates and with lists', async () => {
    const both = mergeCms([proven, await proveSignature(await signed(other), other.certificate)])!;
    expect(await cutAndBack(Buffer.from(both))).toHaveLength(6);
    expect(await cutAndBack(Buffer.from(attachContent(proven, content)!))).toHaveLength(3);
    const listed = embedRevocationProof(proven, { kind: 'crl', ders: [sequence(octetString(content))] })!;
    expect(await cutAndBack(Buffer.from(listed))).toHaveLength(3);
    const chain = await Promise.all(Array.from({ length: 20 }, (_, n) => keyOf(`КУӘ ${n}`)));
    const many = await signed({ ...one, chain: chain.map(({ certificate }) => certificate) });
    const cut = cutOf(many);
    expect(cut.certificates).toHaveLength(16);
    expect((await putTogether(cut)).equals(many)).toBe(true);
  });

  test.runIf(hasVectors)('of other programs, in BER as in DER', async () => {
    let certificates = 0;
    for (const file of listVectors('cades/')) {
      const cms = Buffer.from(readVector(file));
      const cut = cutCms(cms);
      if (!cut) continue;
      certificates += cut.certificates.length;
      expect((await putTogether(cut)).equals(cms), file).toBe(true);
    }
    expect(certificates).toBeGreaterThan(50);
  });
});

test('what came as text, holds no certificate or is no CMS is not cut', async () => {
  expect(cutCms(Buffer.from(toPem('CMS', bare)))).toBeNull();
  expect(cutCms(Buffer.from(bare.toString('base64')))).toBeNull();
  expect(cutCms(own)).toBeNull();
  expect(cutCms(bare.subarray(0, -1))).toBeNull();
  expect(cutCms(Buffer.from([]))).toBeNull();
});

test('a digest without its certificate stays, so that the signature is found broken', async () => {
  const stranger = cutOf(await signed(await keyOf('БӨТЕН')));
  expect(await putTogether({ ...stranger, certificates: [] })).toEqual(stranger.cut_cms);
});
