import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FAULTS } from './faults.ts';
import { readWanted, tableWith } from './prove-faults.mjs';

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

test.each([
  ['', { faults: [], wanted: [], all: true, tries_faults: true }],
  ['--table F4 F7', { faults: ['F4', 'F7'], wanted: [], all: false, tries_faults: true }],
  ['faults F4', { faults: ['F4'], wanted: [], all: false, tries_faults: true }],
  ['faults', { faults: [], wanted: [], all: false, tries_faults: true }],
  ['soak', { faults: [], wanted: ['soak'], all: false, tries_faults: false }],
  ['soak F4', { faults: ['F4'], wanted: ['soak'], all: false, tries_faults: true }],
])('«%s» asks for what it names', (words, wanted) => {
  expect(readWanted(words.split(' ').filter(Boolean))).toEqual(wanted);
});

describe('a result', () => {
  const fault = { name: 'a fault', promise: 'a promise', trials: { 'a.test.ts': ['it holds'] } };
  const stamp = { day: '2026-11-26', commit: 'abc' };
  const rowOf = (table: string) => table.split('\n').find((line) => line.startsWith('| F1 |'));
  const tried = tableWith({ F1: fault }, '', { F1: 'holds' }, stamp);

  test('stays while its fault is the same', () => {
    expect(rowOf(tried)).toBe('| F1 | a fault | a promise | `a.test.ts` | holds | 2026-11-26 | abc |');
    expect(tableWith({ F1: fault }, tried, {}, stamp)).toBe(tried);
  });

  test.each([
    { name: 'another' },
    { promise: 'more' },
    { trials: { 'a.test.ts': ['it holds'], 'b.test.ts': ['it holds'] } },
  ])('is gone when it changed: %o', (change) => {
    expect(rowOf(tableWith({ F1: { ...fault, ...change } }, tried, {}, stamp))).toMatch(
      /\| not yet tried \| – \| – \|$/,
    );
  });
});
