import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { askedOf, tellAsked } from './tracing.ts';
import type { HttpPort } from '@kelisim/eds/http/http.ts';

/** The most connections to one host; a thousand stamps must not open a thousand. */
const MOST_SOCKETS = 16;

/**
 * HTTP for the signature package over Node's own client: connections are kept, redirections are not followed, and the
 * whole exchange ends within its time. `fetch` does the same for some four times the processor time.
 */
export function nodeHttp(): HttpPort {
  const options = { keepAlive: true, maxSockets: MOST_SOCKETS, maxFreeSockets: MOST_SOCKETS };
  const agents = { plain: new PlainAgent(options), tls: new TlsAgent(options) };
  return ({ method, url, headers, body, timeout_ms, most_bytes }) =>
    tellAsked(
      ...askedOf(method, url),
      () =>
        new Promise((resolve, reject) => {
          const tls = url.startsWith('https:');
          const ask = tls ? tlsRequest : plainRequest;
          const exchange = ask(url, {
            method,
            agent: tls ? agents.tls : agents.plain,
            headers: { ...headers, ...(body && { 'content-length': body.length }) },
          });
          const late = setTimeout(() => exchange.destroy(new Error('no answer in time')), timeout_ms);
          const fail = (error: Error) => {
            clearTimeout(late);
            reject(error);
          };
          exchange.on('error', fail);
          exchange.on('response', (response: IncomingMessage) => {
            const parts: Buffer[] = [];
            let size = 0;
            response.on('error', fail);
            response.on('data', (part: Buffer) => {
              size += part.length;
              if (size > most_bytes) exchange.destroy(new RangeError('The answer is too long'));
              parts.push(part);
            });
            response.on('end', () => {
              clearTimeout(late);
              resolve({ status: response.statusCode ?? 0, body: new Uint8Array(Buffer.concat(parts)) });
            });
            response.on('close', () => fail(new Error('the answer was cut off')));
          });
          exchange.end(body);
        }),
    );
}
