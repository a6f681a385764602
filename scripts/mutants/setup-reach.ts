import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const told = globalThis as { __reached?: Set<string> | undefined; __loaded?: () => void };
const loading = new Set<string>();
const running = new Set<string>();
const started = performance.now();
told.__reached = loading;

told.__loaded = () => {
  told.__reached = running;
};

afterAll(() => {
  told.__reached = undefined;
  const line = {
    test: expect.getState().testPath,
    // Of several files in one worker only the first loads a module.
    loading: [...loading],
    running: [...running],
    ms: Math.round(performance.now() - started),
  };
  appendFileSync(process.env.MUTANTS_REACH!, `${JSON.stringify(line)}\n`);
});
