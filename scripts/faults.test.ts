import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FAULTS } from './faults.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(project, file), 'utf8');
const trials = Object.entries(FAULTS).flatMap(([fault, { trials }]) =>
  Object.entries(trials).flatMap(([file, titles]) => titles.map((title) => [fault, file, title] as const)),
);

test('there are twenty-eight faults, each with a trial', () => {
  expect(Object.keys(FAULTS)).toEqual(Array.from({ length: 28 }, (_, at) => `F${at + 1}`));
  for (const { name, trials } of Object.values(FAULTS)) expect(Object.keys(trials), name).not.toEqual([]);
});

test.each(trials)('%s is tried by %s: %s', (_fault, file, title) => {
  // A result of an attack may say more after its name.
  const end = file.endsWith('.attack.ts') ? '' : "'";
  expect([`'${title}${end}`, `\`${title}${end}`].some((words) => read(file).includes(words))).toBe(true);
});

test('docs/faults.md lists them', () => {
  const rows = read('docs/faults.md').split('\n');
  for (const [fault, { name, promise, trials }] of Object.entries(FAULTS)) {
    const row = rows.find((line) => line.startsWith(`| ${fault} |`));
    for (const words of [name, promise, ...Object.keys(trials)]) expect(row).toContain(words);
  }
});
