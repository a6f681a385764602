import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProseFaults, longSubjects } from './prose-rules.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kelisim-prose-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test.each([
  ['The page is drawn anew.', 'anew'],
  ['Nobody may pay twice.', 'Nobody may'],
  ['A director sees his company.', 'his'],
  ['The БИН of who runs the product.', 'who runs'],
  ['A link lives for ever.', 'for ever'],
])('refuses «%s» in a document and in a comment', (sentence, word) => {
  write('docs/decisions/0001-one.md', `# One\n\n${sentence}\n`);
  write('web/src/one.ts', `const one = 1;\n/** ${sentence} */\nexport const two = one;\n`);
  const found = findProseFaults(root).map((fault) => fault.split(';')[0]);
  expect(found).toEqual([`docs/decisions/0001-one.md:3: "${word}"`, `web/src/one.ts:2: "${word}"`]);
});

test('code, quotations and plain sentences are no faults', () => {
  write(
    'README.md',
    'Run `anew`.\n\n```\nhis\n```\n\nThe sentence «for ever» is quoted. The user saves their act again.\n',
  );
  write('eds/src/one.ts', "export const his = 'anew';\n");
  expect(findProseFaults(root)).toEqual([]);
});

test('a commit subject has at most 72 characters, Cyrillic ones counted as one each', () => {
  const git = (...words: string[]) => execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' });
  const commit = (subject: string) =>
    git('-c', 'user.name=a', '-c', 'user.email=a@a', 'commit', '-q', '--allow-empty', '-m', subject);
  git('init', '-q');
  commit('a'.repeat(100));
  const since = git('rev-parse', 'HEAD').trim();
  commit('я'.repeat(72));
  expect(longSubjects(root, since)).toEqual([]);
  commit('b'.repeat(73));
  expect(longSubjects(root, since)).toEqual(['b'.repeat(73)]);
});

test('subjects are not judged without the history', () => {
  expect(longSubjects(root)).toBeNull();
});
