import type { HttpPort, HttpRequest, HttpResponse } from '@kelisim/eds/http/http.ts';

/** So many failures in a row that came quickly, and the address is left alone for a while. */
const FAILURES = 2;

interface State {
  failures: number;
  until: number;
  /** The one question that tries whether the address answers again; the others wait for what becomes of it. */
  trial: Promise<unknown> | null;
}

/**
 * Leaves an address alone that let a question wait to the end, or failed twice in a row: whoever signs meanwhile is
 * answered at once that the proof is awaited, and a thousand signatures do not each wait for the same silence. After
 * `rest_ms` one question goes through; its answer opens the way for all.
 */
export function withBreaker(http: HttpPort, rest_ms: number): HttpPort {
  const states = new Map<string, State>();

  async function ask(state: State, request: HttpRequest): Promise<HttpResponse> {
    const asked_at = performance.now();
    try {
      const response = await http(request);
      if (response.status >= 500) throw new Error(`answered ${response.status}`);
      state.failures = 0;
      return response;
    } catch (error) {
      const silent = performance.now() - asked_at >= request.timeout_ms * 0.9;
      state.failures += silent ? FAILURES : 1;
      state.until = Date.now() + rest_ms;
      throw error;
    }
  }

  return async (request) => {
    const { origin, pathname } = new URL(request.url);
    const key = origin + pathname;
    const state = states.get(key) ?? { failures: 0, until: 0, trial: null };
    states.set(key, state);
    if (state.failures < FAILURES) return ask(state, request);
    if (state.trial) {
      await state.trial;
      if (state.failures < FAILURES) return ask(state, request);
      throw new Error('the address rests');
    }
    if (Date.now() < state.until) throw new Error('the address rests');
    const trial = ask(state, request);
    state.trial = trial
      .catch(() => undefined)
      .finally(() => {
        state.trial = null;
      });
    return trial;
  };
}
