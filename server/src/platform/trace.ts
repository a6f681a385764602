import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What every line of the log says while one request, or one round of a watcher, is worked on. */
export interface Trace {
  /** 32 hex digits (W3C Trace Context): that of the sender if it gave one. */
  trace_id: string;
  request_id?: string;
  route?: string;
  company_id?: number;
  watcher?: string;
}

const traces = new AsyncLocalStorage<Trace>();

export const currentTrace = (): Trace | undefined => traces.getStore();

export const inTrace = <T>(trace: Trace, work: () => T): T => traces.run(trace, work);

export const newTraceId = (): string => randomUUID().replaceAll('-', '');

/**
 * The number of a request. A page, or a proxy, sends one with each try of the same call, so that all tries are found
 * under it. It is believed only in the shape of a UUID, with dashes or without.
 */
export function requestIdOf(sent: string | string[] | undefined): string {
  const match = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/.exec(
    String(sent),
  );
  return match ? match.slice(1).join('-') : randomUUID();
}

/** The trace that a `traceparent` header goes on, and the sender's span, or null. All zeros are none. */
export function senderOf(sent: string | string[] | undefined): { trace_id: string; span_id: string } | null {
  const match = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}/.exec(String(sent));
  return match && { trace_id: String(match[1]), span_id: String(match[2]) };
}
