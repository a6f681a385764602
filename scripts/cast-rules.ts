import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { readTree } from './import-graph.ts';

/** The only places of the source that may tell the compiler what it cannot see. */
const PLACES = ['web/src/ui/lazy-part.tsx', 'scripts/browser-support.ts'];
/** What is still there. These numbers may only fall. A `!` of a test needs no reason: without the thing the test fails. */
export const MOST = { 'casts of tests': 94, '! without a reason': 1132 };

const IS_TEST = /\.test\.tsx?$|^(e2e|bench|server\/test|eds\/test|shared\/test)\/|\/test-[\w-]+\.tsx?$/;

export interface CastFault {
  kind: 'cast' | keyof typeof MOST;
  where: string;
}

/** Returns every `as never`, `as any` and `as unknown as` of a file, and every `!` without a comment on or above its line. */
export function findCasts(file: string, text: string): CastFault[] {
  const lines = text.split('\n');
  const is_test = IS_TEST.test(file);
  const found: CastFault[] = [];
  const add = (kind: CastFault['kind'], line: number) => found.push({ kind, where: `${file}:${line}` });
  const lineOf = (at: number) => text.slice(0, at).split('\n').length;
  const { program, comments } = parseSync(file, text);
  const explained = new Set(
    comments.flatMap(({ start, end }) => {
      const line = lineOf(end);
      // One beside the code speaks of its line, one that stands alone of the next.
      return lines[line - 1]?.slice(0, start - text.lastIndexOf('\n', start) - 1).trim()
        ? [line]
        : [line + 1];
    }),
  );
  new Visitor({
    TSAsExpression({ expression, typeAnnotation, end }) {
      const is_blind =
        typeAnnotation.type === 'TSNeverKeyword' ||
        typeAnnotation.type === 'TSAnyKeyword' ||
        (expression.type === 'TSAsExpression' && expression.typeAnnotation.type === 'TSUnknownKeyword');
      if (is_blind && !PLACES.includes(file)) add(is_test ? 'casts of tests' : 'cast', lineOf(end));
    },
    TSNonNullExpression({ end }) {
      const line = lineOf(end);
      if (!is_test && !explained.has(line)) add('! without a reason', line);
    },
  }).visit(program);
  return found;
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const found = readTree(root).files.flatMap((file) =>
    findCasts(file, readFileSync(join(root, file), 'utf8')),
  );
  for (const kind of ['cast', 'casts of tests', '! without a reason'] as const) {
    const allowed = kind === 'cast' ? 0 : MOST[kind];
    const places = found.filter((fault) => fault.kind === kind).map(({ where }) => where);
    if (places.length > allowed) {
      console.error(`${places.join('\n')}\n${kind}: ${places.length}, ${allowed} are allowed`);
      process.exitCode = 1;
    } else if (places.length < allowed)
      console.log(`${kind}: only ${places.length} are left of ${allowed} allowed.`);
  }
}
