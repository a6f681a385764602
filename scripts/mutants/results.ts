import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyOf } from './operators.ts';

export interface Result {
  file: string;
  name: string;
  change: string;
  /** `types`, the name of a test, or null for a survivor. */
  killed_by: string | null;
  wall_ms: number;
  /** Of the text of the module, and of all tests that let it live. */
  module_hash: string;
  tests_hash: string;
  tests: string[];
}

/**
 * Results of earlier runs, a line each. A result counts until its module changes, a survivor also until one of the tests
 * does that let it live. Remove the file to ask every test again.
 */
export function openResults(root: string, path: string) {
  mkdirSync(dirname(path), { recursive: true });
  const hashes = new Map<string, string>();
  const hashOf = (file: string): string => {
    const known = hashes.get(file);
    if (known) return known;
    const full = join(root, file);
    const hash = existsSync(full)
      ? createHash('sha256').update(readFileSync(full)).digest('hex').slice(0, 12)
      : 'gone';
    hashes.set(file, hash);
    return hash;
  };
  const hashOfAll = (files: readonly string[]): string =>
    createHash('sha256').update(files.map(hashOf).join()).digest('hex').slice(0, 12);

  const all = new Map<string, Result>();
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []) {
    const result = JSON.parse(line) as Result;
    const is_dead = result.killed_by !== null && result.tests.every((test) => hashOf(test) !== 'gone');
    const same_tests = is_dead || result.tests_hash === hashOfAll(result.tests);
    if (same_tests && result.module_hash === hashOf(result.file)) all.set(keyOf(result), result);
    else all.delete(keyOf(result));
  }
  return {
    find: (mutant: Pick<Result, 'file' | 'name' | 'change'>) => all.get(keyOf(mutant)),
    list: () => [...all.values()],
    add(result: Omit<Result, 'module_hash' | 'tests_hash'>): void {
      const whole: Result = {
        ...result,
        module_hash: hashOf(result.file),
        tests_hash: hashOfAll(result.tests),
      };
      all.set(keyOf(whole), whole);
      appendFileSync(path, `${JSON.stringify(whole)}\n`);
    },
  };
}
