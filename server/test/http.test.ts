import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { calls } from '@kelisim/shared/calls.ts';
import { BODY_BYTES, type Call } from '@kelisim/shared/kernel/call.ts';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { openMessage } from '../src/features/messages/public.ts';
import { multipartOf, send, type Reply } from './calls.ts';
import { makeDealApp } from './deal-app.ts';
import { makeTestApp } from './make-app.ts';
import { actBody, samplePdf } from './papers.ts';
import { PASSWORD, signInAs } from './people.ts';

const { app, deal } = await makeDealApp({ company: { algorithm: 'gost512' } });
const { company } = deal;
const token = company.director.token;
const address = await app.listen();
afterAll(() => app.close());

const CREATE = '/api/v1/doc/acts';

function post(
  payload: string | Buffer | Readable,
  headers: Record<string, string> = {},
  url = CREATE,
): Promise<Reply> {
  return send(app.http, {
    method: 'POST',
    url,
    payload,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...headers,
    },
  });
}

const get = (url: string, headers: Record<string, string> = {}) =>
  send(app.http, { method: 'GET', url, headers: { authorization: `Bearer ${token}`, ...headers } });

const problem = (reply: Reply) => {
  const { code, field } = reply.json as { code: string; field?: string };
  return [reply.status, code, ...(field === undefined ? [] : [field])].join(' ');
};

/** An act that is right, as JSON text that a test then spoils. */
const right = () => JSON.stringify(actBody(deal));

describe('bodies', () => {
  test.each<[string, (body: string) => string | Buffer, string]>([
    ['no JSON', () => '{"title":', '400 bad_json'],
    ['two values', (body) => body + body, '400 bad_json'],
    ['UTF-16', (body) => Buffer.from(body, 'utf16le'), '400 bad_json'],
    ['a byte order mark', (body) => `\ufeff${body}`, '400 bad_json'],
    ['a list', () => '[]', '400 bad_input'],
    ['a text', () => '"x"', '400 bad_input'],
    ['null', () => 'null', '400 missing_field title'],
    ['nothing', () => '', '400 missing_field title'],
    ['an unknown field', (body) => body.replace('{', '{"status":"paid",'), '400 unknown_field status'],
    [
      'an unknown field of a service',
      (body) => body.replace('"rate"', '"amount":"1.00","rate"'),
      '400 unknown_field services.0.amount',
    ],
    ['__proto__', (body) => body.replace('{', '{"__proto__":{"role_id":1},'), '400 unknown_field __proto__'],
    [
      'constructor',
      (body) => body.replace('{', '{"constructor":{"prototype":{"a":1}},'),
      '400 unknown_field constructor',
    ],
    ['a name twice', (body) => body.replace('{', '{"title":"x",'), '400 field.repeated title'],
    ['NUL', (body) => body.replace('Курьер', 'Курьер\\u0000'), '400 unstorable_text title'],
    [
      'half a letter',
      (body) => body.replace('Доставка', '\\ud83d'),
      '400 unstorable_text services.0.description',
    ],
    ['a number for a text', (body) => body.replace('"Курьерские услуги"', '5'), '400 field.text title'],
    [
      'a text for an id',
      (body) => body.replace(/"contract_id":(\d+)/, '"contract_id":"$1"'),
      '400 field.id contract_id',
    ],
    [
      'true for an id',
      (body) => body.replace(/"contract_id":\d+/, '"contract_id":true'),
      '400 field.id contract_id',
    ],
    [
      'an id beyond safe integers',
      (body) => body.replace(/"contract_id":\d+/, '"contract_id":9007199254740993'),
      '400 field.id contract_id',
    ],
    [
      'null for a field that must be',
      (body) => body.replace(/"date":"[^"]+"/, '"date":null'),
      '400 field.date date',
    ],
    [
      'a number for a sum',
      (body) => body.replace('"1500.00"', '1500.005'),
      '400 field.money services.0.rate',
    ],
    ['nested without end', () => `{"title":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, '413 too_large'],
    ['a turned direction', (body) => body.replace('Курьер', 'Курьер\u202e'), '400 unstorable_text title'],
  ])('%s', async (_, spoil, expected) => {
    const body = right();
    const spoilt = spoil(body);
    expect(spoilt).not.toBe(body);
    expect(problem(await post(spoilt))).toMatch(new RegExp(`^${expected}`));
  });

  test('any text that can be stored comes back as it was', async () => {
    const title = 'Қызмет ‘«№1»’ 👩‍👩‍👧 e\u0301 abc <script>${x}{{y}}';
    const made = await post(JSON.stringify(actBody(deal, { title })));
    expect((made.json as { title: string }).title).toBe(title);
  });

  test('another kind than JSON is not read', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense', ''])
      expect(problem(await post(right(), { 'content-type': type })), type).toBe('415 unsupported_media');
    const form = multipartOf({ title: 'x' }, {});
    expect(problem(await post(form.bytes, { 'content-type': form.type }))).toBe('415 unsupported_media');
  });

  test('a call that takes no body refuses one, and bears an empty one', async () => {
    const url = '/api/v1/auth/logout';
    expect(problem(await post('{"all":true}', {}, url))).toBe('400 unknown_field all');
    expect(problem(await post('[1]', {}, url))).toBe('400 unknown_field 0');
    const { token: once } = await signInAs(app, deal.company.director);
    expect((await post('', { authorization: `Bearer ${once}` }, url)).status).toBe(200);
  });

  test('a body beyond the limit is 413, before it is read whole', async () => {
    expect(problem(await post(Buffer.alloc(calls['acts.create'].body_bytes + 1, 0x20)))).toBe(
      '413 too_large',
    );
    expect(problem(await post(Buffer.alloc(BODY_BYTES + 1, 0x20)))).toBe('400 bad_json');
    const announced = { 'content-length': String(BODY_BYTES + 1) };
    expect(problem(await post('{}', announced, '/api/v1/auth/logout'))).toBe('413 too_large');
    const in_pieces = Readable.from([Buffer.alloc(BODY_BYTES, 0x20), Buffer.from(' {}')]);
    expect(problem(await post(in_pieces, {}, '/api/v1/auth/login/too'))).toBe('413 too_large');
    // Only its files may be large; and the connection stays, so that the sender reads the answer.
    const json = await post('{}', { 'content-length': '11000000' }, '/api/v1/verify');
    expect([problem(json), json.headers.connection]).toEqual(['413 too_large', 'keep-alive']);
  });

  // what one stranger could stop the product with.
  const anonymous = Object.entries(calls as Record<string, Call>).filter(
    ([, call]) => call.access.who === 'public' && call.method !== 'GET',
  );
  test.each(anonymous)('%s takes no body that is too large, too wide or too deep', async (_, call) => {
    const url = call.path.replace(/\{(\w+)\}/g, '1');
    const ask = async (payload: string, headers: Record<string, string> = {}) => {
      const type = call.form ? 'application/x-www-form-urlencoded' : 'application/json';
      return problem(
        await send(app.http, {
          method: call.method,
          url,
          payload,
          headers: { 'content-type': type, ...headers },
        }),
      );
    };
    expect(await ask('{}', { 'content-length': '24000001' })).toMatch(/^413 too_large/);
    const known = call.body_bytes && !call.files ? /^401 qr.unknown/ : /^413 too_large/;
    expect(await ask(`{"a":"${'x'.repeat(BODY_BYTES)}"}`)).toMatch(call.files ? /^4(13|15) / : known);
    if (call.files) return;
    expect(await ask(`{"a":[${'0,'.repeat(30_000)}0]}`)).toBe('413 too_large');
    expect(await ask('['.repeat(BODY_BYTES / 2))).toBe('413 too_large');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    if (!call.form) expect(await ask('a=1&'.repeat(50_000), form)).toBe('415 unsupported_media');
  });

  test('cookies and heads that are too large are refused before anybody reads them', async () => {
    for (const headers of [
      { cookie: `a=${'x'.repeat(100_000)}` },
      { cookie: 'a=1; '.repeat(20_000) },
      { 'x-forwarded-for': '127.0.0.1, '.repeat(10_000) },
    ]) {
      const answer = await fetch(`${address}/api/v1/auth/refresh-token`, { method: 'POST', headers });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'too_large']);
    }
  });

  test('a call that needs a body is not made by an empty request', async () => {
    for (const [method, url] of [
      ['PUT', '/api/v1/company'],
      ['POST', '/api/v1/auth/erasure'],
    ] as const)
      for (const payload of ['', 'null']) {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        expect(problem(await send(app.http, { method, url, payload, headers })), `${url} ${payload}`).toBe(
          '400 missing_field body',
        );
      }
  });
});

describe('queries and addresses', () => {
  test.each([
    ['limit=0', '400 field.limit limit'],
    ['limit=many', '400 field.limit limit'],
    ['page=0', '400 field.page page'],
    ['page=1e3', '400 field.page page'],
    ['page=1&page=2', '400 field.repeated page'],
    ['sort_by=amount;drop', '400 field.choice sort_by'],
    ['sort_order=desc,id', '400 field.choice sort_order'],
    ['status_id=99', '400 field.choice status_id'],
    ['status_id[0]=1', '400 unknown_field 0'],
    ['page[]=1', '400 unknown_field page[]'],
    ['search=%00', '400 unstorable_text search'],
    ['waiting=yes', '400 bad_input waiting'],
    ['amount_from=1,5', '400 field.money amount_from'],
    ['date_from=2026-02-30', '400 field.date date_from'],
    [`search=${'я'.repeat(101)}`, '400 field.too_long search'],
    [Array.from({ length: 21 }, () => 'status_id=1').join('&'), '413 field.ids_many status_id'],
    [Array.from({ length: 1001 }, () => 'status_id=1').join('&'), '413 field.ids_many status_id'],
  ])('%.40s', async (query, expected) => {
    expect(problem(await get(`${CREATE}?${query}`))).toBe(expected);
  });

  test('a limit above ours is cut, and a list may end its name with brackets', async () => {
    for (const query of ['limit=101', 'limit=1000000', 'status_id[]=1&status_id%5B%5D=2'])
      expect((await get(`${CREATE}?${query}`)).status, query).toBe(200);
  });

  test('a list that is too long is told its own limit', async () => {
    const reply = await get(`${CREATE}?${Array.from({ length: 21 }, () => 'status_id=1').join('&')}`);
    expect((reply.json as { message: string }).message).toBe('За один раз можно не больше 20 записей.');
  });

  test('what looks like SQL is searched for as text', async () => {
    for (const search of ["' or 1=1 --", '%', '_', '\\', "'; drop table acts; --", '100%_\\']) {
      const reply = await get(`${CREATE}?search=${encodeURIComponent(search)}`);
      expect([reply.status, (reply.json as { total: number }).total], search).toEqual([200, 0]);
    }
  });

  test.each([
    '0',
    '-1',
    '01',
    '1.0',
    '1e3',
    'x',
    '%20',
    '9007199254740993',
    '99999999999999999999',
    '1;2',
    '%00',
    'null',
    'a'.repeat(300),
  ])('an id that names nothing is not found: %.30s', async (id) => {
    const missing = await get(`${CREATE}/999999999`);
    const reply = await get(`${CREATE}/${id}`);
    expect(problem(reply)).toBe('404 not_found');
    expect({ ...(reply.json as object), request_id: '' }).toEqual({
      ...(missing.json as object),
      request_id: '',
    });
  });

  test('other spellings and tricks of an address are not found', async () => {
    for (const url of [
      '/api/v1/doc/acts/',
      '/api/v1//doc/acts',
      '/api/v1/doc/acts/1/x.css',
      '/api/v1/doc/acts;x',
      '/api/v1/doc%2facts',
      '/api/x',
    ])
      expect(problem(await get(url)), url).toBe('404 not_found');
    expect(problem(await get('/api/v1/doc/acts/%zz'))).toBe('400 bad_input');
    const overridden = await get(CREATE, {
      'x-http-method-override': 'DELETE',
      'x-original-url': '/api/v1/auth/logout',
    });
    expect(overridden.status).toBe(200);
  });
});

describe('methods', () => {
  const ask = (method: string, url: string) => send(app.http, { method: method as 'GET', url });

  test.each<[string, string, string]>([
    [CREATE, 'PUT PATCH TRACE QUERY', 'DELETE, GET, HEAD, OPTIONS, POST'],
    ['/api/v1/doc/acts/1', 'POST PATCH', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    // Its sibling takes a number there, and GET.
    ['/api/v1/doc/acts/pay', 'GET HEAD PUT DELETE', 'OPTIONS, POST'],
    ['/api/v1/live', 'POST HEAD', 'GET, OPTIONS'],
  ])('a known path refuses the methods it does not have: %s', async (url, methods, allow) => {
    for (const method of methods.split(' ')) {
      const reply = await ask(method, url);
      expect([method, reply.status, reply.headers.allow]).toEqual([method, 405, allow]);
      if (method !== 'HEAD') expect(reply.json).toMatchObject({ code: 'method_not_allowed' });
    }
    const options = await ask('OPTIONS', url);
    expect([options.status, options.headers.allow, options.text]).toEqual([204, allow, '']);
  });

  test('an unknown path stays unknown, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'TRACE', 'DELETE'])
      expect((await ask(method, '/api/v1/nothing')).status, method).toBe(404);
  });

  test('HEAD is GET without its body', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await send(app.http, { method: 'HEAD', url: CREATE, headers });
    expect([reply.status, reply.text]).toEqual([200, '']);
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(0);
  });
});

describe('browsers', () => {
  const FOREIGN: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];

  test('the cookie of a session is worth nothing to a page of another origin', async () => {
    const { cookies } = await app.http.inject({
      method: 'POST',
      url: '/api/v1/auth/login/too',
      payload: { email: deal.company.director.email, password: PASSWORD },
    });
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const refresh = (headers: Record<string, string>) =>
      send(app.http, { method: 'POST', url: '/api/v1/auth/refresh-token', headers: { cookie, ...headers } });
    for (const headers of FOREIGN) expect((await refresh(headers)).status, JSON.stringify(headers)).toBe(401);
    // They have not ended the session either.
    const own = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4400' };
    expect((await refresh(own)).status).toBe(200);
  });

  test('what breaks the content security policy is noted without addresses, and not without end', async () => {
    const lines: string[] = [];
    const beside = await makeTestApp({
      beside: app,
      log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    });
    const tell = async (type: string, payload: unknown) => {
      const headers = { 'content-type': type };
      const url = '/api/csp-reports';
      return (await send(beside.http, { method: 'POST', url, headers, payload: JSON.stringify(payload) }))
        .status;
    };
    try {
      const page = 'https://kelisim.example/invitation/secret-of-a-link?phone=77011234567';
      expect(
        await tell('application/csp-report', {
          'csp-report': { 'document-uri': page, 'violated-directive': 'img-src x', 'blocked-uri': 'inline' },
        }),
      ).toBe(204);
      expect(
        await tell('application/reports+json', [
          {
            type: 'csp-violation',
            body: {
              documentURL: page,
              effectiveDirective: 'script-src',
              blockedURL: 'https://evil.example/a/b?c',
            },
          },
          { body: null },
          null,
        ]),
      ).toBe(204);
      const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(told).toMatchObject([
        {
          event: 'csp.violation',
          directive: 'img-src',
          blocked: 'inline',
          page: 'https://kelisim.example/invitation',
        },
        { directive: 'script-src', blocked: 'https://evil.example/a' },
      ]);
      expect(lines.join()).not.toMatch(/secret-of|7701/);
      for (let i = 0; i < 30; i++) await tell('application/csp-report', { 'csp-report': {} });
      expect(lines).toHaveLength(20);
      expect(await tell('application/json', {})).toBe(415);
      expect(await tell('application/csp-report', { 'csp-report': 'x'.repeat(20_000) })).toBe(413);
    } finally {
      await beside.close();
    }
  });

  test('who finds a hole is told where to write', async () => {
    const reply = await send(app.http, { method: 'GET', url: '/.well-known/security.txt' });
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = Object.fromEntries(
      reply.text
        .trim()
        .split('\n')
        .map((line) => line.split(': ', 2)),
    );
    expect(fields).toMatchObject({
      Contact: 'mailto:security@kelisim.example',
      Canonical: 'http://localhost:4400/.well-known/security.txt',
    });
    // RFC 9116, 2.5.5: less than a year ahead.
    const ahead_ms = Date.parse(fields.Expires as string) - Date.now();
    expect(ahead_ms).toBeGreaterThan(0);
    expect(ahead_ms).toBeLessThan(365 * 24 * 3600 * 1000);
  });

  test('over https cookies are held to the host by their names', async () => {
    const beside = await makeTestApp({ beside: app, public_url: 'https://kelisim.example' });
    try {
      const { cookies } = await beside.http.inject({
        method: 'POST',
        url: '/api/v1/auth/login/too',
        payload: { email: deal.company.director.email, password: PASSWORD },
      });
      const named = (name: string) => cookies.find((one) => one.name === name);
      expect(named('__Host-access_token')).toMatchObject({ path: '/', secure: true, sameSite: 'Strict' });
      expect(named('__Secure-refresh_token')).toMatchObject({ httpOnly: true, secure: true });
      expect(named('__Secure-device')).toMatchObject({ httpOnly: true, secure: true });
      const refresh = async (name: string) => {
        const cookie = `${name}=${named('__Secure-refresh_token')!.value}`;
        const url = '/api/v1/auth/refresh-token';
        return (await send(beside.http, { method: 'POST', url, headers: { cookie } })).status;
      };
      expect(await refresh('refresh_token')).toBe(401);
      expect(await refresh('__Secure-refresh_token')).toBe(200);
    } finally {
      await beside.close();
    }
  });
});

// a link leads where the settings say, whoever asks for it under which name.
test('the host of a request never reaches a link', async () => {
  const headers = {
    authorization: `Bearer ${token}`,
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  };
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    send(app.http, { method, url, headers, ...(payload && { payload }) });
  const director = deal.company.director;
  const told = [
    await ask('POST', '/api/v1/auth/forgot/init', { email: director.email }),
    await ask('POST', '/api/v1/company/employees/invitations', {
      email: 'new@kelisim.example',
      rights: ['manage_acts'],
    }),
    await ask('GET', '/.well-known/security.txt'),
    await ask('GET', '/'),
    await ask('GET', '/api/v1/auth/login/qr'),
  ];
  const messages = await app.parts.db.selectFrom('messages').selectAll().orderBy('id').execute();
  const written = messages.map((row) => openMessage(app.parts, row));
  expect(written.filter(({ body }) => body.includes('http://localhost:4400/')).length).toBeGreaterThan(0);
  expect(JSON.stringify([told.map((reply) => [reply.headers, reply.text]), written])).not.toContain('evil');
});

describe('files', () => {
  test.each(['plain', '"in quotes"'])(
    'a form of a thousand parts is not taken apart: boundary %s',
    async (mark) => {
      const one = `--${mark.replaceAll('"', '')}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`;
      const ask = (parts: number) =>
        send(app.http, {
          method: 'POST',
          url: '/api/v1/verify',
          payload: one.repeat(parts),
          headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
        });
      // Of a few the odd one is named; of a thousand not even the first is looked at.
      expect(problem(await ask(3))).toBe('400 unknown_field a');
      expect(problem(await ask(1_000))).toBe('413 too_large');
    },
  );

  const fields = () => ({
    title: 'Шарт',
    contractor_id: String(deal.executor.id),
    type_id: '1',
    start_date: '2026-01-01',
    end_date: '2026-12-31',
  });
  const upload = (form: { bytes: Buffer; type: string }) =>
    post(form.bytes, { 'content-type': form.type }, '/api/v1/doc/documents');

  test('every field and file is named, known, once and within its limit', async () => {
    const file = { name: 'a.pdf', bytes: await samplePdf() };
    expect((await upload(multipartOf(fields(), { file }))).status).toBe(200);
    expect(problem(await upload(multipartOf(fields(), {})))).toBe('400 missing_field file');
    expect(problem(await upload(multipartOf(fields(), { picture: file })))).toBe('400 unknown_field picture');
    expect(problem(await upload(multipartOf({ ...fields(), status: 'signed' }, { file })))).toBe(
      '400 unknown_field status',
    );
    expect(problem(await upload(multipartOf({ ...fields(), toString: 'x' }, { file })))).toBe(
      '400 bad_input',
    );
    expect(problem(await upload(multipartOf({ ...fields(), contractor_id: '1.5' }, { file })))).toBe(
      '400 field.id contractor_id',
    );
    expect(problem(await upload(multipartOf({ ...fields(), title: 'a\0b' }, { file })))).toBe(
      '400 unstorable_text title',
    );
    expect(
      problem(await upload(multipartOf(fields(), { file: { name: 'a.pdf', bytes: Buffer.alloc(0) } }))),
    ).toBe('400 file.empty file');
    expect(problem(await upload(multipartOf({ file: 'text', ...fields() }, { file })))).toBe(
      '400 field.repeated file',
    );
    const large = { name: 'a.pdf', bytes: Buffer.alloc(20_000_001, 0x20) };
    expect(problem(await upload(multipartOf(fields(), { file: large })))).toBe('413 too_large file');
  });

  test('the same field twice, too many fields, and a body that breaks off are refused', async () => {
    const twice = multipartOf(fields(), {});
    twice.bytes = Buffer.from(twice.bytes.toString().replace('name="type_id"', 'name="title"'));
    expect(problem(await upload(twice))).toBe('400 field.repeated title');
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, 'x']));
    expect(problem(await upload(multipartOf(many, {})))).toMatch(/^4(00|13) /);
    const broken = multipartOf(fields(), { file: { name: 'a.pdf', bytes: await samplePdf() } });
    broken.bytes = broken.bytes.subarray(0, broken.bytes.length - 200);
    expect(problem(await upload(broken))).toBe('400 bad_input');
    expect(problem(await post(right(), {}, '/api/v1/doc/documents'))).toBe('415 unsupported_media');
    expect(
      problem(await post('x', { 'content-type': 'multipart/form-data' }, '/api/v1/doc/documents')),
    ).toMatch(/^4(00|15) /);
  });

  test('a name is only shown, never a path', async () => {
    const file = { name: '..\\..//etc/пароль\u202efdp.exe', bytes: await samplePdf() };
    const { id } = (await upload(multipartOf(fields(), { file }))).json as { id: number };
    const back = await get(`/api/v1/doc/documents/${id}/file`);
    const shown = `${encodeURIComponent('пароль')}fdp.exe.pdf`;
    expect(back.headers['content-disposition']).toBe(
      `attachment; filename="______fdp.exe.pdf"; filename*=UTF-8''${shown}`,
    );
    expect(back.headers['content-type']).toBe('application/pdf');
    expect(back.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
  });

  test('what a file is decides its content, not its name or the word of the sender', async () => {
    const other = async (bytes: Buffer, name: string) =>
      problem(await upload(multipartOf(fields(), { file: { name, bytes } })));
    for (const [bytes, name] of [
      ['<html><script>alert(1)</script>', 'a.pdf'],
      ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.pdf'],
      ['GIF89a', 'a.pdf'],
      ['MZ\x90', 'договор.pdf'],
      ['\x30\x82\x01\x00\x02\x01\x03', 'a.pdf'],
      ['\x89PNG\r\n\x1a\n', 'a.pdf'],
      ['%PDF', 'a.pdf'],
    ] as const)
      expect(await other(Buffer.from(bytes, 'latin1'), name), bytes).toBe('415 file.other_kind file');
    // An archive may be a Word file, which a contract may be too: it is opened before it is refused.
    expect(await other(Buffer.from('PK\x03\x04', 'latin1'), 'a.pdf')).toBe('422 file.docx_broken file');
  });
});

describe('answers', () => {
  test('every answer carries the safe headers, whatever it is', async () => {
    const answers = await Promise.all([
      get(CREATE),
      get('/api/v1/doc/acts/999'),
      get('/nowhere.css'),
      get('/'),
      get('/health'),
      get('/api/v1/doc/acts/%zz'),
      post('{'),
      send(app.http, { method: 'GET', url: CREATE }),
      get(`/api/v1/doc/documents/${deal.contract_id}/file`),
    ]);
    for (const { headers, status } of answers) {
      expect(headers, String(status)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=()'),
        'content-security-policy': expect.stringContaining("default-src '"),
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
    for (const reply of answers.filter((one) => one.headers['content-type']?.toString().includes('json')))
      if (reply.status !== 200 || reply.text.includes('items'))
        expect(reply.headers['cache-control'], reply.text).toBe('no-store');
    expect(answers.at(-1)!.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    });
  });

  test('an error says what, in the reader’s language, and nothing of the inside', async () => {
    const told = async (headers: Record<string, string>) =>
      (await get('/api/v1/doc/acts/999', headers)).json as Record<string, string>;
    const ru = await told({});
    expect(ru).toEqual({
      code: 'not_found',
      message: 'Не найдено. Возможно, запись удалена или вам недоступна.',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const kz = await told({ 'accept-language': 'kk-KZ,kk;q=0.9' });
    expect(kz.message).not.toBe(ru.message);
    expect(await told({ cookie: 'locale=kz', 'accept-language': 'ru' })).toMatchObject({
      message: kz.message,
    });
    expect((await send(app.http, { method: 'GET', url: CREATE })).json).toEqual({
      code: 'unauthorized',
      message: 'Unauthorized',
      request_id: ru.request_id && expect.any(String),
    });
  });

  test('no request at all is answered in the same shape', async () => {
    const { port, hostname } = new URL(address);
    const raw = (text: string) =>
      new Promise<string>((done, fail) => {
        const socket = connect(Number(port), hostname, () => socket.write(text));
        let said = '';
        socket
          .on('data', (chunk) => (said += chunk))
          .on('close', () => done(said))
          .on('error', fail);
      });
    for (const [text, status, code] of [
      ['NONSENSE\r\n\r\n', 400, 'bad_input'],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 413, 'too_large'],
      [
        'POST /api/v1/doc/acts HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
        'bad_input',
      ],
    ] as const) {
      const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
      expect(JSON.parse(body)).toEqual({ code, message: expect.any(String), request_id: expect.any(String) });
    }
  });

  test('a stranger’s upload is refused before it has come', async () => {
    const status = await new Promise<number>((done, fail) => {
      const upload = httpRequest(
        new URL('/api/v1/doc/documents', address),
        {
          method: 'POST',
          headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '15000000' },
        },
        (answer) => {
          done(answer.statusCode!);
          upload.destroy();
        },
      ).on('error', fail);
      upload.write('--x\r\n');
    });
    expect(status).toBe(401);
  });
});

describe('who is signed in', () => {
  test('is told by the header alone; everything that is no living token of ours is 401', async () => {
    const path = '/api/auth/me';
    const [head, payload, signature] = token.split('.') as [string, string, string];
    const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const forged = [
      '',
      'Bearer',
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${head}.${payload}.`,
      `Bearer ${b64({ alg: 'none', typ: 'access' })}.${payload}.`,
      `Bearer ${b64({ alg: 'none', typ: 'access' })}.${payload}.${signature}`,
      `Bearer ${head}.${b64({ ...claims, sub: '2' })}.${signature}`,
      `Bearer ${'a'.repeat(5000)}.b.c`,
      `Bearer ${app.parts.tokens.firstRefresh(1)}`,
    ];
    for (const authorization of forged)
      expect(problem(await get(path, { authorization })), authorization.slice(0, 80)).toBe(
        '401 unauthorized',
      );
    const by_cookie = await send(app.http, {
      method: 'GET',
      url: path,
      headers: { cookie: `access_token=${token}` },
    });
    expect(problem(by_cookie)).toBe('401 unauthorized');
    expect((await get(path)).status).toBe(200);
    // Schemes have no case, and a space may be several (RFC 9110 §11).
    expect((await get(path, { authorization: `bearer  ${token}` })).status).toBe(200);
  });
});
