import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { answerScan } from './answer-scan.ts';
import { openQrSession } from './open-qr-session.ts';
import type { QrKind, QrRequest, SignedItem } from './qr-kinds.ts';
import { showDocuments } from './show-documents.ts';
import { answerSigned } from './take-signatures.ts';

const app = await makeTestApp();
afterAll(() => app.close());

const phone = { ip: '10.0.0.1', user_agent: 'eGovMobile' };
const names = { ru: 'Вход', kz: 'Кіру', en: 'Sign-in' };

/** A sign-in as its feature would begin it: nobody is known yet, and what is signed is the session's own. */
const request: QrRequest = {
  doc_type: 'login',
  organisation: { ...names, bin: '180340000003' },
  description: names,
  back_url: 'http://localhost:4400/auth/login',
  items: [
    {
      subject_id: null,
      file_id: null,
      content: Buffer.from('<login/>'),
      sign_method: 'XML',
      names,
      meta: [],
    },
    {
      subject_id: null,
      file_id: null,
      content: Buffer.from('challenge'),
      sign_method: 'CMS_WITH_DATA',
      names,
      meta: [{ key: 'number', value: '1' }],
    },
  ],
};

/** A kind that notes what it was given, and may die over it. */
function notingKind(fail: { times: number }) {
  const taken: { key: string; items: SignedItem[]; owner: unknown }[] = [];
  const kind: QrKind = {
    doc_type: 'login',
    check: async () => undefined,
    async take({ key, items, owner }) {
      taken.push({ key, items, owner });
      if (fail.times-- > 0) throw new Error('the process ended here');
      return items.map(({ position }) => ({ position, status: 'ok' as const, code: null, detail: null }));
    },
  };
  return { kind, taken };
}

async function begin() {
  const code = await openQrSession(app.parts, null, request, 'ru');
  const key = code.text!.slice(-24);
  const { document } = await answerScan(app.parts, key, phone, 'ru');
  return { code, token: document.auth_token, uri: document.uri };
}
const query = { doc_ids: [1, 2], user_id: 0 };
const ip = '127.0.0.1';
const signed = {
  documentsToSign: [
    { id: 1, documentXml: '<login><Signature/></login>' },
    { id: 2, document: { file: { data: 'MAA=' } } },
  ],
};

test('nobody signed in, documents of the session itself, a method of its own for each', async () => {
  const { kind, taken } = notingKind({ times: 0 });
  const { code, token, uri } = await begin();
  expect(code.doc_ids).toEqual([]);
  expect(uri).toBe('http://localhost:4400/api/v1/qr-signing/doc?doc_ids=1&doc_ids=2&user_id=0');
  expect(await showDocuments(app.parts, [kind], { token, query }, 'kz')).toEqual({
    signMethod: 'MIX_SIGN',
    version: 1,
    documentsToSign: [
      {
        id: 1,
        signMethod: 'XML',
        nameRu: 'Вход',
        nameKz: 'Кіру',
        nameEn: 'Sign-in',
        meta: [],
        documentXml: '<login/>',
      },
      {
        id: 2,
        signMethod: 'CMS_WITH_DATA',
        nameRu: 'Вход',
        nameKz: 'Кіру',
        nameEn: 'Sign-in',
        meta: [{ name: 'Нөмірі', value: '1' }],
        document: { file: { mime: 'text/plain', data: Buffer.from('challenge').toString('base64') } },
      },
    ],
  });
  const answer = await answerSigned(app.parts, [kind], { token, query, ip }, signed, 'ru');
  expect(answer).toMatchObject({
    success: true,
    signed_count: 2,
    backUrl: 'http://localhost:4400/auth/login',
  });
  expect(taken).toMatchObject([{ owner: null }]);
  expect(
    taken[0]!.items.map(({ sign_method, signature }) => [sign_method, signature.toString('latin1')]),
  ).toEqual([
    ['XML', '<login><Signature/></login>'],
    ['CMS_WITH_DATA', '0\0'],
  ]);
});

test('when the process dies over the signatures, the same answer of the phone goes on with the same work', async () => {
  const { kind, taken } = notingKind({ times: 1 });
  const { token } = await begin();
  const send = (body: typeof signed) => answerSigned(app.parts, [kind], { token, query, ip }, body, 'ru');
  await expect(send(signed)).rejects.toThrow('the process ended here');
  const other = {
    documentsToSign: [signed.documentsToSign[0]!, { id: 2, document: { file: { data: 'MAE=' } } }],
  };
  await expect(send(other)).rejects.toMatchObject({ code: 'in_progress' });
  expect(await send(signed)).toMatchObject({ success: true, signed_count: 2 });
  expect(taken).toHaveLength(2);
  expect(taken[0]!.key).toBe(taken[1]!.key);
});
