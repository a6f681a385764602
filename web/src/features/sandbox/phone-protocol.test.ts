import { beforeEach, describe, expect, test } from 'vitest';
import {
  askDocuments,
  askInvitation,
  PhoneFault,
  readCode,
  sendCancel,
  sendSigned,
} from './phone-protocol.ts';
import type { Invitation, PhoneWorld } from './phone-protocol.ts';

const invitation = {
  description: 'Подписание документов',
  expiry_date: '2026-08-14T15:52:24.138+0500',
  organisation: { nameRu: 'АО "НИТ"', nameKz: '"ҰАТ" АҚ', nameEn: 'NITEC', bin: '000740000728' },
  document: { uri: 'https://site.kz/doc?id=1', auth_type: 'Token', auth_token: '2dffe45dssvg' },
};
const file = (text: string) => ({ file: { mime: 'application/pdf', data: btoa(text) } });
const documents = {
  signMethod: 'CMS_SIGN_ONLY',
  version: 1,
  documentsToSign: [
    {
      id: 54321,
      nameRu: 'Договор аренды',
      nameKz: 'Жалдау шарты',
      nameEn: 'Lease',
      meta: [{ name: 'Номер договора', value: '123/ABC' }],
      document: file('first'),
    },
    { id: 7, nameRu: 'Акт', nameKz: 'Акт', nameEn: 'Act', meta: [], document: file('second') },
  ],
};

let asked: { url: string; request: RequestInit }[] = [];
beforeEach(() => {
  asked = [];
});

/** A site that gives this answer. */
function worldWith(answer: unknown, status = 200, site = 'https://site.kz'): PhoneWorld {
  return {
    fetch: async (url, request) => {
      asked.push({ url, request });
      return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status });
    },
    site: new URL(site),
    language: 'kk',
    now_ms: () => Date.parse('2026-08-14T15:50:00+05:00'),
  };
}

async function faultOf(deed: () => unknown): Promise<string> {
  try {
    await deed();
  } catch (error) {
    if (error instanceof PhoneFault) return `${error.kind} ${error.where}`.trim();
    throw error;
  }
  return 'none';
}

describe('the text of a code', () => {
  const world = worldWith({});
  const address = 'https://site.kz/api?mgovSign=abc';
  test('a code, and a link for the same phone of either app, lead to API No.1', () => {
    const link = encodeURIComponent(address);
    for (const text of [
      `mobileSign:${address}`,
      `  mobileSign:${address}\n`,
      `https://m.egov.kz/mobileSign/?link=${link}`,
      `https://m.egov.kz/businessSign/?link=${link}&isi=1476128386`,
    ])
      expect(readCode(world, text).href).toBe(address);
  });

  test('what the app would not open is not opened', async () => {
    for (const [text, fault] of [
      [address, 'not_a_code'],
      [`mobilesign:${address}`, 'not_a_code'],
      [`mobileSign: ${address}`, 'not_a_code'],
      ['mobileSign:nothing-mgovSign', 'not_a_code'],
      [`https://m.egov.kz.evil.kz/mobileSign/?link=${encodeURIComponent(address)}`, 'not_a_code'],
      ['mobileSign:https://site.kz/api?key=abc', 'no_mgov_sign'],
      ['mobileSign:https://other.kz/mgovSign', 'foreign_domain other.kz'],
      ['mobileSign:http://site.kz/mgovSign', 'foreign_domain site.kz'],
      ['mobileSign:http://localhost:4400/mgovSign', 'foreign_domain localhost:4400'],
    ] as const)
      expect(await faultOf(() => readCode(world, text)), text).toBe(fault);
  });

  test('names of one and the same machine are one site', () => {
    const here = worldWith({}, 200, 'http://127.0.0.1:5173');
    expect(readCode(here, 'mobileSign:http://localhost:4400/init?mgovSign=a').href).toBe(
      'http://127.0.0.1:5173/init?mgovSign=a',
    );
  });
});

describe('API No.1', () => {
  const ask = (answer: unknown, status?: number) =>
    askInvitation(worldWith(answer, status), new URL('https://site.kz/api?mgovSign=abc'));

  test('is asked without a token and without cookies, in the language of the phone', async () => {
    expect(await ask(invitation)).toMatchObject({
      ends_at_ms: Date.parse('2026-08-14T10:52:24.138Z'),
      organisation: { bin: '000740000728' },
      token: '2dffe45dssvg',
    });
    expect(asked).toMatchObject([
      { url: 'https://site.kz/api?mgovSign=abc', request: { credentials: 'omit' } },
    ]);
    expect(asked[0]!.request.headers).toEqual({ Accept: 'application/json', 'Accept-Language': 'kk' });
  });

  test('letters, forms and fields are taken to the letter', async () => {
    const document = invitation.document;
    for (const [answer, fault] of [
      [{ ...invitation, expiry_date: '2026-08-14T15:52:24+05:00' }, 'bad_answer expiry_date'],
      [{ ...invitation, expiry_date: '2026-08-14T15:49:59.999+0500' }, 'expired'],
      [
        { ...invitation, organisation: { ...invitation.organisation, nameKz: undefined } },
        'bad_answer nameKz',
      ],
      [{ ...invitation, document: { ...document, auth_type: 'token' } }, 'bad_answer auth_type'],
      [{ ...invitation, document: { ...document, auth_type: 'Eds' } }, 'unsupported auth_type Eds'],
      [{ ...invitation, document: { ...document, auth_token: '' } }, 'bad_answer auth_token'],
      [{ ...invitation, document: { ...document, uri: 'https://other.kz/doc' } }, 'foreign_domain other.kz'],
      [[invitation], 'bad_answer JSON'],
      ['<html>', 'bad_answer JSON'],
    ] as const)
      expect(await faultOf(() => ask(answer)), JSON.stringify(answer)).toBe(fault);
  });

  test('a refusal of the site is said in its words', async () => {
    expect(await faultOf(() => ask({ message: 'Кодтың уақыты өтті' }, 403))).toBe(
      'server Кодтың уақыты өтті',
    );
    expect(await faultOf(() => ask('', 502))).toBe('bad_answer 502');
  });
});

describe('API No.2', () => {
  const read = (): Promise<Invitation> =>
    askInvitation(worldWith(invitation), new URL('https://site.kz/api?mgovSign=abc'));
  const show = async (answer: unknown) => askDocuments(worldWith(answer), await read());

  test('the documents come by the token, each with its bytes', async () => {
    const shown = await show(documents);
    expect((asked[1]!.request.headers as Record<string, string>)['Authorization']).toBe(
      'Bearer 2dffe45dssvg',
    );
    expect(
      shown.documents.map(({ id, method, bytes }) => [id, method, new TextDecoder().decode(bytes)]),
    ).toEqual([
      [54321, 'CMS_SIGN_ONLY', 'first'],
      [7, 'CMS_SIGN_ONLY', 'second'],
    ]);
  });

  test('with MIX_SIGN each document says how it is signed', async () => {
    const list = documents.documentsToSign.map((one, at) => ({
      ...one,
      signMethod: at === 0 ? 'CMS_WITH_DATA' : 'CMS_SIGN_ONLY',
    }));
    const shown = await show({ ...documents, signMethod: 'MIX_SIGN', documentsToSign: list });
    expect(shown.documents.map(({ method }) => method)).toEqual(['CMS_WITH_DATA', 'CMS_SIGN_ONLY']);
    expect(await faultOf(() => show({ ...documents, signMethod: 'MIX_SIGN' }))).toBe(
      'bad_answer documentsToSign.0.signMethod',
    );
  });

  test('XML and bytes of one code are shown each in its way, and XML goes back in its own place', async () => {
    const [first, second] = documents.documentsToSign;
    const { document: _, ...xml } = { ...first!, signMethod: 'XML', documentXml: '<login/>' };
    const mixed = {
      ...documents,
      signMethod: 'MIX_SIGN',
      documentsToSign: [xml, { ...second, signMethod: 'SIGN_BYTES_ARRAY' }],
    };
    const shown = await show(mixed);
    expect(shown.documents.map(({ mime, bytes }) => [mime, new TextDecoder().decode(bytes)])).toEqual([
      ['text/xml', '<login/>'],
      ['application/pdf', 'second'],
    ]);
    const signatures = new Map([
      [54321, '<login><Signature/></login>'],
      [7, '{"signature":"AA=="}'],
    ]);
    await sendSigned(worldWith({}), await read(), shown, signatures);
    expect(JSON.parse(asked.at(-1)!.request.body as string)).toEqual({
      ...mixed,
      documentsToSign: [
        { ...xml, documentXml: '<login><Signature/></login>' },
        {
          ...mixed.documentsToSign[1],
          document: { file: { mime: 'application/pdf', data: '{"signature":"AA=="}' } },
        },
      ],
    });
  });

  test('what is not by the protocol is refused by its place', async () => {
    const [first, second] = documents.documentsToSign as [(typeof documents.documentsToSign)[0], unknown];
    const list = (one: unknown) => ({ ...documents, documentsToSign: [one, second] });
    for (const [answer, fault] of [
      [{ ...documents, version: 2 }, 'bad_answer version'],
      [{ ...documents, documentsToSign: [] }, 'bad_answer documentsToSign'],
      [{ ...documents, signMethod: 'RAW' }, 'unsupported RAW'],
      [{ ...documents, signMethod: 'XML' }, 'bad_answer documentsToSign.0.documentXml'],
      [list({ ...first, id: 'a' }), 'bad_answer documentsToSign.0.id'],
      [list({ ...first, id: 7 }), 'bad_answer id'],
      [list({ ...first, meta: [{ name: 'Сумма', value: 5 }] }), 'bad_answer documentsToSign.0.meta.0.value'],
      [
        list({ ...first, document: { file: { data: '%%' } } }),
        'bad_answer documentsToSign.0.document.file.data',
      ],
    ] as const)
      expect(await faultOf(() => show(answer))).toBe(fault);
  });

  test('the same JSON goes back, with nothing changed but the signatures', async () => {
    const shown = await show(documents);
    const signatures = new Map([
      [54321, 'c2lnMQ=='],
      [7, 'c2lnMg=='],
    ]);
    const world = worldWith({ status: 'success', backUrl: 'https://site.kz/lk' });
    expect(await sendSigned(world, await read(), shown, signatures)).toEqual({
      back_url: 'https://site.kz/lk',
    });
    const { request, url } = asked.at(-1)!;
    expect([request.method, url]).toEqual(['PUT', 'https://site.kz/doc?id=1']);
    const [first, second] = documents.documentsToSign;
    expect(JSON.parse(request.body as string)).toEqual({
      ...documents,
      documentsToSign: [
        { ...first, document: { file: { mime: 'application/pdf', data: 'c2lnMQ==' } } },
        { ...second, document: { file: { mime: 'application/pdf', data: 'c2lnMg==' } } },
      ],
    });
    // Other sites answer with a bare word.
    expect(await sendSigned(worldWith('"success"'), await read(), shown, signatures)).toEqual({
      back_url: null,
    });
  });

  test('a cancellation says so at the top, with the documents as they came', async () => {
    const shown = await show(documents);
    await sendCancel(worldWith({}), await read(), shown);
    expect(JSON.parse(asked.at(-1)!.request.body as string)).toEqual({ ...documents, status: 'CANCELED' });
  });

  test('a dead line is told from a refusal', async () => {
    const world: PhoneWorld = { ...worldWith({}), fetch: () => Promise.reject(new TypeError('failed')) };
    const known = await read();
    expect(await faultOf(() => askDocuments(world, known))).toBe('network');
  });
});
