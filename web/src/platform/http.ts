import {
  ApiError,
  DECLINED,
  errorOf,
  NETWORK_FAILURE,
  RequiredFieldError,
  unavailableMessage,
} from './api-error.ts';
import { toQueryText } from './query-text.ts';
import type { QueryValue } from './query-text.ts';

/** name → [method, path with `{names}`, marks]; see build/call-table.ts for the marks. */
export type CallTable = Record<string, readonly [method: string, path: string, marks: string]>;

export interface CallParts {
  params?: Record<string, string | number>;
  query?: Record<string, QueryValue>;
  body?: unknown;
  files?: Record<string, Blob | undefined>;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Give one when the same deed may be tried again by hand; without it each call gets its own. */
  idempotency_key?: string;
  /** Of a call that starts a run: its number is answered at once, and its rows are read beside it. */
  respond_async?: boolean;
  /** 0 to 1, for uploads. */
  onProgress?: (share: number) => void;
}

/** What the client needs of the world; `api.ts` binds it to the browser, tests to a real server of theirs. */
export interface HttpWorld {
  table: CallTable;
  fetch: (url: string, request: RequestInit, onProgress?: (share: number) => void) => Promise<Response>;
  token: () => string | null;
  language: () => string;
  /** Gets a new access token in place of `stale`; false when there is none to be had. */
  refresh: (stale: string | null) => Promise<boolean>;
  /** Asks the user to sign in again without losing the page; false if they decline. */
  signInAgain: () => Promise<boolean>;
  /** Asks the user to prove who they are, for the call of that name; false when they do not. */
  prove: (how: ProofKind, call: string) => Promise<boolean>;
  /** A 503 came by; `message` is the server's, if it said anything. */
  unavailable: (message: string | null) => void;
}

/** How a call is told that a password, or only a signature, has to come first. */
export type ProofKind = 'any' | 'signature';
const PROOFS: Record<string, ProofKind> = {
  fresh_proof_required: 'any',
  signed_proof_required: 'signature',
};

const REPEATED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 2000;

/**
 * One call: builds it, sends it, repeats it as the product says. Without a body it is repeated once after a
 * passing failure; after 401 it is sent again with a new token, or once the person has signed in again, and after the
 * wish for a fresh proof once that is given. Its `Idempotency-Key`, and the number by which the log of the server
 * names it, stay the same through all of that.
 */
export async function callOver(
  world: HttpWorld,
  name: string,
  parts: CallParts,
  options: CallOptions,
): Promise<unknown> {
  const row = world.table[name];
  if (!row) throw new Error(`Unknown call: ${name}`);
  const [method, path, marks] = row;
  const url = urlOf(path, parts);
  const { body, contentType } = bodyOf(marks, parts);
  const headers = new Headers({ Accept: marks.includes('f') ? '*/*' : 'application/json' });
  if (contentType) headers.set('Content-Type', contentType);
  headers.set('X-Request-Id', newRandomKey());
  if (marks.includes('i')) headers.set('Idempotency-Key', options.idempotency_key ?? newRandomKey());
  if (options.respond_async) headers.set('Prefer', 'respond-async');

  const send = async (): Promise<Response> => {
    const token = world.token();
    if (token) headers.set('Authorization', `Bearer ${token}`);
    headers.set('Accept-Language', world.language());
    const request: RequestInit = {
      method,
      headers,
      body,
      credentials: 'include',
      signal: options.signal ?? null,
    };
    try {
      return await world.fetch(url, request, options.onProgress);
    } catch (reason) {
      throw networkError(world, reason);
    }
  };

  const sendTwice = async (): Promise<Response> => {
    if (body !== undefined) return await send();
    try {
      const response = await send();
      if (!REPEATED.has(response.status)) return response;
      const after_s = Number(response.headers.get('Retry-After') ?? 0);
      await pause(Math.min(after_s > 0 ? after_s * 1000 : PAUSE_MS, LONGEST_PAUSE_MS));
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      await pause(PAUSE_MS);
    }
    return await send();
  };

  const used = world.token();
  let response = await sendTwice();
  if (response.status === 401) {
    const error = await errorOf(response);
    // `sign_in_failed` and its like are answers to this very call; only a lost session is worth another try.
    const lost =
      name !== 'auth.refresh' &&
      name !== 'auth.logout' &&
      (error.code === 'unauthorized' || error.code === 'http');
    if (!lost || !((await world.refresh(used)) || (await world.signInAgain()))) throw error;
    response = await sendTwice();
  }
  // A password may turn out not to be enough, so each kind is asked for once.
  for (const asked = new Set<string>(); response.status === 403;) {
    const error = await errorOf(response);
    const how = PROOFS[error.code];
    if (!how || asked.has(how)) throw error;
    asked.add(how);
    if (!(await world.prove(how, name))) throw new ApiError(0, DECLINED, DECLINED);
    response = await sendTwice();
  }
  if (!response.ok) throw await reported(world, response);
  return marks.includes('f') ? await fileOf(response) : await jsonOf(response);
}

function urlOf(path: string, parts: CallParts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, field: string) => {
    const value = parts.params?.[field];
    if (value === undefined || value === '') throw new RequiredFieldError(field);
    return encodeURIComponent(String(value));
  });
  const query = parts.query ? toQueryText(parts.query) : '';
  return query ? `${filled}?${query}` : filled;
}

function bodyOf(marks: string, parts: CallParts): { body?: string | FormData; contentType?: string } {
  // A call that takes either goes as JSON where there is no file.
  if (marks.includes('m') && (parts.files || !marks.includes('j'))) {
    const form = new FormData();
    for (const [field, value] of Object.entries((parts.body ?? {}) as Record<string, unknown>)) {
      if (value !== undefined && value !== null) form.append(field, String(value));
    }
    for (const [field, file] of Object.entries(parts.files ?? {})) {
      if (file) form.append(field, file, file instanceof File ? file.name : 'file');
    }
    return { body: form };
  }
  if (marks.includes('u')) {
    const body = toQueryText((parts.body ?? {}) as Record<string, QueryValue>);
    return { body, contentType: 'application/x-www-form-urlencoded' };
  }
  if (!marks.includes('j')) return {};
  return { body: JSON.stringify(parts.body ?? {}), contentType: 'application/json' };
}

function networkError(world: HttpWorld, reason: unknown): unknown {
  if (reason instanceof DOMException && reason.name === 'AbortError') return reason;
  if (reason instanceof Error && reason.message.includes('503')) world.unavailable(null);
  return new ApiError(0, 'network', NETWORK_FAILURE);
}

async function reported(world: HttpWorld, response: Response): Promise<ApiError> {
  const error = await errorOf(response);
  if (error.status === 503) world.unavailable(unavailableMessage(error));
  return error;
}

async function jsonOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return await response.json().catch(() => {
    throw new ApiError(response.status, 'http', NETWORK_FAILURE);
  });
}

async function fileOf(response: Response): Promise<File> {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const name = encoded ? decodeURIComponent(encoded) : (plain ?? 'file');
  const blob = await response.blob();
  return new File([blob], name, { type: blob.type });
}

/** 128 random bits; `crypto.randomUUID` exists only on https. */
export function newRandomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
