import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Requests } from './http-client.ts';

/** Makes requests from a process of its own, so that only the server is measured; returns how many were answered. */
export async function askOverHttp(requests: Requests): Promise<number> {
  const client = fork(new URL('./http-client.ts', import.meta.url));
  client.send(requests);
  const [answer] = (await Promise.race([
    once(client, 'message'),
    once(client, 'exit').then(([code]) => Promise.reject(new Error(`the client ended with ${code}`))),
  ])) as [number];
  return answer;
}
