import { askPatiently, within } from '../http/http.ts';
import type { HttpPort } from '../http/http.ts';
import { parseCrl } from './crl.ts';
import type { Crl } from './crl.ts';

export interface CrlStore {
  /** Null when there is none to be had. It is read, not checked. */
  get(url: string): Promise<Crl | null>;
}

const MOST_LISTS = 16;
/** The lists of НУЦ РК have tens of megabytes. */
const MOST_LIST_BYTES = 192 * 1024 * 1024;

/**
 * Lists by their address. One is asked for again after `list_ms` or when it ends; where that fails, the old one serves
 * as long as it is in force. Two who want the same list wait for one download, each no longer than `list_wait_ms`: the
 * download goes on, and whoever asks later finds the list.
 */
export function createCrlStore(options: {
  http: HttpPort;
  now: () => Date;
  timeout_ms: number;
  attempts: number;
  pause_ms: number;
  list_ms: number;
  list_wait_ms?: number;
}): CrlStore {
  const { http, now } = options;
  const lists = new Map<string, { crl: Crl; read_at: number }>();
  const running = new Map<string, Promise<Crl | null>>();

  function inForce(crl: Crl): boolean {
    return crl.next_update !== null && crl.next_update > now();
  }

  async function download(url: string): Promise<Crl | null> {
    const der = await askPatiently(
      http,
      // A long list may need longer than a question.
      { method: 'GET', url, timeout_ms: 6 * options.timeout_ms, most_bytes: MOST_LIST_BYTES },
      options,
    );
    const crl = der === null ? null : parseCrl(der);
    if (crl === null) return null;
    lists.delete(url);
    if (lists.size >= MOST_LISTS) lists.delete(lists.keys().next().value!);
    lists.set(url, { crl, read_at: now().getTime() });
    return crl;
  }

  return {
    async get(url) {
      const kept = lists.get(url);
      const fresh = kept !== undefined && now().getTime() - kept.read_at < options.list_ms;
      if (fresh && inForce(kept.crl)) return kept.crl;
      let question = running.get(url);
      if (question === undefined) {
        question = download(url).finally(() => running.delete(url));
        running.set(url, question);
      }
      const crl = await within(options.list_wait_ms, question);
      return crl ?? (kept !== undefined && inForce(kept.crl) ? kept.crl : null);
    },
  };
}
