import type { HttpPort, HttpRequest } from '@kelisim/eds/http/http.ts';
import { beforeEach, expect, test } from 'vitest';
import { withBreaker } from './breaker.ts';

/** What the services do when they are asked, in turn; without an entry they answer. */
let next: ('silent' | 'refused' | 'error')[];
let asked: string[];
const http: HttpPort = async ({ url, timeout_ms }) => {
  asked.push(url);
  const what = next.shift();
  if (what === 'silent') await new Promise((done) => setTimeout(done, timeout_ms));
  if (what === 'silent' || what === 'refused') throw new Error(what);
  return { status: what === 'error' ? 503 : 200, body: new Uint8Array(0) };
};
const to = (url: string): HttpRequest => ({ method: 'GET', url, timeout_ms: 20, most_bytes: 10 });
const tsp = to('http://nca.example/tsp');
const outcome = (ask: HttpPort, request = tsp) =>
  ask(request).then(
    () => 'answered',
    (error: Error) => error.message,
  );
const RESTS = 'the address rests';

beforeEach(() => {
  next = [];
  asked = [];
});

test('one silence is enough, and nobody waits for it again', async () => {
  next = ['silent'];
  const ask = withBreaker(http, 60_000);
  expect(await outcome(ask)).toBe('silent');
  const thousand = Array.from({ length: 1000 }, () => outcome(ask));
  expect(new Set(await Promise.all(thousand))).toEqual(new Set([RESTS]));
  expect(asked).toHaveLength(1);
});

test('what fails quickly is asked twice', async () => {
  next = ['refused', 'error'];
  const ask = withBreaker(http, 60_000);
  expect([await outcome(ask), await outcome(ask), await outcome(ask)]).toEqual([
    'refused',
    'answered 503',
    RESTS,
  ]);
});

test('another service of the same host is not blamed', async () => {
  next = ['silent'];
  const ask = withBreaker(http, 60_000);
  await outcome(ask);
  expect(await outcome(ask, to('http://nca.example/ocsp'))).toBe('answered');
  expect(await outcome(ask, to('http://nca.example/tsp?again'))).toBe(RESTS);
});

test('after the rest one of many tries, and what becomes of it decides for all', async () => {
  next = ['silent', 'refused'];
  const ask = withBreaker(http, 0);
  await outcome(ask);
  const many = () => Promise.all(Array.from({ length: 50 }, () => outcome(ask)));
  const still = await many();
  expect([still.filter((one) => one === 'refused').length, asked.length]).toEqual([1, 2]);
  expect(new Set(still)).toEqual(new Set(['refused', RESTS]));
  expect(new Set(await many())).toEqual(new Set(['answered']));
});
