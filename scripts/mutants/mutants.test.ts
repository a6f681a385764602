import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyMutant, findMutants, keyOf } from './operators.ts';
import { listFunctions } from './walk-module.ts';
import { isSampled, partOf } from './parts.ts';
import { readReach } from './reach.ts';
import { openResults } from './results.ts';
import { writeTable } from './table.ts';

const file = 'server/src/features/acts/pay-act.ts';
const changesOf = (text: string) => findMutants(file, text).map(({ change }) => change);

describe('changes', () => {
  test.each([
    [
      'function f(a: number) { return a > 1n; }',
      ['boundary: a > 1n → a >= 1n', 'opposite: a > 1n → a <= 1n', 'number: 1n → 2n'],
    ],
    [
      "const f = (a) => a === 'x' && b;",
      ["logic: a === 'x' && b → (a === 'x' || (b))", "equality: a === 'x' → a !== 'x'"],
    ],
    ['function f() { if (!ok) throw new Problem("x", 1); }', ['condition: !ok → ok', 'guard: !ok → false']],
    ['function f() { if (a) b(); else c(); }', ['condition: a → !(a)', 'call: b(); → ;', 'call: c(); → ;']],
    ["const STATES = ['draft', 'sent'] as const;", ["member: 'draft' → nothing", "member: 'sent' → nothing"]],
    ["const f = () => ['draft'].includes(a);", ["member: 'draft' → nothing"]],
    [
      'const limits = { most: 20, open: true };',
      ['number: 20 → 21', 'number: 20 → 19', 'boolean: true → false'],
    ],
    ["const table = { edit: 'manage_acts' };", ["word: 'manage_acts' → '~manage_acts'"]],
    [
      'async function f() { await move(tx); return a + b; }',
      ['call: await move(tx); → ;', 'arithmetic: a + b → a - b'],
    ],
    [
      "const f = () => db.where('id', '=', id);",
      ["where: .where('id', '=', id) → nothing", "operator: '=' → '!='"],
    ],
    ['const f = () => sql`where a <= ${b} and c is null`;', ['sql: <= → <', 'sql: is null → is not null']],
  ])('of %s', (text, expected) => {
    expect(changesOf(text).sort()).toEqual([...expected].sort());
    for (const mutant of findMutants(file, text))
      expect(() => listFunctions(file, applyMutant(text, mutant))).not.toThrow();
  });

  test.each([
    'type A = 1 | 2; interface B { c: true }',
    "import { a } from './a.ts';",
    'function f() { log.warn({ tries: 3 }, a > b); }',
    "function f() { throw new Problem('x', { most: 3 }); }",
    "const title = 'Акт';",
    'const f = (a) => `${a}` + "tail";',
  ])('none of %s', (text) => expect(changesOf(text)).toEqual([]));

  test('an end of a list leaves no hole, and the change says only what went', () => {
    const text = "const A = ['a', 'b'];";
    expect(findMutants(file, text).map((one) => applyMutant(text, one))).toEqual([
      "const A = ['b'];",
      "const A = ['a'];",
    ]);
  });

  test('have a key that does not move with the lines; the same change twice has two', () => {
    const text = 'const t = { send(a) { return a > 1 || a > 1; } };';
    const keys = findMutants(file, text).map((one) => keyOf(one));
    expect(new Set(keys).size).toBe(keys.length);
    expect(findMutants(file, `// above\n\n${text}`).map((one) => keyOf(one))).toEqual(keys);
    expect(keys).toContain(`${file} | t.send | boundary: a > 1 → a >= 1`);
    expect(keys).toContain(`${file} | t.send | boundary: a > 1 → a >= 1 (2)`);
  });

  test('know the function they stand in', () => {
    const text = 'function a() { const b = () => c > d; if (e) return; }';
    const within = findMutants(file, text).map((one) => listFunctions(file, text)[one.within]!.is_block);
    expect(within).toEqual([false, false, true, true]);
  });
});

test('a sample is always the same, and near its share', () => {
  const text = Array.from({ length: 500 }, (_, n) => `export const f${n} = (a) => a > b;`).join('\n');
  const mutants = findMutants(file, text);
  const taken = mutants.filter((one) => isSampled(one, 10));
  expect(taken.length).toBeGreaterThan(60);
  expect(taken.length).toBeLessThan(140);
  expect(mutants.filter((one) => isSampled(one, 10))).toEqual(taken);
  expect(mutants.every((one) => isSampled(one, 100))).toBe(true);
  expect(partOf('shared/src/kernel/money.ts')?.name).toBe('money');
  expect(partOf('shared/src/kernel/money.test.ts')).toBeUndefined();
});

describe('over a folder', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kelisim-mutants-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('tests that ran the function are asked, what killed last first; all importers when nothing is known', () => {
    const imports = [
      { from: 'shared/src/a.test.ts', to: 'shared/src/a.ts' },
      { from: 'server/src/b.test.ts', to: 'shared/src/a.ts' },
      { from: 'server/src/c.test.ts', to: 'server/src/c.ts' },
      { from: 'server/src/c.ts', to: 'shared/src/a.ts' },
    ].map((one) => ({ ...one, ours: true, type_only: false }));
    const tree = { files: [], folders: [], imports };
    const [mutant] = findMutants('shared/src/a.ts', 'const f = () => a > b;') as [never];
    expect(readReach(tree, root, join(root, 'none')).testsOf(mutant)).toEqual([
      'shared/src/a.test.ts',
      'server/src/b.test.ts',
      'server/src/c.test.ts',
    ]);
    const told = (test: string, running: string[], ms: number) =>
      JSON.stringify({ test: join(root, test), loading: [], running, ms });
    writeFileSync(
      join(root, 'reach.jsonl'),
      [
        told('shared/src/a.test.ts', [], 1),
        told('server/src/b.test.ts', ['shared/src/a.ts#0'], 1),
        told('server/src/c.test.ts', ['shared/src/a.ts#0'], 2),
      ].join('\n'),
    );
    const reach = readReach(tree, root, join(root, 'reach.jsonl'));
    expect(reach.testsOf(mutant)).toEqual(['server/src/b.test.ts', 'server/src/c.test.ts']);
    reach.noteKill('shared/src/a.ts', 'server/src/c.test.ts');
    expect(reach.testsOf(mutant)).toEqual(['server/src/c.test.ts', 'server/src/b.test.ts']);
    for (const last of ['c', 'b']) reach.noteKill('shared/src/a.ts', `server/src/${last}.test.ts`);
    expect(reach.testsOf(mutant)).toEqual(['server/src/b.test.ts', 'server/src/c.test.ts']);
  });

  test('a survivor counts until its module or its tests change, a kill until its module does', () => {
    const path = join(root, 'results.jsonl');
    const result = {
      file: 'a.ts',
      name: 'f',
      change: 'x',
      killed_by: null,
      wall_ms: 1,
      tests: ['a.test.ts'],
    };
    writeFileSync(join(root, 'a.ts'), '1');
    writeFileSync(join(root, 'a.test.ts'), '1');
    const killed = { ...result, change: 'y', killed_by: 'a.test.ts > a' };
    const results = openResults(root, path);
    for (const one of [result, killed]) results.add(one);
    expect(openResults(root, path).list()).toMatchObject([result, killed]);
    writeFileSync(join(root, 'a.test.ts'), '2');
    expect(openResults(root, path).list()).toMatchObject([killed]);
    writeFileSync(join(root, 'a.ts'), '2');
    expect(openResults(root, path).list()).toEqual([]);
  });

  test('the table keeps arguments and the rows of modules that did not run', () => {
    const path = join(root, 'mutants.md');
    const lives = (at: string, change: string) => ({
      file: at,
      name: 'f',
      change,
      killed_by: null,
      wall_ms: 1,
      tests: [],
      module_hash: '',
      tests_hash: '',
    });
    const [a, b] = ['shared/src/a.ts', 'shared/src/b.ts'];
    const change = 'logic: x || y → (x && (y))';
    expect(writeTable(path, new Map([[a, 100]]), [lives(a, change)])).toEqual([`${a} | f | ${change}`]);
    writeFileSync(path, readFileSync(path, 'utf8').replace('**not argued yet**', 'The same | either way'));
    expect(writeTable(path, new Map([[b, 8]]), [{ ...lives(b, 'y'), killed_by: 'types' }])).toEqual([]);
    expect(writeTable(path, new Map([[a, 100]]), [lives(a, change)])).toEqual([]);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('2 mutants, 1 killed (50.0 %), 1 of them by the compiler, 1 argued.');
    expect(text).toContain(`| ${a} | 100 % | 1 | 0 | 0 | 1 | 0 |`);
    expect(text).toContain(`| ${b} | 8 % | 1 | 0 | 1 | 0 | 0 |`);
    expect(text).toContain(String.raw`| The same \| either way |`);
  });
});
