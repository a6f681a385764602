import { isRecord, readJson } from '../records.ts';
import {
  buildBareRequest,
  buildSignRequest,
  readBareAnswer,
  readOldAnswer,
  readSignAnswer,
} from './messages.ts';
import type { NcaBareResult, NcaFailure, NcaSignInput, NcaSignResult, NcaStorage } from './messages.ts';

/** The part of the browser's WebSocket that is needed; typed by shape, because no DOM types are used here. */
export interface NcaSocket {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close' | 'error', listener: () => void): void;
  send(text: string): void;
  close(): void;
}

/** NCALayer of the person who sits at this computer. Calls wait for one another; none of them throws. */
export interface NcaLayer {
  /** Finds out whether it runs. */
  connect(): Promise<{ status: 'ok'; version: string } | NcaFailure>;
  sign(input: NcaSignInput): Promise<NcaSignResult>;
  /** Signs one text as it stands, through the module of ИС ЭСФ. */
  signBare(text: string, storage: NcaStorage): Promise<NcaBareResult>;
  /** Hardware stores with a key in them. */
  listTokens(): Promise<{ status: 'ok'; storages: NcaStorage[] } | NcaFailure>;
  close(): void;
}

const ADDRESS = 'wss://127.0.0.1:13579/';
const HEARTBEAT = '--heartbeat--';

/**
 * Speaks with NCALayer. Its answers carry no mark of the question, so only one question is under way at a time; a
 * lost connection is reopened for the next one. A signature has no time limit, because a person types a password.
 *
 * @param options.openSocket `(url) => new WebSocket(url)`
 */
export function createNcaLayer(options: { openSocket: (url: string) => NcaSocket; url?: string }): NcaLayer {
  let socket: NcaSocket | null = null;
  let version = '';
  let waiting: ((text: string | null) => void) | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function lose(lost: NcaSocket): void {
    if (socket !== lost) return;
    socket = null;
    waiting?.(null);
  }

  /** The next message, or null when the connection goes. */
  function nextMessage(): Promise<string | null> {
    return new Promise((done) => {
      waiting = (text) => {
        waiting = null;
        done(text);
      };
    });
  }

  async function open(): Promise<NcaFailure | null> {
    if (socket !== null) return null;
    let opened: NcaSocket;
    try {
      opened = options.openSocket(options.url ?? ADDRESS);
    } catch {
      return { status: 'error', reason: 'not_running' };
    }
    socket = opened;
    opened.addEventListener('close', () => lose(opened));
    opened.addEventListener('error', () => lose(opened));
    opened.addEventListener('message', ({ data }) => {
      if (typeof data === 'string' && data !== HEARTBEAT) waiting?.(data);
    });
    // It speaks first and says its version.
    const greeting = await nextMessage();
    if (greeting === null) return { status: 'error', reason: 'not_running' };
    const said = readJson(greeting);
    const result = isRecord(said) ? said['result'] : undefined;
    if (isRecord(result) && typeof result['version'] === 'string') {
      version = result['version'];
      return null;
    }
    opened.close();
    lose(opened);
    return { status: 'error', reason: 'malformed' };
  }

  async function ask(message: object): Promise<{ answer: unknown } | NcaFailure> {
    const failure = await open();
    if (failure !== null) return failure;
    const answer = nextMessage();
    socket!.send(JSON.stringify(message));
    const text = await answer;
    return text === null ? { status: 'error', reason: 'disconnected' } : { answer: readJson(text) };
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  return {
    connect: () =>
      inTurn(async () => {
        const failure = await open();
        return failure ?? { status: 'ok', version };
      }),
    sign: (input) =>
      inTurn(async () => {
        const asked = await ask(buildSignRequest(input));
        return 'answer' in asked ? readSignAnswer(asked.answer, input.data.length) : asked;
      }),
    signBare: (text, storage) =>
      inTurn(async () => {
        const asked = await ask(buildBareRequest(text, storage));
        return 'answer' in asked ? readBareAnswer(asked.answer) : asked;
      }),
    listTokens: () =>
      inTurn(async () => {
        const asked = await ask({ module: 'kz.gov.pki.knca.commonUtils', method: 'getActiveTokens' });
        if (!('answer' in asked)) return asked;
        const read = readOldAnswer(asked.answer);
        if (read.status !== 'ok') return read;
        if (!Array.isArray(read.result)) return { status: 'error', reason: 'malformed' };
        return { status: 'ok', storages: read.result as NcaStorage[] };
      }),
    close() {
      const closing = socket;
      if (closing === null) return;
      closing.close();
      lose(closing);
    },
  };
}
