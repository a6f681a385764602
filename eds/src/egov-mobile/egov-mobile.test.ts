import { describe, expect, test } from 'vitest';
import { EGOV_CANCELLED, egovLink, egovQrText, egovTime } from './protocol.ts';
import type { EgovDocument, EgovDocuments } from './protocol.ts';
import { readEgovSigned } from './read-signed.ts';

test('the forms of the wire', () => {
  expect(egovTime(new Date('2026-08-14T10:52:24.138Z'))).toBe('2026-08-14T15:52:24.138+0500');
  const address = 'https://a.kz/x?mgovSign=1&b=2';
  expect(egovQrText(address)).toBe(`mobileSign:${address}`);
  expect(egovLink(address, 'mobile')).toBe(
    'https://m.egov.kz/mobileSign/?link=https%3A%2F%2Fa.kz%2Fx%3FmgovSign%3D1%26b%3D2',
  );
  expect(egovLink(address, 'business')).toContain('https://m.egov.kz/businessSign/?link=');
  expect(() => egovQrText('https://a.kz/x')).toThrow('mgovSign');
  expect(() => egovQrText('https://a.kz/mgovSign x')).toThrow('spaces');
});

describe('what the phone sends back', () => {
  const names = { nameRu: 'Договор', nameKz: 'Шарт', nameEn: 'Contract' };
  const file = (data: string) => ({ document: { file: { mime: 'application/pdf', data } } });
  const shown: EgovDocuments = {
    signMethod: 'MIX_SIGN',
    version: 1,
    documentsToSign: [
      { id: 1, signMethod: 'CMS_SIGN_ONLY', ...names, ...file('JVBERi0=') },
      { id: 2, signMethod: 'XML', ...names, documentXml: '<login/>' },
      { id: 3, signMethod: 'SIGN_BYTES_ARRAY', ...names, ...file('AAAA') },
    ],
  };
  const pair = JSON.stringify({ signature: 'AAAA', certificate: 'BBBB' });
  const back = (...changed: Partial<EgovDocument>[]): object => ({
    ...shown,
    documentsToSign: [
      { ...shown.documentsToSign[0], ...file('MIIC'), ...changed[0] },
      { ...shown.documentsToSign[1], documentXml: '<login>…</login>', ...changed[1] },
      { ...shown.documentsToSign[2], ...file(pair), ...changed[2] },
    ],
  });

  test('is read by the method of each document', () => {
    expect(readEgovSigned(back(), shown)).toEqual({
      status: 'signed',
      documents: [
        { id: 1, kind: 'cms', cms: 'MIIC' },
        { id: 2, kind: 'xml', xml: '<login>…</login>' },
        { id: 3, kind: 'bytes', signature: 'AAAA', certificate: 'BBBB' },
      ],
    });
  });

  test('may be a refusal of the person, or other documents, or nonsense', () => {
    expect(readEgovSigned({ status: EGOV_CANCELLED }, shown)).toEqual({ status: 'cancelled' });
    const other = { status: 'error', reason: 'other_documents' };
    expect(readEgovSigned(back({ id: 9 }), shown)).toEqual(other);
    expect(readEgovSigned(back({ id: 2 }), shown)).toEqual(other);
    const more = back() as { documentsToSign: object[] };
    expect(readEgovSigned({ documentsToSign: [...more.documentsToSign, { id: 4 }] }, shown)).toEqual(other);
    const malformed = { status: 'error', reason: 'malformed' };
    for (const body of [null, 'x', {}, { documentsToSign: 5 }]) {
      expect(readEgovSigned(body, shown)).toEqual(malformed);
    }
    expect(readEgovSigned(back({}, {}, file('x')), shown)).toEqual(malformed);
    expect(readEgovSigned(back({}, {}, file('[]')), shown)).toEqual(malformed);
    expect(readEgovSigned(back(file('')), shown)).toEqual(malformed);
    expect(readEgovSigned(back({}, { documentXml: '' }), shown)).toEqual(malformed);
  });
});
