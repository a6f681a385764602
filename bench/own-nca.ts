import { fork } from 'node:child_process';
import { NCA_PATIENCE, onlineNca } from '../server/src/adapters/nca/online/online-nca.ts';
import { openSandboxNca } from '../server/src/adapters/nca/sandbox/sandbox-nca.ts';
import { nodeHttp } from '../server/src/platform/node-http.ts';

/**
 * The sandbox НУЦ in a process of its own, so that its signing is not counted to whoever asks it, and the port of the
 * product that asks it over HTTP.
 * @param folder where its authorities lie or are made
 */
export async function startOwnNca(folder: string) {
  const sandbox = await openSandboxNca(folder, new Date());
  const child = fork(new URL('./nca-server.ts', import.meta.url), [folder]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', (code) => reject(new Error(`НУЦ ended with ${code}`)));
  });
  const base = `http://127.0.0.1:${port}/sandbox/nca/`;
  const nca = onlineNca(sandbox, {
    http: nodeHttp(),
    tsp_url: `${base}tsp`,
    now: () => new Date(),
    patience: NCA_PATIENCE,
    sources: () => ({ ocsp: [`${base}ocsp`], crl: [], delta_crl: [] }),
  });
  return { sandbox, nca, stop: () => void child.disconnect() };
}
