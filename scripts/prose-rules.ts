import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { listDocs } from './docs-rules.ts';
import { readTree } from './import-graph.ts';

/** Words that read as translated, each with what to write. The glossary may explain a word that others must not use. */
const REFUSED: [RegExp, string][] = [
  [/\banew\b/i, 'again, or a verb such as reload or rebuild'],
  [/\bnobody may\b/i, 'must not'],
  [/\bof goodwill\b/i, 'what is meant, such as "a browser"'],
  [/\b(he|him|his|himself)\b/i, 'the user, or they'],
  [/\bwho runs\b/i, 'the operator'],
  [/\bfor ever\b/i, 'forever, or permanently'],
  [/\bhalf[- ]made\b/i, 'incomplete'],
  [/\bon whatever way\b/i, 'in any way'],
  [/\bkeeps? (its|their) promises?\b/i, 'holds, or satisfies the invariants'],
  [/\bmakeStale\b/, 'invalidate'],
  [/\bputs? the hand on\b/i, 'focuses'],
  [/\bwith which nothing is the matter\b/i, 'without errors'],
];

export interface ProseFault {
  where: string;
  word: string;
  instead: string;
}

/** Returns each refused word in `text`. Code spans, code blocks and quotations «…» are left out. */
export function findRefused(where: string, text: string): ProseFault[] {
  const prose = text.replace(/```[^]*?```|`[^`\n]*`|«[^»\n]*»/g, (code) => code.replace(/[^\n]/g, ' '));
  return prose.split('\n').flatMap((line, index) =>
    REFUSED.flatMap(([pattern, instead]) => {
      const word = pattern.exec(line)?.[0];
      return word ? [{ where: `${where}:${index + 1}`, word, instead }] : [];
    }),
  );
}

/** Returns the refused words in the documents under `root`. */
export function inDocs(root: string): ProseFault[] {
  return listDocs(root).flatMap((doc) => findRefused(doc, readFileSync(join(root, doc), 'utf8')));
}

/** Returns the refused words in the comments of the source under `root`. */
export function inComments(root: string): ProseFault[] {
  return readTree(root).files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    if (!REFUSED.some(([pattern]) => pattern.test(text))) return [];
    return parseSync(file, text).comments.flatMap(({ start, end }) => {
      const line = text.slice(0, start).split('\n').length;
      return findRefused(file, '\n'.repeat(line - 1) + text.slice(start, end));
    });
  });
}

/** Subjects are held to 72 characters after this commit. */
const SINCE = '649eaa5';

/** Returns the subjects over 72 characters since `since`, or null where the history cannot be read. */
export function longSubjects(root: string, since = SINCE): string[] | null {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', `${since}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) return null;
  return stdout.split('\n').filter((subject) => [...subject].length > 72);
}

/** Returns a sentence for each fault in the prose under `root`. */
export function findProseFaults(root: string): string[] {
  return [
    ...[...inDocs(root), ...inComments(root)].map(
      ({ where, word, instead }) => `${where}: "${word}"; write ${instead}`,
    ),
    ...(longSubjects(root) ?? []).map((subject) => `commit subject over 72 characters: ${subject}`),
  ];
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const faults = findProseFaults(root);
  for (const fault of faults) console.error(fault);
  if (longSubjects(root) === null) console.log('skipped: commit subjects (no git history here)');
  process.exitCode = faults.length > 0 ? 1 : 0;
}
