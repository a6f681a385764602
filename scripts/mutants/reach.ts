import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Tree } from '../import-graph.ts';
import type { Mutant } from './operators.ts';

/** What a test file ran when every function told it: made by `npm run mutants -- --reach`. */
interface TestFile {
  ms: number;
  ran: ReadonlySet<string>;
}

export interface Reach {
  /** Test files that can see this mutant, the likeliest first. */
  testsOf(mutant: Mutant): string[];
  /** A test that killed a mutant of a module is the first to be asked about the next one. */
  noteKill(file: string, test: string): void;
  secondsOf(tests: readonly string[]): number;
  /** Whether a test file needs a database: then it is asked after all others, and not at all in a quick run. */
  needsDatabase(test: string): boolean;
}

/** So many files are asked at most, without a database and with one; what lives longer counts as a survivor. */
const MOST_FILES = 12;
/** Tests of the tooling and of parts of pages (`*.view.test.tsx`) read the modules as they stand, outside of Vitest here. */
const isTest = /^(shared|eds|web|server)\/.*\.test\.ts$/;

export function readReach(tree: Tree, root: string, path: string): Reach {
  const distances = makeDistances(tree);
  const { files, at_load, failing } = readLines(root, path);
  /** The last kill counts: one rule after another of a function is seen by the same test. */
  const kills = new Map<string, Map<string, number>>();
  let kill = 0;
  const over_database = new Set(distances('server/test/database.ts').keys());
  const overDatabase = (test: string): boolean => over_database.has(test);

  const rank = (file: string, test: string, distance: number): number[] => [
    overDatabase(test) ? 1 : 0,
    -(kills.get(file)?.get(test) ?? 0),
    folderOf(test) === folderOf(file) ? 0 : 1,
    overDatabase(test) ? (files.get(test)?.ms ?? 60_000) : distance,
  ];

  return {
    testsOf(mutant) {
      const id = `${mutant.file}#${mutant.within}`;
      // What runs while modules load is seen by whoever imports it.
      const is_narrow = mutant.within >= 0 && !at_load.has(id);
      const tests = [...distances(mutant.file)]
        .filter(([test]) => !failing.has(test))
        .filter(([test]) => !is_narrow || !files.has(test) || files.get(test)!.ran.has(id))
        .map(([test, distance]) => ({ test, rank: rank(mutant.file, test, distance) }))
        .sort((one, other) => compare(one.rank, other.rank))
        .map(({ test }) => test);
      return [
        ...tests.filter((test) => !overDatabase(test)).slice(0, MOST_FILES),
        ...tests.filter(overDatabase).slice(0, MOST_FILES),
      ];
    },
    noteKill(file, test) {
      const own = kills.get(file) ?? new Map<string, number>();
      kills.set(file, own.set(test, ++kill));
    },
    secondsOf: (tests) =>
      tests.reduce((sum, test) => sum + (files.get(test)?.ms ?? (overDatabase(test) ? 10_000 : 1_000)), 0) /
      1000,
    needsDatabase: overDatabase,
  };
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index < 0 ? 0 : one[index]! - other[index]!;
}

/** `acts` of `server/src/features/acts/send-act.ts`; a module beside its test when it stands in no feature. */
function folderOf(file: string): string {
  return /\/features\/([^/]+)\//.exec(file)?.[1] ?? file.slice(0, file.lastIndexOf('/'));
}

/** For a module: every test file that imports it, and over how many steps. */
function makeDistances(tree: Tree): (file: string) => Map<string, number> {
  const importers = Map.groupBy(
    tree.imports.filter(({ ours, type_only }) => ours && !type_only),
    ({ to }) => to,
  );
  const known = new Map<string, Map<string, number>>();
  return (file) => {
    const before = known.get(file);
    if (before) return before;
    const seen = new Map([[file, 0]]);
    for (const [at, steps] of seen)
      for (const { from } of importers.get(at) ?? []) if (!seen.has(from)) seen.set(from, steps + 1);
    const tests = new Map([...seen].filter(([path]) => isTest.test(path)));
    known.set(file, tests);
    return tests;
  };
}

function readLines(
  root: string,
  path: string,
): { files: Map<string, TestFile>; at_load: Set<string>; failing: Set<string> } {
  const files = new Map<string, TestFile>();
  const at_load = new Set<string>();
  const failing = new Set<string>();
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  for (const line of lines) {
    const { fails, test, loading, running, ms } = JSON.parse(line) as {
      /** In place of all others. */
      fails?: string;
      test: string;
      loading: string[];
      running: string[];
      ms: number;
    };
    if (fails) failing.add(relative(root, fails));
    if (fails) continue;
    for (const id of loading) at_load.add(id);
    files.set(relative(root, test), { ms, ran: new Set(running) });
  }
  return { files, at_load, failing };
}
