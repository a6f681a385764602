import { spawnSync } from 'node:child_process';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as pdfLib from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachFiles } from '../../test/attach-files.ts';
import { makeFolder } from '../../test/openssl.ts';
import { hasPoppler, listByPoppler, WITHOUT_POPPLER } from '../../test/poppler.ts';
import { makeOwner, makeSandbox, NOW } from '../../test/sandbox.ts';
import type { Owner } from '../../test/sandbox.ts';
import { hasVectors, primitives, readVector } from '../../test/vectors.ts';
import { concatBytes, utf8ToBytes } from '../bytes.ts';
import { mergeCms } from '../cms/rearrange.ts';
import { parseCms } from '../cms/parse.ts';
import { signCms } from '../cms/sign.ts';
import { streebog512 } from '../gost/streebog.ts';
import { answerOcsp } from '../revocation/answer-ocsp.ts';
import { embedRevocationProof } from '../revocation/embed.ts';
import { issueCrl } from '../revocation/issue-crl.ts';
import type { RevocationProof } from '../revocation/port.ts';
import { answerTimestamp } from '../timestamp/answer.ts';
import { embedTimestamp } from '../timestamp/embed.ts';
import { buildTimestampRequest } from '../timestamp/request.ts';
import { parseTimestampResponse } from '../timestamp/response.ts';
import { pdfLibAttachments } from './attachments.ts';
import { buildDdc } from './build.ts';
import type { BuildDdcInput } from './build.ts';
import { readDdc, safeFileName } from './card.ts';
import { readQrSet, writeQrSet } from './qr-set.ts';
import type { Deflate } from './qr-set.ts';
import { verifyDdc } from './verify.ts';
import { writeZip } from './zip.ts';

const attachments = pdfLibAttachments(pdfLib);
const { authority, signer, trust } = await makeSandbox();
const second = await makeOwner({ issuer: authority });
const tsa = await makeOwner({ profile: { kind: 'tsa' }, subject: { common_name: 'TSA' }, issuer: authority });
const responder = await makeOwner({
  profile: { kind: 'ocsp' },
  subject: { common_name: 'OCSP' },
  issuer: authority,
});
const after = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
const document = { name: 'Акт № 18.txt', bytes: utf8ToBytes('Акт выполненных работ'), mime: 'text/plain' };

async function emptyPdf(): Promise<Uint8Array> {
  const pdf = await pdfLib.PDFDocument.create();
  pdf.addPage();
  return new Uint8Array(await pdf.save());
}
const card = await emptyPdf();

async function stamped(
  owner: Owner,
  at: Date,
  content = document.bytes,
  attached = false,
): Promise<Uint8Array> {
  const cms = await signCms({ content, ...owner, attached, signing_time: NOW, primitives });
  const parsed = parseCms(cms);
  if ('reason' in parsed) throw new Error(parsed.reason);
  const request = buildTimestampRequest({
    imprint: { digest: 'streebog512', hash: streebog512(parsed.signed_data.signers[0]!.signature) },
  });
  const answer = await answerTimestamp({
    request,
    ...tsa,
    gen_time: at,
    serial: Uint8Array.of(1),
    primitives,
  });
  const read = parseTimestampResponse(answer);
  if (read?.status !== 'granted') throw new Error('refused');
  return embedTimestamp(cms, read.token)!;
}

async function ocspOf(owner: Owner, at: Date, status: 'good' | 'revoked' = 'good'): Promise<RevocationProof> {
  const der = await answerOcsp({
    certificate: owner.certificate,
    issuer: authority.certificate,
    status,
    this_update: at,
    responder,
    primitives,
  });
  return { kind: 'ocsp', der };
}

async function whole(owner: Owner, at: Date): Promise<Uint8Array> {
  return embedRevocationProof(await stamped(owner, at), await ocspOf(owner, at))!;
}

async function build(
  signatures: readonly Uint8Array[],
  more: Partial<BuildDdcInput> = {},
): Promise<Awaited<ReturnType<typeof buildDdc>>> {
  return buildDdc({
    draw: (files) => attachFiles(card, files),
    document,
    signatures: signatures.map((cms) => ({ name: 'подпись.cms', cms, signer: 'ИВАНОВ ИВАН' })),
    ...more,
  });
}

async function built(...signatures: Uint8Array[]): Promise<Uint8Array> {
  const made = await build(signatures);
  if (made.status === 'error') throw new Error(made.reason);
  return made.pdf;
}

const verify = (pdf: Uint8Array) => verifyDdc({ pdf, trust, primitives, attachments });

describe('a card', () => {
  test('carries the document and its signatures in the order of their time, and proves itself', async () => {
    const [late, early] = [await whole(signer, after(3)), await whole(second, after(1))];
    const pdf = await built(late, early);
    const read = await readDdc(pdf, attachments);
    expect(read).toEqual({
      status: 'ok',
      parts: {
        document: { name: document.name, bytes: document.bytes },
        signatures: [
          { name: 'подпись.cms', bytes: early },
          { name: 'подпись (2).cms', bytes: late },
        ],
      },
    });
    const verdict = await verify(pdf);
    expect(verdict).toMatchObject({
      status: 'valid',
      signatures: [
        { status: 'valid', signer: { stamped_at: after(1), revocation: 'good' } },
        { status: 'valid', signer: { stamped_at: after(3) } },
      ],
    });
    expect(verdict.reason).toBeUndefined();
    // Rebuilt, it has only the new files.
    const again = await buildDdc({
      draw: (files) => attachFiles(pdf, files),
      document: { ...document, name: 'other.txt' },
      signatures: [{ name: '1.cms', cms: early, signer: 'x' }],
    });
    expect(again.status === 'ok' && (await attachments.read(again.pdf))!.map(({ name }) => name)).toEqual([
      'other.txt',
      '1.cms',
    ]);
  });

  test('takes a document out of its signature', async () => {
    const attached = embedRevocationProof(
      await stamped(signer, NOW, document.bytes, true),
      await ocspOf(signer, NOW),
    )!;
    expect((await verify(await built(attached))).status).toBe('valid');
    const other = await stamped(signer, NOW, utf8ToBytes('x'), true);
    expect(await build([other])).toEqual({ status: 'error', reason: 'content_attached' });
  });

  test('is not made of what it does not allow', async () => {
    const good = await whole(signer, NOW);
    expect(await build([])).toEqual({ status: 'error', reason: 'no_signatures' });
    expect(await build([document.bytes])).toEqual({ status: 'error', reason: 'signature_not_cms' });
    expect(await build([mergeCms([good, await whole(second, NOW)])!])).toEqual({
      status: 'error',
      reason: 'signature_not_single',
    });
    const bes = await signCms({ content: document.bytes, ...signer, signing_time: NOW, primitives });
    expect(await build([bes])).toEqual({ status: 'error', reason: 'timestamp_missing' });
    for (const bad of [
      { ...document, name: 'act.exe' },
      { ...document, bytes: utf8ToBytes('MZ…') },
    ]) {
      expect(await build([good], { document: bad })).toEqual({
        status: 'error',
        reason: 'executable_inside',
      });
    }
  });

  test('is wholly untrusted when one signature fails', async () => {
    const good = await whole(signer, NOW);
    const expectReason = async (bad: Uint8Array, reason: string, status = 'invalid'): Promise<void> => {
      expect(await verify(await built(good, bad)), reason).toMatchObject({ status, reason });
    };
    const cms = await stamped(second, after(1));
    const withProof = (proof: RevocationProof): Uint8Array => embedRevocationProof(cms, proof)!;
    await expectReason(cms, 'proof_missing');
    await expectReason(withProof(await ocspOf(second, after(7))), 'proof_too_far');
    await expectReason(withProof(await ocspOf(second, after(1), 'revoked')), 'certificate_revoked');
    await expectReason(await stamped(second, after(1), utf8ToBytes('x')), 'digest_mismatch');
    const list = (more: object) =>
      issueCrl({
        issuer: authority,
        this_update: after(-60),
        next_update: after(600),
        number: 4,
        entries: [],
        primitives,
        ...more,
      });
    const [base, delta] = [await list({}), await list({ number: 5, base_number: 4 })];
    await expectReason(withProof({ kind: 'crl', ders: [base] }), 'delta_missing');
    expect((await verify(await built(good, withProof({ kind: 'crl', ders: [base, delta] })))).status).toBe(
      'valid',
    );
    const ended = await list({ this_update: after(10) });
    await expectReason(withProof({ kind: 'crl', ders: [ended, delta] }), 'proof_too_far');
    const stranger = await makeSandbox();
    expect(
      await verifyDdc({ pdf: await built(good), trust: stranger.trust, primitives, attachments }),
    ).toMatchObject({ status: 'indeterminate' });
  });

  test('is not what is no card', async () => {
    expect(await verify(utf8ToBytes('x'))).toEqual({ status: 'invalid', reason: 'not_pdf', signatures: [] });
    expect(await verify(card)).toMatchObject({ reason: 'no_document' });
    const alone = await attachFiles(card, [{ ...document, description: 'x' }]);
    expect(await verify(alone)).toMatchObject({ reason: 'no_signatures' });
    const script = { name: 'x.js', bytes: utf8ToBytes('1'), mime: 'text/plain', description: '' };
    expect(await verify(await attachFiles(card, [{ ...document, description: '' }, script]))).toMatchObject({
      reason: 'executable_inside',
    });
  });

  test.skipIf(!hasVectors)('goes on the cards of others (../shared/vectors)', async () => {
    for (const name of ['embed.pdf', 'embed-landscape.pdf', 'different-page-configs.pdf']) {
      const made = await build([await whole(signer, NOW)], {
        draw: (files) => attachFiles(readVector(`ddc/${name}`), files),
      });
      if (made.status === 'error') throw new Error(made.reason);
      expect((await verify(made.pdf)).status, name).toBe('valid');
    }
  });

  test.skipIf(!hasPoppler)(`is read by Poppler (${WITHOUT_POPPLER})`, async () => {
    const path = makeFolder()('card.pdf', await built(await whole(signer, NOW)));
    expect(listByPoppler(path)).toMatch(/2 embedded files[^]*1: Акт № 18\.txt[^]*2: подпись\.cms/);
  });
});

test('names of files are such as every system keeps', () => {
  expect(safeFileName('a/b\\c:d*?"<>|e.pdf')).toBe('a_b_c_d______e.pdf');
  expect(safeFileName('..\u0000. ')).toBe('_');
  expect(safeFileName('')).toBe('_');
  const long = safeFileName(`${'я'.repeat(500)}.pdf`);
  expect(Array.from(long).length).toBe(120);
  expect(long.endsWith('.pdf')).toBe(true);
});

describe('a signature on paper', () => {
  const deflate: Deflate = {
    deflateRaw: (bytes) => new Uint8Array(deflateRawSync(bytes)),
    inflateRaw: (bytes, most) => new Uint8Array(inflateRawSync(bytes, { maxOutputLength: most })),
  };

  test('comes back from its codes', async () => {
    const cms = await whole(signer, NOW);
    const texts = writeQrSet({ sign_id: 9, cms, deflate });
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(utf8ToBytes(text).length).toBeLessThanOrEqual(997);
    expect(JSON.parse(texts[0]!)).toMatchObject({ signId: 9, total: texts.length, index: 1 });
    expect(readQrSet([...texts.toReversed(), texts[0]!], deflate)).toEqual({ sign_id: '9', cms });
    const fromZero = texts.map((text) => {
      const one = JSON.parse(text) as { index: number };
      return JSON.stringify({ ...one, index: one.index - 1 });
    });
    expect(readQrSet(fromZero, deflate)?.cms).toEqual(cms);
  });

  test('and not from a part of them, or from others', () => {
    const texts = writeQrSet({ sign_id: 'a', cms: primitives.randomBytes(3000), deflate });
    const other = writeQrSet({ sign_id: 'b', cms: primitives.randomBytes(3000), deflate });
    expect(readQrSet(texts.slice(1), deflate)).toBeNull();
    expect(readQrSet([...texts.slice(1), other[0]!], deflate)).toBeNull();
    expect(readQrSet([], deflate)).toBeNull();
    expect(readQrSet(['x'], deflate)).toBeNull();
    expect(readQrSet(['{"signId":1,"total":1,"index":1,"data":"AAAA"}'], deflate)).toBeNull();
    expect(readQrSet(['{"signId":1,"total":1,"index":5,"data":"AAAA"}'], deflate)).toBeNull();
    const bomb = writeQrSet({ sign_id: 1, cms: new Uint8Array(5 * 1024 * 1024), deflate });
    expect(readQrSet(bomb, deflate)).toBeNull();
    const changed = texts.map((text) => text.replace('"data":"U', '"data":"V'));
    expect(readQrSet(changed, deflate)).toBeNull();
  });

  test('nothing throws', () => {
    const zip = writeZip('a.cms', utf8ToBytes('some text'), deflate.deflateRaw);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(zip.length), (bytes, at) => {
        const changed = concatBytes(zip.subarray(0, at), bytes, zip.subarray(at + 2));
        const data = Buffer.from(changed).toString('base64');
        readQrSet([JSON.stringify({ signId: 1, total: 1, index: 1, data })], deflate);
      }),
    );
  });

  const hasUnzip = spawnSync('unzip', ['-v']).error === undefined;
  test.skipIf(!hasUnzip)('is a ZIP for others too (needs the unzip command)', () => {
    const file = makeFolder();
    const path = file('one.zip', writeZip('9.cms', utf8ToBytes('content'), deflate.deflateRaw));
    expect(spawnSync('unzip', ['-p', path, '9.cms'], { encoding: 'utf8' }).stdout).toBe('content');
  });
});
