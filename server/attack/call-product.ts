import { requestOf } from '../test/calls.ts';

const PATIENCE_MS = 120_000;

export type CallProduct = (...of: Parameters<typeof requestOf>) => Promise<{ status: number; json: unknown }>;

/** Calls a product in another process. The status is 0 where no answer came. */
export function callerOf(address: string): CallProduct {
  return async (...of) => {
    const { method, url, headers, payload } = requestOf(...of);
    try {
      const answer = await fetch(address + String(url), {
        method: method ?? 'GET',
        headers: headers as Record<string, string>,
        body: (payload as string | undefined) ?? null,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const is_json = answer.headers.get('content-type')?.startsWith('application/json');
      return {
        status: answer.status,
        json: is_json ? await answer.json() : void (await answer.arrayBuffer()),
      };
    } catch {
      return { status: 0, json: undefined };
    }
  };
}
