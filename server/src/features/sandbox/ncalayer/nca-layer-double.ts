import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openPkcs12 } from '@kelisim/eds/pkcs12/open.ts';
import { z } from 'zod';
import type { Database } from '../../../platform/db/database.ts';
import { answerNcaLayer, CANCELLED, FAILED, NO_MODULE } from './answer-nca-layer.ts';
import { acceptWebSocket } from './web-socket.ts';
import { listKeysOf } from '../sandbox-nca.queries.ts';

/** What the person at the computer will do next, instead of choosing a key and typing its password. */
const whims = z.array(z.enum(['sign', 'cancel', 'fail', 'leave', 'absent', 'old', 'rsa', 'none'])).max(20);
type Whim = z.output<typeof whims>[number];

/**
 * A double of NCALayer on a port of its own, for the sandbox and the tests: it speaks as the real one was recorded and
 * signs with the test keys of the one whose address was asked for. A list of whims, posted to the same address, is
 * lived through one by one, a connection or a call each.
 */
export interface NcaLayerDouble {
  /** Starts it when it is first asked for. */
  addressOf(owner: { user_id: number; company_id: number }): Promise<string>;
  close(): Promise<void>;
}

export function ncaLayerDouble(db: Database): NcaLayerDouble {
  const plans = new Map<string, Whim[]>();
  let listening: Promise<Server> | null = null;

  const take = (path: string, of: readonly Whim[]): Whim | null => {
    const plan = plans.get(path);
    return plan?.[0] && of.includes(plan[0]) ? plan.shift()! : null;
  };

  async function keysAt(path: string, kind: 'gost512' | 'rsa') {
    const [, user_id = '', company_id = ''] = /^\/(\d{1,12})\/(\d{1,12})$/.exec(path) ?? [];
    if (!user_id) return [];
    const rows = await listKeysOf(db, Number(user_id), Number(company_id), kind);
    const opened = await Promise.all(rows.map((row) => openPkcs12(row.pkcs12, row.password)));
    return opened.flatMap((one) => (one.status === 'ok' ? one.keys : []));
  }

  function serve(): Promise<Server> {
    const server = createServer(
      (request, reply) => void takePlan(request, reply).catch(() => reply.destroy()),
    );
    server.on('upgrade', (request, socket) => {
      const path = request.url ?? '/';
      if (take(path, ['absent'])) {
        socket.destroy();
        return;
      }
      let last: Promise<unknown> = Promise.resolve();
      const peer = acceptWebSocket(request, socket, (message) => {
        last = last.then(() => answer(message)).catch(() => peer?.close());
      });
      async function answer(message: string): Promise<void> {
        const whim = take(path, ['sign', 'cancel', 'fail', 'leave', 'rsa', 'none']);
        if (whim === 'leave') {
          peer?.close();
          return;
        }
        const said =
          whim === 'cancel'
            ? CANCELLED
            : whim === 'fail'
              ? FAILED
              : whim === 'none'
                ? NO_MODULE
                : await answerNcaLayer(message, await keysAt(path, whim === 'rsa' ? 'rsa' : 'gost512'));
        peer?.send(JSON.stringify(said));
      }
      peer?.send(JSON.stringify({ result: { version: take(path, ['old']) ? '1.2' : '1.4' } }));
    });
    return new Promise((done, fail) => {
      server.once('error', fail);
      server.listen(0, '127.0.0.1', () => done(server));
    });
  }

  async function takePlan(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = request.method === 'POST' ? await text(request) : '';
    const plan = whims.safeParse(body ? JSON.parse(body) : null);
    if (plan.success) plans.set(request.url ?? '/', plan.data);
    reply.writeHead(plan.success ? 204 : 400).end();
  }

  return {
    async addressOf({ user_id, company_id }) {
      listening ??= serve();
      const { port } = (await listening).address() as AddressInfo;
      return `ws://127.0.0.1:${port}/${user_id}/${company_id}`;
    },
    async close() {
      if (!listening) return;
      const server = await listening;
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
