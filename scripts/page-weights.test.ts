import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findHeavyPages, weighPages } from './page-weights.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'kelisim-weights-'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

/** A build whose only screen loads files of these sizes in KB, as they lie beside their Brotli. */
function weigh(path: string, layout: string, sizes: Record<string, number>) {
  const names = Object.keys(sizes);
  for (const name of names) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), Buffer.alloc(1024 * 1024));
    writeFileSync(join(dist, `${name}.br`), Buffer.alloc(sizes[name]! * 1024));
  }
  writeFileSync(join(dist, 'pages.json'), JSON.stringify([{ path, ru: names }]));
  return weighPages(dist, [{ path, layout, page: 'page.tsx' }]);
}

test('a new screen is under the budget of its layout, scripts summed as they are compressed', () => {
  expect(findHeavyPages(weigh('/new', 'bare', { 'a.js': 60, 'b.js': 40, 'c.css': 50 }))).toEqual([]);
  expect(findHeavyPages(weigh('/new', 'bare', { 'a.js': 60, 'b.js': 41 }))).toEqual([
    '/new: 101.0 KB of scripts (at most 100) in 2 files (at most 16)',
  ]);
});

test('a screen named in the table has a budget of its own', () => {
  expect(findHeavyPages(weigh('/lk/new', 'lk', { 'a.js': 220 }))).toEqual([]);
  expect(findHeavyPages(weigh('/lk/business', 'lk', { 'a.js': 220 }))).toHaveLength(1);
});

test('style sheets count as files', () => {
  const files = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`${at}.css`, 1]));
  expect(findHeavyPages(weigh('/new', 'bare', files))).toEqual([
    '/new: 0.0 KB of scripts (at most 100) in 17 files (at most 16)',
  ]);
});

test('a screen that the build has not is a fault', () => {
  writeFileSync(join(dist, 'pages.json'), '[]');
  expect(() => weighPages(dist, [{ path: '/new', layout: 'lk', page: 'page.tsx' }])).toThrow('/new');
});
