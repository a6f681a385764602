import type { OutboundFault } from '@kelisim/shared/kernel/outbound-faults.ts';
import { makeOutbound, NoAnswer, type Outbound, type OutboundAnswer } from '../src/platform/outbound.ts';

export interface Received {
  url: string;
  id: string;
  headers: Record<string, string>;
  body: string;
  /** How long an answer is waited for, and how much of it is read. */
  limits: { timeout_ms: number | undefined; most_bytes: number | undefined };
}

type Said = Partial<OutboundAnswer> | OutboundFault;

/** Whoever is sent events, in this process: what came, and what is answered from now on. */
export function webhookReceiver() {
  const got: Received[] = [];
  const real = makeOutbound({ hosts: 'any', sandbox_ports: null });
  const state = {
    got,
    /** What is said to a message, after it was counted; nothing is a 200. */
    answer: (_: Received): Said | Promise<Said> => ({}),
    now_at: new Map<string, number>(),
    most_at_once: 0,
  };
  const outbound: Outbound = {
    assertAllowed: (url) => real.assertAllowed(url),
    async ask({ url, headers = {}, body = '', timeout_ms, most_bytes }) {
      const limits = { timeout_ms, most_bytes };
      const message = { url, id: headers['webhook-id'] ?? '', headers, body, limits };
      const now = (state.now_at.get(url) ?? 0) + 1;
      state.now_at.set(url, now);
      state.most_at_once = Math.max(state.most_at_once, now);
      try {
        got.push(message);
        const said = await state.answer(message);
        if (typeof said === 'string') throw new NoAnswer(said, true);
        return { status: 200, text: '', ...said };
      } finally {
        state.now_at.set(url, (state.now_at.get(url) ?? 1) - 1);
      }
    },
  };
  return Object.assign(state, { outbound });
}
