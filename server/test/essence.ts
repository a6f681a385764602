import type { Reply } from './calls.ts';

/** The answer without what differs by nature: its id, the ids it repeats, the number of a run. */
export function essence(reply: Reply): unknown {
  const echo = /^(request_id|run_id|act_id|doc_id|id|phone)$/;
  const text =
    reply.json === undefined
      ? reply.text
      : JSON.stringify(reply.json, (key, value: unknown) => (echo.test(key) ? '-' : value));
  const { date: _, 'content-length': __, ratelimit: ___, ...headers } = reply.headers;
  return { status: reply.status, text, headers };
}
