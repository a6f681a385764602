import { describe, expect, test } from 'vitest';
import { hasVectors, readVector } from '../../test/vectors.ts';
import { bytesToUtf8 } from '../bytes.ts';
import { OID } from '../oids.ts';
import { createNcaLayer } from './client.ts';
import type { NcaSocket } from './client.ts';
import { buildSignRequest, readOldAnswer, readSignAnswer } from './messages.ts';
import type { NcaSignInput, NcaStorage } from './messages.ts';

interface Exchange {
  request: string;
  response: string;
  result?: string;
}

/** What was asked, put in our words; null where it is no call that we make. */
function inOurWords(request: string): NcaSignInput | null {
  const { module, args } = JSON.parse(request) as { module: string; args: unknown };
  if (module !== 'kz.gov.pki.knca.basics') return null;
  const { allowedStorages, data, format, signingParams, signerParams } = args as {
    format: unknown;
    allowedStorages: NcaStorage[] | null;
    data: string | string[];
    signingParams: { encapsulate?: boolean; digested?: boolean; tsaProfile?: object };
    signerParams: { extKeyUsageOids: string[]; chain?: [] };
  };
  const common = {
    data: typeof data === 'string' ? [data] : data,
    signer: {
      extended_key_usage: signerParams.extKeyUsageOids,
      ...(signerParams.chain && { test_contour: true }),
    },
    ...(allowedStorages && { storages: allowedStorages }),
  };
  if (format === 'xml') return { ...common, format };
  if (signingParams.encapsulate === undefined) return null;
  return {
    ...common,
    format: 'cms',
    attached: signingParams.encapsulate,
    digested: signingParams.digested!,
    timestamp: signingParams.tsaProfile !== undefined,
  };
}

describe.skipIf(!hasVectors)('as recorded with NCALayer (../shared/vectors)', () => {
  const exchanges: Exchange[] = hasVectors
    ? (JSON.parse(bytesToUtf8(readVector('ncalayer/ncalayer-recorded-exchanges.json'))) as Exchange[])
    : [];
  const basics = exchanges.filter(({ request }) => request.includes('knca.basics'));

  test('we ask as its own client does', () => {
    let compared = 0;
    for (const { request } of basics) {
      const input = inOurWords(request);
      if (input === null) continue;
      compared++;
      expect(buildSignRequest(input)).toEqual(JSON.parse(request));
    }
    expect(compared).toBeGreaterThan(10);
  });

  test('we read each answer', () => {
    for (const { request, response, result } of basics) {
      const { data } = (JSON.parse(request) as { args: { data: string | string[] } }).args;
      const read = readSignAnswer(JSON.parse(response), typeof data === 'string' ? 1 : data.length);
      if (result === 'NCALayerError: cancelled by user') expect(read).toEqual({ status: 'cancelled' });
      else if (result?.startsWith('NCALayerError:') === true) {
        if (read.status !== 'error' || read.reason !== 'failed') throw new Error(JSON.stringify(read));
        expect(`NCALayerError: ${read.code}: ${read.message}`).toBe(result);
      } else expect(read.status).toBe('signed');
    }
    for (const { request, response, result } of exchanges) {
      if (!request.includes('commonUtils')) continue;
      const read = readOldAnswer(JSON.parse(response));
      if (result?.includes('action.canceled') === true) expect(read.status).toBe('cancelled');
      else expect(read.status, request).toBe(result?.startsWith('NCALayerError') === true ? 'error' : 'ok');
    }
  });
});

type Listener = (event: { data: unknown }) => void;

/** A socket whose other side is the test. */
class FakeSocket implements NcaSocket {
  readonly sent: string[] = [];
  private readonly listeners = new Map<string, Listener>();
  private readonly answer: (message: Record<string, unknown>) => string | null;

  constructor(answer: (message: Record<string, unknown>) => string | null, greeting: string | null) {
    this.answer = answer;
    queueMicrotask(() => (greeting === null ? this.emit('error') : this.emit('message', greeting)));
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }

  emit(type: string, data?: string): void {
    this.listeners.get(type)?.({ data });
  }

  send(text: string): void {
    this.sent.push(text);
    const reply = this.answer(JSON.parse(text) as Record<string, unknown>);
    queueMicrotask(() => {
      this.emit('message', '--heartbeat--');
      if (reply === null) this.emit('close');
      else this.emit('message', reply);
    });
  }

  close(): void {
    this.emit('close');
  }
}

function fakeLayer(answer: (message: Record<string, unknown>) => string | null, greeting: string | null) {
  const sockets: FakeSocket[] = [];
  const layer = createNcaLayer({
    openSocket(url) {
      expect(url).toBe('wss://127.0.0.1:13579/');
      const socket = new FakeSocket(answer, greeting);
      sockets.push(socket);
      return socket;
    },
  });
  return { layer, sockets };
}

describe('the client', () => {
  const HELLO = '{"result":{"version":"1.4"}}';
  const input: NcaSignInput = {
    format: 'cms',
    attached: false,
    digested: true,
    timestamp: true,
    data: ['AAAA', 'BBBB'],
    signer: { extended_key_usage: [OID.emailProtection], iin: '900101300123' },
  };
  const signed = JSON.stringify({ status: true, body: { result: ['one', 'two'] } });

  test('greets, signs many at once, and waits with the next question', async () => {
    const { layer, sockets } = fakeLayer(
      (message) =>
        message['method'] === 'sign' ? signed : '{"code":"200","responseObject":["AKKaztokenStore"]}',
      HELLO,
    );
    const all = await Promise.all([
      layer.connect(),
      layer.sign(input),
      layer.listTokens(),
      layer.sign(input),
    ]);
    expect(all).toEqual([
      { status: 'ok', version: '1.4' },
      { status: 'signed', signatures: ['one', 'two'] },
      { status: 'ok', storages: ['AKKaztokenStore'] },
      { status: 'signed', signatures: ['one', 'two'] },
    ]);
    expect(sockets.length).toBe(1);
    expect(JSON.parse(sockets[0]!.sent[0]!)).toMatchObject({
      args: {
        signingParams: { digested: true, tsaProfile: {} },
        signerParams: { iin: '900101300123' },
      },
    });
    layer.close();
    expect((await layer.sign(input)).status).toBe('signed');
    expect(sockets.length).toBe(2);
  });

  test('says when it does not run, goes away or talks nonsense', async () => {
    expect(await fakeLayer(() => signed, null).layer.connect()).toEqual({
      status: 'error',
      reason: 'not_running',
    });
    expect(await fakeLayer(() => signed, 'hello').layer.sign(input)).toEqual({
      status: 'error',
      reason: 'malformed',
    });
    const gone = fakeLayer(() => null, HELLO);
    expect(await gone.layer.sign(input)).toEqual({ status: 'error', reason: 'disconnected' });
    expect((await gone.layer.connect()).status).toBe('ok');
    expect(gone.sockets.length).toBe(2);
    for (const answer of ['{}', '[]', 'x', '{"status":true,"body":{"result":["one"]}}', '{"status":true}']) {
      const said = await fakeLayer(() => answer, HELLO).layer.sign(input);
      expect(said, answer).toEqual({ status: 'error', reason: 'malformed' });
    }
    const broken = createNcaLayer({
      openSocket() {
        throw new Error('blocked');
      },
    });
    expect(await broken.listTokens()).toEqual({ status: 'error', reason: 'not_running' });
  });
});
