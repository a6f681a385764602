import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { makeLog } from '../src/platform/log.ts';
import { nodeHttp } from '../src/platform/node-http.ts';
import { startWatch } from '../src/platform/jobs/watch.ts';
import { inTrace } from '../src/platform/trace.ts';
import { openTracing, tellAsked } from '../src/platform/tracing.ts';
import { makeTestApp } from './make-app.ts';
import { makeCompany } from './people.ts';

interface Told {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number };
  attributes: Record<string, unknown>;
  authorization: string | undefined;
  resource: Record<string, unknown>;
}
type Pairs = { key: string; value: Record<string, unknown> }[];
const objectOf = (pairs: Pairs) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector of OTLP over HTTP, as far as it tells what it was sent. */
const told: Told[] = [];
const bodies: string[] = [];
const collector = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const text = Buffer.concat(parts).toString();
    bodies.push(text);
    const { resourceSpans } = JSON.parse(text) as {
      resourceSpans: {
        resource: { attributes: Pairs };
        scopeSpans: { spans: (Omit<Told, 'attributes'> & { attributes: Pairs })[] }[];
      }[];
    };
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        told.push({
          ...span,
          attributes: objectOf(span.attributes),
          resource: objectOf(resource.attributes),
          authorization: request.headers.authorization,
        });
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end('{}');
  });
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
afterAll(() => collector.close());

const settings = { endpoint, headers: { authorization: 'Bearer of-the-collector' }, share: 1 };
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SENDER = '00f067aa0ba902b7';
const [SERVER, CLIENT, INTERNAL, ERROR] = [2, 3, 1, 2];

test('a request is told with its queries, under the sender’s trace, and nothing of what was entered', async () => {
  const app = await makeTestApp({ process_settings: { tracing: settings } });
  const { director } = await makeCompany(app, { algorithm: 'rsa' });
  const answer = await app.http.inject({
    url: '/api/v1/doc/acts?page=1&limit=10&search=%D0%A2%D0%B0%D0%B9%D0%BD%D0%BE%D0%B5',
    headers: {
      authorization: `Bearer ${director.token}`,
      traceparent: `00-${TRACE}-${SENDER}-01`,
    },
  });
  expect(answer.statusCode).toBe(200);
  await app.close();

  const [request, ...others] = told.filter(({ traceId, kind }) => traceId === TRACE && kind === SERVER);
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    name: 'GET /api/v1/doc/acts',
    parentSpanId: SENDER,
    authorization: 'Bearer of-the-collector',
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/v1/doc/acts',
      'http.response.status_code': 200,
      'kelisim.company_id': director.company_id,
    },
    resource: { 'service.name': 'kelisim', 'kelisim.role': 'all' },
  });
  const queries = told.filter(({ traceId, kind }) => traceId === TRACE && kind === CLIENT);
  expect(queries.length).toBeGreaterThan(1);
  for (const query of queries) {
    expect(query.parentSpanId).toBe(request?.spanId);
    expect(query.attributes['db.query.text']).toMatch(/^\s*(select|with)/);
  }
  expect(bodies.join('')).not.toMatch(/тайное|@[a-z]/i);
});

test('a watcher is told with the calls it makes, failed ones as such', async () => {
  told.length = 0;
  const log = makeLog('silent');
  const tracing = await openTracing(settings, { host: 'one', version: '1', role: 'worker' }, log);
  let ended: () => void;
  const over = new Promise<void>((resolve) => (ended = resolve));
  const watcher = {
    name: 'broken.watcher',
    every_ms: 60_000,
    async run() {
      const http = nodeHttp();
      const question = { method: 'GET', headers: {}, timeout_ms: 5_000, most_bytes: 10 } as const;
      await http({ ...question, url: 'http://127.0.0.1:9/secret/path?iin=1' }).finally(() =>
        setImmediate(ended),
      );
    },
  };
  const watch = startWatch([watcher], log, tracing);
  await over;
  await watch.stop();
  await tracing.close();
  expect(told).toMatchObject([
    { name: 'GET 127.0.0.1', kind: CLIENT, status: { code: ERROR }, attributes: { 'server.port': 9 } },
    { name: 'watcher broken.watcher', kind: INTERNAL, status: { code: ERROR } },
  ]);
  expect(told[0]?.parentSpanId).toBe(told[1]?.spanId);
  expect(bodies.at(-1)).not.toContain('secret');
});

test('with a share of 0 nothing is told, and a collector that is away stops nobody', async () => {
  told.length = 0;
  const log = makeLog('silent');
  const who = { host: 'one', version: '1', role: 'all' };
  const trace = { trace_id: TRACE };
  for (const one of [
    { ...settings, share: 0 },
    { ...settings, endpoint: 'http://127.0.0.1:9' },
  ]) {
    const tracing = await openTracing(one, who, log);
    const span = tracing.begin(trace, { name: 'x', kind: 'server' });
    expect(await inTrace(trace, () => tellAsked('y', {}, async () => 7))).toBe(7);
    span.end({});
    await tracing.close();
  }
  expect(told).toEqual([]);
});
