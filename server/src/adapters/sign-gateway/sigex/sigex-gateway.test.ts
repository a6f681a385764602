import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { QrProgress } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeTestApp } from '../../../../test/make-app.ts';
import { makeDeal, makeSentAct, stateOf } from '../../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../../test/people.ts';
import { testPhone, type Shown } from '../../../../test/phone.ts';
import { sigexGateway } from './sigex-gateway.ts';

/** SIGEX as its public client sees it: waits long, says errors with status 200, and keeps the documents for one phone. */
interface FakeSigex {
  url: string;
  opened: { description: string; whenDone: { backUrl: string } }[];
  /** What the phone fetched; resolves once we have handed it over. */
  fetch(): Promise<Shown>;
  answer(signed: unknown): void;
  breakNext(how: 'status' | 'message' | 'foreign'): void;
  server: Server;
}

async function startSigex(): Promise<FakeSigex> {
  let given: Shown | null = null;
  let wanted: ((shown: Shown) => void) | null = null;
  let signed: unknown = null;
  let breaks: string | null = null;
  const sigex = { opened: [] } as unknown as FakeSigex;
  const read = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as never;
  };
  const say = (response: ServerResponse, body: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    void (async () => {
      const [how, path] = [breaks, request.url];
      if (path === '/api/egovQr') {
        breaks = null;
        [given, signed] = [null, null];
        if (how === 'status') return say(response, {}, 502);
        if (how === 'message') return say(response, { message: 'Слишком много запросов' });
        sigex.opened.push(await read(request));
        const at = how === 'foreign' ? 'http://127.0.0.1:1' : sigex.url;
        return say(response, {
          expireAt: Date.now() + 120_000,
          qrCode: 'R0lGODdh',
          dataURL: `${at}/api/egovQr/7`,
          signURL: `${at}/api/egovQr/7?sign`,
          eGovMobileLaunchLink: 'https://m.egov.kz/mobileSign/?link=x',
          eGovBusinessLaunchLink: 'https://m.egov.kz/businessSign/?link=x',
        });
      }
      if (request.method === 'POST') {
        given = await read(request);
        while (given && !wanted && !response.destroyed) await new Promise((done) => setTimeout(done, 20));
        if (response.destroyed) return undefined;
        wanted?.(given!);
        wanted = null;
        return say(response, {});
      }
      while (!signed && !response.destroyed) await new Promise((done) => setTimeout(done, 20));
      return say(response, signed ?? {});
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(sigex, {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch: () =>
      new Promise<Shown>((done) => {
        wanted = done;
      }),
    answer: (body: unknown) => {
      signed = body;
    },
    breakNext: (how: string) => {
      breaks = how;
    },
  });
}

const sigex = await startSigex();
const app = await makeTestApp({ sign_gateway: sigexGateway(sigex.url) });
const company = await makeCompany(app);
const deal = await makeDeal(app, company, await makeExecutor(app, company));
app.watch();
beforeEach(() => {
  sigex.opened.length = 0;
});
afterAll(async () => {
  sigex.server.closeAllConnections();
  await app.close();
  sigex.server.close();
});

const codeFor = (id: number) =>
  app.ok('qr.make', deal.executor.person, { query: { doc_ids: [id], doc_type: 'act' } });

async function waitFor(id: number, state: string): Promise<NonNullable<QrProgress['session']>> {
  for (;;) {
    const query = { doc_ids: [id], doc_type: 'act' as const };
    const { session } = await app.ok('qr.check', deal.executor.person, { query });
    if (session!.state === state) return session!;
    await new Promise((done) => setTimeout(done, 50));
  }
}

test('through the gateway: its code, our documents, and the signature is judged by us', async () => {
  const id = await makeSentAct(app, deal);
  const code = await codeFor(id);
  expect(code).toMatchObject({
    picture: 'data:image/gif;base64,R0lGODdh',
    text: null,
    mobile_link: 'https://m.egov.kz/mobileSign/?link=x',
    sandbox_phone: null,
  });
  expect(code.expires_in_s).toBeGreaterThan(110);
  expect(code.expires_in_s).toBeLessThanOrEqual(120);
  expect(sigex.opened).toEqual([
    {
      description: 'Подписание актов',
      whenDone: { backUrl: `http://localhost:4400/lk/executor/acts/${id}` },
    },
  ]);
  const shown = await sigex.fetch();
  expect(shown.documentsToSign).toMatchObject([{ id: 1, document: { file: { mime: '@file/pdf' } } }]);
  await waitFor(id, 'opened');
  sigex.answer(await testPhone(app.http).sign(shown, deal.executor.person.key));
  await waitFor(id, 'signed');
  expect(await stateOf(app, id)).toBe('signed_by_executor');
});

test('a signature of somebody else that came by the gateway is refused, once, and the page is told why', async () => {
  const id = await makeSentAct(app, deal);
  await codeFor(id);
  const shown = await sigex.fetch();
  sigex.answer(await testPhone(app.http).sign(shown, deal.company.director.key));
  const session = await waitFor(id, 'expired');
  expect(session.errors).toMatchObject([{ doc_id: id, code: 'signature.other_person' }]);
  expect(await stateOf(app, id)).toBe('sent');
  const runs = await app.ok('jobs.list', deal.executor.person, { query: {} });
  await new Promise((done) => setTimeout(done, 1_500));
  expect((await app.ok('jobs.list', deal.executor.person, { query: {} })).total).toBe(runs.total);
});

test('a cancellation that the gateway tells of ends the code', async () => {
  const id = await makeSentAct(app, deal);
  await codeFor(id);
  await sigex.fetch();
  await waitFor(id, 'opened');
  sigex.answer({ status: 'CANCELED' });
  await waitFor(id, 'cancelled');
  expect(await stateOf(app, id)).toBe('sent');
});

test('a gateway that is ill, refuses or points elsewhere gives no code: 503, try later or use a key', async () => {
  const id = await makeSentAct(app, deal);
  for (const how of ['status', 'message', 'foreign'] as const) {
    sigex.breakNext(how);
    expect(
      await app.refused('qr.make', deal.executor.person, { query: { doc_ids: [id], doc_type: 'act' } }),
    ).toMatchObject({ status: 503, code: 'qr.gateway_silent' });
  }
});

test('where the documents lie at the gateway is kept sealed', async () => {
  const code = await codeFor(await makeSentAct(app, deal));
  const row = await app.parts.db
    .selectFrom('qr_sessions')
    .select('gateway')
    .where('id', '=', code.session_id)
    .executeTakeFirstOrThrow();
  expect(row.gateway!.toString('latin1')).not.toContain('egovQr');
});
