/**
 * Makes requests one after another in several hands for a while and tells its parent how many were answered. They come
 * as the parent's first message; a POST gets a key of its own each time.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

export interface Requests {
  token: string;
  at_once: number;
  duration_ms: number;
  /** Asked in this order, again and again. */
  list: { url: string; body?: object }[];
}

const [{ token, at_once, duration_ms, list }] = (await once(process, 'message')) as [Requests];
const agent = new Agent({ keepAlive: true, maxSockets: at_once });
const end = Date.now() + duration_ms;
let begun = 0;
let done = 0;

function ask({ url, body }: Requests['list'][number]): Promise<void> {
  const posts = body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      agent,
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...posts },
    });
    asked.on('response', (response) => {
      if (response.statusCode! >= 300) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on('end', resolve);
    });
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

const hands = Array.from({ length: at_once }, async () => {
  while (Date.now() < end) {
    await ask(list[begun++ % list.length]!);
    done++;
  }
});
await Promise.all(hands);
process.send!(done);
process.disconnect();
agent.destroy();
