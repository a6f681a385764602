import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findDocFaults } from './docs-rules.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kelisim-docs-'));
  for (const path of [
    'package.json',
    'server/src/platform/config.ts',
    'server/src/invariants',
    'docs/operations.md',
  ])
    cpSync(join(project, path), join(root, path), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('the documents of the project agree with the repository', () => {
  expect(findDocFaults(project)).toEqual([]);
});

test.each([
  ['[the map](MAP.md#rooms)', 'README.md: links to MAP.md, which does not exist'],
  ['![a picture](docs/gone.png)', 'README.md: links to docs/gone.png, which does not exist'],
  ['`server/src/gone.ts`', 'README.md: names server/src/gone.ts, which does not exist'],
  ['`npm run gone -- x`', 'README.md: names "npm run gone", which does not exist'],
])('%s is a fault', (text, fault) => {
  write('README.md', text);
  expect(findDocFaults(root)).toContain(fault);
});

test('outside links, anchors, examples and existing things are no faults', () => {
  write(
    'README.md',
    '[site](https://x.kz) [below](#below) [ops](docs/operations.md#settings) `server/src/features/<f>` `npm run bench`',
  );
  expect(findDocFaults(root).filter((fault) => fault.startsWith('README.md'))).toEqual([]);
});

test('each setting that the server reads is described, and no other one', () => {
  write('docs/operations.md', '| setting |\n|---|\n| `PORT`, `GONE` |');
  const faults = findDocFaults(root);
  expect(faults).toContain('docs/operations.md: does not describe DATABASE_URL');
  expect(faults).toContain('docs/operations.md: describes GONE, which is not read');
  expect(faults).not.toContain('docs/operations.md: does not describe PORT');
});

test('each invariant that is checked is listed with its file, and no other one', () => {
  write(
    'docs/invariants.md',
    '| I1 | one | `server/src/invariants/files-are-whole.ts` |\n| I3 | files | `server/src/invariants/files-are-whole.ts` |',
  );
  const faults = findDocFaults(root);
  expect(faults).toContain(
    'docs/invariants.md: does not list I1 in server/src/invariants/orders-match-acts.ts',
  );
  expect(faults).toContain(
    'docs/invariants.md: lists I1 in server/src/invariants/files-are-whole.ts, which is not there',
  );
  expect(faults.filter((fault) => fault.includes(' I3 '))).toEqual([]);
});

test.each([
  ['docs/decisions/0001-one.md', '# 1. One\n', 'does not begin with "# 0001. "'],
  ['docs/decisions/0001-one.md', '# 0001. One\n\n**Context.** Why.\n', 'lacks "Status"'],
  [
    'docs/decisions/0001-one.md',
    `# 0001. One\n${'word '.repeat(500)}`,
    'has 503 words; at most 350 are allowed',
  ],
])('a decision record is half a page with its four parts: %s', (path, text, fault) => {
  write(path, text);
  expect(findDocFaults(root)).toContain(`${path}: ${fault}`);
});

test('the table of imports says what the rules say', () => {
  const map = readFileSync(join(project, 'ARCHITECTURE.md'), 'utf8');
  const faultsOf = (text: string) => {
    write('ARCHITECTURE.md', text);
    return findDocFaults(root).filter((fault) => fault.includes('table of imports'));
  };
  expect(faultsOf(map)).toEqual([]);
  expect(
    faultsOf(map.replace('| `web/src/ui` | `web/src/platform`, `shared` |', '| `web/src/ui` | `shared` |')),
  ).toEqual([
    'ARCHITECTURE.md: the table of imports is wrong about web/src/ui importing web/src/platform/a.ts',
  ]);
  expect(faultsOf(map.replace('| `eds/src` | nothing |', '| `eds/src` | `shared/src/kernel` |'))).toEqual([
    'ARCHITECTURE.md: the table of imports is wrong about eds/src importing shared/src/kernel/a.ts',
  ]);
  expect(faultsOf(map.replace('| `eds/src` | nothing |\n', ''))).toEqual([
    'ARCHITECTURE.md: the table of imports lacks eds/src',
  ]);
});

test('a way is followed by its imports and may not come back', () => {
  const a = 'server/src/features/acts/a.ts';
  const b = 'server/src/features/signing/public.ts';
  write(a, "import '../signing/public.ts';");
  write(b, "import '../acts/a.ts';");
  write('ARCHITECTURE.md', `- \`${a}\` → \`${b}\` → \`${a}\`\n- \`${b}\` → \`eds/src/sign.ts\`\n`);
  const faults = findDocFaults(root);
  expect(faults).toContain(`ARCHITECTURE.md: the way from ${a} returns to server/src/features/acts/`);
  expect(faults).toContain(`ARCHITECTURE.md: no import leads ${b} → eds/src/sign.ts`);
  expect(faults).not.toContain(`ARCHITECTURE.md: no import leads ${a} → ${b}`);
});

test('two records of one number, and a hole between them, are faults', () => {
  const record = (number: string) =>
    `# ${number}. X\n**Status.** **Context.** **Decision.** **Consequences.**`;
  write('docs/decisions/0001-a.md', record('0001'));
  write('docs/decisions/0002-b.md', record('0002'));
  const faults = () => findDocFaults(root).filter((fault) => fault.startsWith('docs/decisions:'));
  expect(faults()).toEqual([]);
  write('docs/decisions/0002-c.md', record('0002'));
  expect(faults()).toEqual(['docs/decisions: 0002 comes twice, or after a hole']);
  rmSync(join(root, 'docs/decisions/0001-a.md'));
  rmSync(join(root, 'docs/decisions/0002-c.md'));
  expect(faults()).toEqual(['docs/decisions: 0002 comes twice, or after a hole']);
});
