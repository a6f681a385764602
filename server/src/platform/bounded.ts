import { Problem } from '@kelisim/shared/kernel/problem.ts';

/**
 * Runs a few heavy jobs at once and queues a few more. Further ones are refused at once with
 * `busy`, so a flood costs no memory and admitted callers are served soon.
 */
export function bounded({
  at_once,
  most_waiting,
  retry_after_s,
  code = 'busy',
}: {
  at_once: number;
  most_waiting: number;
  retry_after_s: number;
  code?: 'busy' | 'overloaded';
}): <T>(job: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (job) => {
    if (running >= at_once) {
      if (waiting.length >= most_waiting) throw new Problem(code, { retry_after_s });
      // Whoever finishes hands its place over, so that nobody who comes later takes it.
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
