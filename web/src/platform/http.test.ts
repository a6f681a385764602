import { describe, expect, it, vi } from 'vitest';
import { ApiError, RequiredFieldError, isDeclined } from './api-error.ts';
import { callOver } from './http.ts';
import type { CallTable, HttpWorld } from './http.ts';

const table: CallTable = {
  'acts.list': ['GET', '/api/v1/doc/acts', ''],
  'acts.get': ['GET', '/api/v1/doc/acts/{act_id}', ''],
  'acts.create': ['POST', '/api/v1/doc/acts', 'j'],
  'acts.pay': ['POST', '/api/v1/doc/acts/pay', 'ji'],
  'acts.recall': ['POST', '/api/v1/doc/acts/{act_id}/recall', ''],
  'acts.file': ['GET', '/api/v1/doc/acts/{act_id}/file', 'f'],
  'acts.process': ['POST', '/api/v1/doc/acts/process', 'mi'],
  'auth.refresh': ['POST', '/api/v1/auth/refresh-token', 'j'],
};

interface Seen {
  url: string;
  method: string;
  headers: Headers;
  body: RequestInit['body'];
}

/** A world whose server answers from a list; what was asked of it is kept. */
function worldOf(answers: (Response | Error)[], part: Partial<HttpWorld> = {}) {
  const seen: Seen[] = [];
  const world: HttpWorld = {
    table,
    token: () => 'old',
    language: () => 'kk-KZ',
    refresh: () => Promise.resolve(false),
    signInAgain: () => Promise.resolve(false),
    prove: () => Promise.resolve(false),
    unavailable: vi.fn(),
    fetch: (url, request) => {
      seen.push({ url, method: request.method!, headers: new Headers(request.headers), body: request.body });
      const answer = answers.shift();
      if (!answer) throw new Error('Asked more often than expected');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    ...part,
  };
  return { world, seen };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const problem = (status: number, code: string) =>
  json(status, { message: `said ${code}`, code, request_id: 'r1' });

describe('a call', () => {
  it('carries path, query, token and language, and gives the answer', async () => {
    const { world, seen } = worldOf([json(200, { ok: 1 })]);
    const answer = await callOver(world, 'acts.get', { params: { act_id: 7 }, query: { id: [1, 2] } }, {});
    expect(answer).toEqual({ ok: 1 });
    expect(seen[0]).toMatchObject({ url: '/api/v1/doc/acts/7?id=1&id=2', method: 'GET' });
    expect(seen[0]!.headers.get('Authorization')).toBe('Bearer old');
    expect(seen[0]!.headers.get('Accept-Language')).toBe('kk-KZ');
    expect(seen[0]!.headers.has('Idempotency-Key')).toBe(false);
  });

  it('names the input that is missing', async () => {
    const { world } = worldOf([]);
    await expect(callOver(world, 'acts.get', { params: {} }, {})).rejects.toThrow(
      new RequiredFieldError('act_id'),
    );
  });

  it('cannot leave its path through a value', async () => {
    const { world, seen } = worldOf([json(200, {})]);
    await callOver(world, 'acts.get', { params: { act_id: '../../auth/me?x=' } }, {});
    expect(seen[0]!.url).toBe('/api/v1/doc/acts/..%2F..%2Fauth%2Fme%3Fx%3D');
  });

  it('sends files with their fields', async () => {
    const { world, seen } = worldOf([json(200, {})]);
    const file = new File(['x'], 'Актілер.xlsx');
    await callOver(world, 'acts.process', { body: { dry_run: 'true' }, files: { file } }, {});
    const form = seen[0]!.body as FormData;
    expect([form.get('dry_run'), (form.get('file') as File).name]).toEqual(['true', 'Актілер.xlsx']);
    expect(seen[0]!.headers.has('Content-Type')).toBe(false);
  });

  it('gives a file with its name', async () => {
    const name = `attachment; filename="akt.pdf"; filename*=UTF-8''${encodeURIComponent('Акт № 18.pdf')}`;
    const { world } = worldOf([new Response('%PDF', { headers: { 'Content-Disposition': name } })]);
    const file = (await callOver(world, 'acts.file', { params: { act_id: 1 } }, {})) as File;
    expect(file.name).toBe('Акт № 18.pdf');
    expect(await file.text()).toBe('%PDF');
  });
});

describe('errors', () => {
  it('carry status, code, message, field and number', async () => {
    const { world } = worldOf([
      json(400, { message: 'Нет даты', code: 'missing_field', request_id: 'r9', field: 'date' }),
    ]);
    const error = await callOver(world, 'acts.create', { body: {} }, {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'missing_field',
      message: 'Нет даты',
      field: 'date',
      request_id: 'r9',
    });
  });

  it('have a sentence also when the body is none of ours', async () => {
    const { world } = worldOf([new Response('<html>', { status: 418 })]);
    await expect(callOver(world, 'acts.create', { body: {} }, {})).rejects.toThrow(
      'Response returned an error code',
    );
  });

  it('tell of a network failure', async () => {
    const { world } = worldOf([new TypeError('fetch failed')]);
    await expect(callOver(world, 'acts.create', { body: {} }, {})).rejects.toThrow(
      'The request failed and the interceptors did not return an alternative response',
    );
  });

  it('let a stopped call stop', async () => {
    const stopped = new DOMException('Aborted', 'AbortError');
    const { world, seen } = worldOf([stopped]);
    await expect(callOver(world, 'acts.list', {}, {})).rejects.toBe(stopped);
    expect(seen).toHaveLength(1);
  });
});

describe('repeating', () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 504])('once after %d, without a body', async (status) => {
    const { world, seen } = worldOf([problem(status, 'x'), json(200, { ok: 1 })]);
    expect(await callOver(world, 'acts.recall', { params: { act_id: 1 } }, {})).toEqual({ ok: 1 });
    expect(seen).toHaveLength(2);
    expect(world.unavailable).not.toHaveBeenCalled();
  });

  it('once after a network failure, without a body', async () => {
    const { world } = worldOf([new TypeError('fetch failed'), json(200, { ok: 1 })]);
    expect(await callOver(world, 'acts.list', {}, {})).toEqual({ ok: 1 });
  });

  it('never a second time', async () => {
    const { world, seen } = worldOf([problem(500, 'a'), problem(500, 'b')]);
    await expect(callOver(world, 'acts.list', {}, {})).rejects.toThrow('said b');
    expect(seen).toHaveLength(2);
  });

  it.each([400, 403, 404, 501])('not after %d', async (status) => {
    const { world, seen } = worldOf([problem(status, 'x')]);
    await expect(callOver(world, 'acts.list', {}, {})).rejects.toThrow('said x');
    expect(seen).toHaveLength(1);
  });

  it.each([409, 500, 503])('not with a body, after %d', async (status) => {
    const { world, seen } = worldOf([problem(status, 'x')]);
    await expect(callOver(world, 'acts.pay', { body: { act_ids: [1] } }, {})).rejects.toThrow('said x');
    expect(seen).toHaveLength(1);
  });
});

describe('503', () => {
  const shown = async (answer: Response | Error) => {
    const { world } = worldOf([answer]);
    await expect(callOver(world, 'acts.create', { body: {} }, {})).rejects.toThrow();
    return vi.mocked(world.unavailable).mock.calls;
  };

  it('is shown with the data message, else the message, else nothing', async () => {
    expect(await shown(json(503, { message: 'm', data: { message: 'dm' } }))).toEqual([['dm']]);
    expect(await shown(json(503, { message: 'm' }))).toEqual([['m']]);
    expect(await shown(new Response('', { status: 503 }))).toEqual([[null]]);
  });

  it('is shown also when a fetch throws with 503 in its words', async () => {
    expect(await shown(new Error('tunnel: 503'))).toEqual([[null]]);
    expect(await shown(new Error('tunnel: 502'))).toEqual([]);
  });
});

describe('401', () => {
  it('takes a new token and sends the same again, key and all', async () => {
    let token = 'old';
    const refresh = vi.fn(() => {
      token = 'new';
      return Promise.resolve(true);
    });
    const { world, seen } = worldOf([problem(401, 'unauthorized'), json(200, { ok: 1 })], {
      token: () => token,
      refresh,
    });
    expect(await callOver(world, 'acts.pay', { body: { act_ids: [1] } }, {})).toEqual({ ok: 1 });
    expect(refresh).toHaveBeenCalledExactlyOnceWith('old');
    expect(seen.map((one) => one.headers.get('Authorization'))).toEqual(['Bearer old', 'Bearer new']);
    expect(seen[0]!.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
    expect(seen[1]!.headers.get('Idempotency-Key')).toBe(seen[0]!.headers.get('Idempotency-Key'));
    expect(seen[0]!.headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{32}$/);
    expect(seen[1]!.headers.get('X-Request-Id')).toBe(seen[0]!.headers.get('X-Request-Id'));
  });

  it('asks the person when there is no new token, and goes on after', async () => {
    const signInAgain = vi.fn(() => Promise.resolve(true));
    const { world } = worldOf([problem(401, 'unauthorized'), json(200, { ok: 1 })], { signInAgain });
    expect(await callOver(world, 'acts.create', { body: {} }, {})).toEqual({ ok: 1 });
    expect(signInAgain).toHaveBeenCalledOnce();
  });

  it('ends when the person leaves, or when the answer is about the call itself', async () => {
    const { world } = worldOf([problem(401, 'unauthorized')]);
    await expect(callOver(world, 'acts.create', { body: {} }, {})).rejects.toMatchObject({ status: 401 });
    const refresh = vi.fn(() => Promise.resolve(true));
    const { world: other } = worldOf([problem(401, 'sign_in_failed')], { refresh });
    await expect(callOver(other, 'acts.create', { body: {} }, {})).rejects.toMatchObject({
      code: 'sign_in_failed',
    });
    expect(refresh).not.toHaveBeenCalled();
  });

  it('asks for a fresh proof and goes on with the same key, and for a signature where a password is not enough', async () => {
    const prove = vi.fn<HttpWorld['prove']>(() => Promise.resolve(true));
    const { world, seen } = worldOf(
      [problem(403, 'fresh_proof_required'), problem(403, 'signed_proof_required'), json(200, { ok: 1 })],
      { prove },
    );
    expect(await callOver(world, 'acts.pay', { body: { act_ids: [1] } }, {})).toEqual({ ok: 1 });
    expect(prove.mock.calls).toEqual([
      ['any', 'acts.pay'],
      ['signature', 'acts.pay'],
    ]);
    expect(new Set(seen.map((one) => one.headers.get('Idempotency-Key'))).size).toBe(1);
  });

  it('ends quietly when the proof is not given, and asks for one of a kind only once', async () => {
    const { world, seen } = worldOf([problem(403, 'fresh_proof_required')]);
    const error: unknown = await callOver(world, 'acts.create', { body: {} }, {}).catch((reason) => reason);
    expect(isDeclined(error)).toBe(true);
    expect(seen).toHaveLength(1);
    const again = problem(403, 'fresh_proof_required');
    const { world: other } = worldOf([problem(403, 'fresh_proof_required'), again], {
      prove: () => Promise.resolve(true),
    });
    await expect(callOver(other, 'acts.create', { body: {} }, {})).rejects.toMatchObject({ status: 403 });
  });

  it('does not go round in circles', async () => {
    const { world, seen } = worldOf([problem(401, 'unauthorized'), problem(401, 'unauthorized')], {
      refresh: () => Promise.resolve(true),
    });
    await expect(callOver(world, 'acts.create', { body: {} }, {})).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(2);
  });
});
