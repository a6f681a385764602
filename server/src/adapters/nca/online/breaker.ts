import type { HttpPort } from '@kelisim/eds/http/http.ts';

/** So many failures in a row, and the address is left alone for a while. */
const FAILURES = 2;

/**
 * Does not ask an address that has just failed twice: a thousand signatures must not each wait for the same silence.
 * After `rest_ms` one question goes through; its answer opens the way for all.
 */
export function withBreaker(http: HttpPort, rest_ms: number): HttpPort {
  const states = new Map<string, { failures: number; until: number }>();
  return async (request) => {
    const key = new URL('.', request.url).href;
    const state = states.get(key) ?? { failures: 0, until: 0 };
    states.set(key, state);
    if (state.failures >= FAILURES) {
      if (Date.now() < state.until) throw new Error('the address rests');
      state.until = Date.now() + rest_ms;
    }
    try {
      const response = await http(request);
      if (response.status >= 500) throw new Error(`answered ${response.status}`);
      state.failures = 0;
      return response;
    } catch (error) {
      state.failures++;
      state.until = Date.now() + rest_ms;
      throw error;
    }
  };
}
