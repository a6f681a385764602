import { readFileSync } from 'node:fs';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Asked, Done, Fetched, Table } from './apps-script-worker.ts';

const SCRIPT = new URL('../../web/public/developers/google-sheets.js', import.meta.url);

interface Options extends Partial<Pick<Asked, 'locale' | 'typed'>> {
  fetch?: typeof fetch;
}

/**
 * Runs a function of the script over a table, in a small stand-in for Google: its calls wait for an answer, as there, so it
 * has a thread of its own, and this one asks the product.
 */
export async function runAppsScript(run: string, table: Table, options: Options = {}): Promise<Done> {
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const { locale = 'ru', typed = [], fetch: fetchOver = fetch } = options;
  const script = readFileSync(SCRIPT, 'utf8');
  const workerData: Asked = { ...table, script, run, locale, typed, turn, port: port2 };
  const worker = new Worker(new URL('./apps-script-worker.ts', import.meta.url), {
    workerData,
    transferList: [port2],
  });
  try {
    return await new Promise<Done>((resolve, reject) => {
      worker.on('error', reject);
      port1.on('message', (said: Done | { url: string; options: FetchOptions }) => {
        if (!('url' in said)) return resolve(said);
        ask(said.url, said.options, fetchOver).then((answer) => {
          port1.postMessage(answer);
          Atomics.store(turn, 0, 1);
          Atomics.notify(turn, 0);
        }, reject);
      });
    });
  } finally {
    port1.close();
    await worker.terminate();
  }
}

interface FetchOptions {
  method: string;
  headers: Record<string, string>;
  contentType?: string;
  payload?: string;
  followRedirects?: boolean;
}

async function ask(url: string, options: FetchOptions, fetchOver: typeof fetch): Promise<Fetched> {
  const { method, headers, contentType, payload, followRedirects = true } = options;
  const response = await fetchOver(url, {
    method,
    headers: { ...headers, ...(contentType && { 'content-type': contentType }) },
    body: payload ?? null,
    redirect: followRedirects ? 'follow' : 'manual',
  });
  return {
    status: response.status,
    text: await response.text(),
    headers: Object.fromEntries(response.headers),
  };
}
