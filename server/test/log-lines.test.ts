import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeHttp } from '../src/platform/http/make-http.ts';
import { makeLog } from '../src/platform/log.ts';
import { makeTestApp } from './make-app.ts';
import { PATIENT } from './patience.ts';
import { makeCompany } from './people.ts';

type Line = Record<string, unknown>;

const lines: Line[] = [];
const log = makeLog(
  'info',
  { host: 'one', version: '1.2.3' },
  { write: (text: string) => void lines.push(JSON.parse(text) as Line) },
);

const app = await makeTestApp({ log });
const company = await makeCompany(app);
afterAll(() => app.close());

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const REQUEST = '0af7651916cd43dd8448eb211c80319c';

async function ask(url: string, headers: Record<string, string>): Promise<Line> {
  lines.length = 0;
  await app.http.inject({ url, headers });
  await expect.poll(() => lines.some((line) => line.event === 'http.request'), PATIENT).toBe(true);
  return lines.find((line) => line.event === 'http.request')!;
}

test('a line tells process, trace, company and route', async () => {
  const line = await ask('/api/v1/doc/acts/123456', {
    authorization: `Bearer ${company.director.token}`,
    'x-request-id': REQUEST,
    traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
  });
  expect(line).toMatchObject({
    host: 'one',
    version: '1.2.3',
    trace_id: TRACE,
    request_id: '0af76519-16cd-43dd-8448-eb211c80319c',
    company_id: company.id,
    route: '/api/v1/doc/acts/:act_id',
    status: 404,
  });
  expect(JSON.stringify(line)).not.toContain('123456');
});

test('without a trace of the sender the number of the request is the trace, and the answer names it', async () => {
  const reply = await app.http.inject({ url: '/api/v1/doc/acts/1', headers: { 'x-request-id': REQUEST } });
  const line = await ask('/api/v1/doc/acts/1', { 'x-request-id': REQUEST });
  expect(line).toMatchObject({ trace_id: REQUEST, request_id: '0af76519-16cd-43dd-8448-eb211c80319c' });
  expect(line).not.toHaveProperty('company_id');
  expect(reply.json()).toMatchObject({ request_id: line.request_id });
});

test.each(['short', `${REQUEST}0`, REQUEST.toUpperCase(), '{"a":1}'])(
  'the number %s is not taken over',
  async (sent) => {
    const line = await ask('/api/v1/doc/acts/1', {
      'x-request-id': sent,
      traceparent: `00-${'0'.repeat(32)}-1-01`,
    });
    expect(line.request_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(line.trace_id).toBe(String(line.request_id).replaceAll('-', ''));
    expect(JSON.stringify(line)).not.toContain(`"${sent}"`);
  },
);

test('what is logged while a body that came in pieces is worked on belongs to its request', async () => {
  const http = await makeHttp(log, app.parts.config);
  http.post('/inside', async () => {
    log.info({ event: 'inside' });
    return {};
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const asked = request(`${url}/inside`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': REQUEST },
  });
  const answered = new Promise((resolve) => asked.on('response', resolve));
  // Only when the head is there, so that the body comes by itself.
  http.server.once('request', () => asked.end('{"a":1}'));
  asked.flushHeaders();
  await answered;
  expect(lines.find((line) => line.event === 'inside')).toMatchObject({
    trace_id: REQUEST,
    route: '/inside',
  });
  await http.close();
});

test('a round of a watcher is a trace of its own', async () => {
  const { owner } = app;
  await sql`alter table messages rename to messages_elsewhere`.execute(owner);
  app.watch();
  await expect
    .poll(
      () => lines.find((line) => line.event === 'watch.failed' && line.watcher === 'messages.send'),
      PATIENT,
    )
    .toMatchObject({ trace_id: expect.stringMatching(/^[0-9a-f]{32}$/), host: 'one' });
});

test('an API key in the words of an error is cut to its first characters', () => {
  lines.length = 0;
  const secret = 'Ab3'.repeat(13);
  log.error({ event: 'x', error: `invalid input: "kls_live_${secret}" and kls_test_${secret}.` });
  expect(lines[0]?.error).toBe(
    `invalid input: "kls_live_${secret.slice(0, 8)}…" and kls_test_${secret.slice(0, 8)}….`,
  );
});
