import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const caddy = readFileSync(new URL('../../deploy/Caddyfile', import.meta.url), 'utf8');
const rule = (name: string) => {
  const [, number, unit] = new RegExp(`^\\s*${name} (\\d+)(ms|s)$`, 'm').exec(caddy) ?? [];
  if (number === undefined) throw new Error(`deploy/Caddyfile says no ${name}`);
  return Number(number) * (unit === 's' ? 1000 : 1);
};

export interface ExampleProxy {
  /** Whether it sends requests to the process at this port. */
  sendsTo(port: number): boolean;
  /** Requests that were tried at a second process. */
  retried(): number;
  close(): void;
}

/**
 * A proxy that keeps the rules of deploy/Caddyfile: takes turns among the processes that say at /ready that they are,
 * tries a refused connection elsewhere, and sends what was sent again only when that changes nothing.
 */
export async function startExampleProxy(port: number, upstreams: readonly number[]): Promise<ExampleProxy> {
  const [interval, timeout, fail, try_duration, try_interval] = [
    rule('health_interval'),
    rule('health_timeout'),
    rule('fail_duration'),
    rule('lb_try_duration'),
    rule('lb_try_interval'),
  ];
  const agent = new Agent({ keepAlive: true });
  const ready = new Map(upstreams.map((at) => [at, true]));
  const failed_until = new Map<number, number>();
  let turn = 0;
  let retries = 0;
  const look = () => {
    for (const at of upstreams)
      fetch(`http://127.0.0.1:${at}/ready`, { signal: AbortSignal.timeout(timeout) }).then(
        (answer) => ready.set(at, answer.ok),
        () => ready.set(at, false),
      );
  };
  look();
  const looks = setInterval(look, interval);
  const isUsed = (at: number) => ready.get(at) === true && (failed_until.get(at) ?? 0) < Date.now();
  const choose = () => {
    const used = upstreams.filter(isUsed);
    return used[turn++ % used.length];
  };

  /** False when the request may be tried elsewhere. */
  const pass = (at: number, body: Buffer, request: IncomingMessage, response: ServerResponse) =>
    new Promise<boolean>((done) => {
      const { method = 'GET', headers, url } = request;
      const again = method === 'GET' || method === 'HEAD' || headers['idempotency-key'] !== undefined;
      let is_sent = false;
      const out = ask({ host: '127.0.0.1', port: at, method, path: url, headers, agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        // A stream that breaks off breaks off for the reader too.
        answer.once('error', () => response.destroy());
        answer.once('close', () => done(true));
      });
      response.once('close', () => out.destroy());
      out.once('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => (is_sent = true));
        else is_sent = true;
      });
      out.once('error', () => {
        if (response.headersSent || response.destroyed) return done(true);
        failed_until.set(at, Date.now() + fail);
        if (is_sent && !again) {
          response.writeHead(502).end();
          return done(true);
        }
        done(false);
      });
      out.end(body);
    });

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    for (const end = Date.now() + try_duration; Date.now() < end; await sleep(try_interval)) {
      const at = choose();
      if (at !== undefined && (await pass(at, Buffer.concat(parts), request, response))) return;
      retries++;
    }
    response.writeHead(503).end();
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    sendsTo: isUsed,
    retried: () => retries,
    close() {
      clearInterval(looks);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
