import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient, KelisimError, webhooks } from '../../sdk/ts/src/client.ts';
import { deliverDue } from '../src/features/webhooks/webhooks.jobs.ts';
import { addTestKey } from './api-keys.ts';
import { makeDealApp } from './deal-app.ts';
import { openFeed } from './open-feed.ts';
import { actBody, samplePdf } from './papers.ts';
import { PATIENT } from './patience.ts';
import { webhookReceiver } from './webhook-receiver.ts';

const receiver = webhookReceiver();
const { app, deal, director } = await makeDealApp({ app: { webhook_out: receiver.outbound } });
const base_url = await app.listen();
afterAll(() => app.close());
const { token: key } = await addTestKey(app, director);
const options = { key, base_url };
const client = createClient(options);

/** Answers `failures` before the product is asked, and counts what was sent. */
function failing(failures: (Response | Error)[]) {
  const sent: Request[] = [];
  const fetchOver: typeof fetch = async (url, init) => {
    sent.push(new Request(url, init as RequestInit));
    const failure = failures.shift();
    if (failure instanceof Error) throw failure;
    return failure ?? fetch(url, init);
  };
  return { sent, client: createClient({ ...options, fetch: fetchOver }) };
}
const busy = (status: number) => new Response('{}', { status, headers: { 'retry-after': '0.01' } });

describe('against the running product', () => {
  test('makes, reads, lists, sends a file and takes one', async () => {
    const act = await client.acts.create({ body: actBody(deal) });
    expect(await client.acts.get({ params: { act_id: act.id } })).toMatchObject({
      status: { code: 'draft' },
    });
    const file = new File([await samplePdf()], 'приложение.pdf', { type: 'application/pdf' });
    await client.act_documents.add({ body: { act_id: act.id }, files: { file } });
    const [kept] = await client.act_documents.list({ params: { act_id: act.id } });
    expect(kept).toMatchObject({ title: 'приложение.pdf', size: file.size });
    const back = await client.act_documents.file({
      params: { additional_document_id: kept!.id },
    });
    expect([back.name, back.size]).toEqual(['приложение.pdf', file.size]);
  });

  test('walks through all pages of a list', async () => {
    for (let count = 0; count < 3; count += 1) await client.acts.create({ body: actBody(deal) });
    const { total } = await client.acts.list();
    const ids: number[] = [];
    for await (const { id } of client.pages('acts.list', { query: { limit: 2 } })) ids.push(id);
    expect(new Set(ids).size).toBe(total);
    expect(total).toBeGreaterThan(2);
  });

  test('a refusal has a code, a field and a number to ask support with', async () => {
    const wrong = client.acts.create({ body: { ...actBody(deal), title: '' } });
    await expect(wrong).rejects.toMatchObject({ status: 400, code: 'field.required', field: 'title' });
    await expect(wrong).rejects.toBeInstanceOf(KelisimError);
    await expect(client.acts.get({ params: { act_id: 999_999 } })).rejects.toMatchObject({
      code: 'not_found',
      request_id: expect.stringMatching(/./),
    });
  });
});

describe('the feed of events', () => {
  test('comes in batches with a place to go on from', async () => {
    let place: string | undefined;
    await openFeed(() => client.events.list());
    for await (const { items, next } of client.events({ poll_ms: 0 })) {
      expect(items).toEqual([]);
      place = next;
    }
    const act = await client.acts.create({ body: actBody(deal) });
    const seen: string[] = [];
    // An event is shown when nothing older can still come: other tests keep transactions open in the same server.
    await vi.waitFor(async () => {
      for await (const { items, next } of client.events({ after: place, poll_ms: 0 })) {
        for (const { type, data } of items) if (data.id === act.id) seen.push(type);
        if (seen.length > 0) break;
        place = next;
      }
      expect(seen).toEqual(['act.created']);
    }, PATIENT);
    expect((await client.events.list({ query: { after: place } })).items.length).toBeGreaterThan(0);
  });
});

describe('a feed of many batches', () => {
  /** Passes questions on, and the body of the first answer only once a second question has come. */
  async function slowProxy() {
    const asked: string[] = [];
    let heard = () => {};
    const second = new Promise<void>((done) => (heard = done));
    const server = createServer(async ({ url = '' }, reply) => {
      asked.push(url);
      if (asked.length === 2) heard();
      const held = asked.length === 1 ? second : null;
      const answer = await fetch(new URL(url, base_url), { headers: { authorization: `Bearer ${key}` } });
      reply.writeHead(answer.status, { link: answer.headers.get('link') ?? [] }).flushHeaders();
      await held;
      reply.end(await answer.text());
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    return { asked, address: `http://127.0.0.1:${port}`, close: () => server.close() };
  }
  const idsOf = async () =>
    (await client.events.list({ query: { types: ['act.created'], limit: 1000 } })).items.map(({ id }) => id);
  beforeAll(async () => {
    const before = (await idsOf()).length;
    for (let count = 0; count < 3; count += 1) await client.acts.create({ body: actBody(deal) });
    await vi.waitFor(async () => expect((await idsOf()).length).toBe(before + 3), PATIENT);
  });

  test('a batch is asked for while the one before it still comes, and no other', async () => {
    const proxy = await slowProxy();
    const seen: string[][] = [];
    const through = createClient({ key, base_url: proxy.address });
    for await (const { items } of through.events({ types: ['act.created'], limit: 1, poll_ms: 0 })) {
      seen.push(items.map(({ id }) => id));
      expect(proxy.asked.length).toBeLessThanOrEqual(seen.length + 1);
    }
    const ids = await idsOf();
    expect(seen).toEqual(ids.map((id) => [id]));
    // None was asked for again, as one is that does not come.
    expect(proxy.asked).toHaveLength(ids.length);
    proxy.close();
  });

  test('whoever leaves the loop gives up the batch that was asked for', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetchOver: typeof fetch = (url, init) => {
      signals.push(init?.signal);
      return fetch(url, init);
    };
    const watched = createClient({ ...options, fetch: fetchOver });
    for await (const { has_more } of watched.events({ limit: 1 })) {
      expect(has_more).toBe(true);
      break;
    }
    expect(signals).toHaveLength(2);
    expect(signals[1]?.aborted).toBe(true);
  });

  const has_python = spawnSync('python3', ['--version']).status === 0;
  test.runIf(has_python)('the same in Python', async () => {
    const proxy = await slowProxy();
    const program = `from kelisim import Kelisim
for batch in Kelisim("${key}", "${proxy.address}").events(types=["act.created"], limit=1, poll_s=0):
    print(*[event["id"] for event in batch["items"]])`;
    const env = { PYTHONPATH: 'sdk/python/src', PYTHONDONTWRITEBYTECODE: '1', PATH: process.env.PATH };
    const { stdout } = await promisify(execFile)('python3', ['-c', program], { env });
    expect(stdout.trim().split('\n')).toEqual(await idsOf());
    expect(proxy.asked).toHaveLength((await idsOf()).length);
    proxy.close();
  });
});

test('an address that the client gave is sent events that the client verifies', async () => {
  const { secret } = await client.webhooks.create({ body: { url: 'https://one.example.kz/hook' } });
  const act = await client.acts.create({ body: actBody(deal) });
  await vi.waitFor(async () => {
    await deliverDue({ ...app.parts, clock: { now: () => new Date() } }, false);
    const events = await Promise.all(
      receiver.got.map(({ body, headers }) => webhooks.verify(body, headers, secret)),
    );
    expect(events.map(({ type, data }) => [type, data.id])).toContainEqual(['act.created', act.id]);
  }, PATIENT);
});

test('a call without a scope is no call of the client, and closed to the key', async () => {
  const reply = await fetch(`${base_url}/api/v1/doc/acts/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'not_for_keys' }]);
  expect(client.acts).not.toHaveProperty('sign');
});

describe('failures that pass', () => {
  test('one deed is made by one key, however often it is sent', async () => {
    const before = (await client.acts.list()).total;
    const over = failing([new TypeError('reset'), busy(429), busy(503), busy(500)]);
    await over.client.acts.create({ body: actBody(deal) });
    const keys = over.sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(1);
    expect((await client.acts.list()).total).toBe(before + 1);
  });

  test('what may have been done is not done again without a key', async () => {
    const parts = { body: { act_id: 1 }, files: { file: new Blob(['x']) } };
    const reset = failing([new TypeError('reset')]);
    await expect(reset.client.act_documents.add(parts)).rejects.toMatchObject({ code: 'network' });
    expect(reset.sent).toHaveLength(1);
    const broken = failing([busy(502)]);
    await expect(broken.client.act_documents.add(parts)).rejects.toMatchObject({ status: 502, code: 'http' });
    expect(broken.sent).toHaveLength(1);
  });

  test('gives up after its retries, and at once where the caller ends it', async () => {
    const { client, sent } = failing(Array.from({ length: 9 }, () => busy(503)));
    await expect(client.acts.list()).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(5);
    await expect(client.acts.list({}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});

describe('a webhook', () => {
  // The vector of the specification's own libraries.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const raw = '{"test": 2432232314}';
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1a,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const now = 1_614_265_330_000;

  test('is taken as it was signed', async () => {
    expect(await webhooks.verify(raw, headers, secret, { now })).toEqual({ test: 2_432_232_314 });
    expect(await webhooks.verify(Buffer.from(raw), new Headers(headers), secret, { now })).toBeTruthy();
  });

  test.each([
    ['a bent body', raw.replace('3', '4'), headers, secret, now],
    ['another secret', raw, headers, 'whsec_AAAA', now],
    ['an old one', raw, headers, secret, now + 301_000],
    ['one from ahead', raw, headers, secret, now - 301_000],
    ['no signature', raw, { ...headers, 'webhook-signature': '' }, secret, now],
    ['a signature that is no base64', raw, { ...headers, 'webhook-signature': 'v1,%%' }, secret, now],
    ['a timestamp that is no number', raw, { ...headers, 'webhook-timestamp': 'x' }, secret, now],
  ])('%s is refused', async (_, body, sent, key, at) => {
    await expect(webhooks.verify(body, sent, key, { now: at })).rejects.toMatchObject({
      code: 'webhook.invalid',
    });
  });
});
