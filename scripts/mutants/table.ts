import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { keyOf } from './operators.ts';
import type { Result } from './results.ts';

/** A mutant that lives, and why it may: written by hand into the last column of `docs/mutants.md`. */
interface Survivor {
  module: string;
  name: string;
  change: string;
  argument: string;
}

interface Row {
  module: string;
  mutants: number;
  by_tests: number;
  by_types: number;
  argued: number;
}

const HEAD = `# Mutants

\`npm run mutants\` changes one rule at a time and runs the tests that reach it. It writes the two tables; the last
column of the second one is written by hand. «Types» are mutants that the compiler refuses. Modules whose share is
below 100 % are sampled: always the same mutants, chosen by a hash of their names.
`;
const NOT_ARGUED = '**not argued yet**';

/** Keys of the survivors that have an argument: nothing but that can be learned from them. */
export function readArgued(path: string): Set<string> {
  const { survivors } = readTable(path);
  return new Set(
    survivors
      .filter(({ argument }) => argument !== NOT_ARGUED)
      .map(({ module: file, name, change }) => keyOf({ file, name, change })),
  );
}

/** Writes the rows of the modules that ran in place of their earlier ones; answers what is neither killed nor argued. */
export function writeTable(path: string, ran: ReadonlyMap<string, number>, results: Result[]): string[] {
  const before = readTable(path);
  const argument = (module: string, name: string, change: string): string =>
    before.survivors.find((one) => one.module === module && one.name === name && one.change === change)
      ?.argument ?? NOT_ARGUED;
  const kept = before.survivors.filter(({ module }) => !ran.has(module));
  const alive = results
    .filter(({ killed_by }) => killed_by === null)
    .map(({ file, name, change }) => ({
      module: file,
      name,
      change,
      argument: argument(file, name, change),
    }));
  const survivors = [...kept, ...alive].sort((one, other) => (rowOf(one) < rowOf(other) ? -1 : 1));

  const rows = new Map(
    before.rows.filter(({ row }) => !ran.has(row.module)).map((one) => [one.row.module, one]),
  );
  for (const [module, percent] of ran) {
    const own = results.filter(({ file }) => file === module);
    const by_types = own.filter(({ killed_by }) => killed_by === 'types').length;
    const lives = alive.filter((one) => one.module === module);
    const row: Row = {
      module,
      mutants: own.length,
      by_tests: own.length - by_types - lives.length,
      by_types,
      argued: lives.filter(({ argument: why }) => why !== NOT_ARGUED).length,
    };
    if (own.length > 0) rows.set(module, { row, percent });
  }
  const sorted = [...rows.values()].sort((one, other) => (one.row.module < other.row.module ? -1 : 1));
  const lines = sorted.map(({ row, percent }) => line([row.module, `${percent} %`, ...counts(row)]));
  const total = sorted.reduce((sum, { row }) => add(sum, row), {
    module: '',
    mutants: 0,
    by_tests: 0,
    by_types: 0,
    argued: 0,
  });
  const killed = total.by_tests + total.by_types;
  writeFileSync(
    path,
    [
      HEAD,
      `${total.mutants} mutants, ${killed} killed (${percentOf(killed, total.mutants)} %), ${total.by_types} of them by the compiler, ${total.argued} argued.\n`,
      '| module | share | mutants | killed by tests | by types | argued | alive |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...lines,
      '\n## Survivors\n',
      '| module | where | change | why it may live |',
      '| --- | --- | --- | --- |',
      ...survivors.map((one) => rowOf(one)),
      '',
    ].join('\n'),
  );
  return alive
    .filter((one) => one.argument === NOT_ARGUED)
    .map(({ module: file, name, change }) => keyOf({ file, name, change }));
}

function counts({ mutants, by_tests, by_types, argued }: Row): string[] {
  return [mutants, by_tests, by_types, argued, mutants - by_tests - by_types - argued].map(String);
}

function add(sum: Row, row: Row): Row {
  return {
    module: '',
    mutants: sum.mutants + row.mutants,
    by_tests: sum.by_tests + row.by_tests,
    by_types: sum.by_types + row.by_types,
    argued: sum.argued + row.argued,
  };
}

function percentOf(part: number, whole: number): string {
  return whole === 0 ? '0' : ((part / whole) * 100).toFixed(1);
}

function rowOf({ module, name, change, argument }: Survivor): string {
  return line([module, name, change, argument]);
}

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function readTable(path: string): { rows: { row: Row; percent: number }[]; survivors: Survivor[] } {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const cells = lines
    .filter((text) => /^\| (shared|eds|server)\//.test(text))
    .map((text) =>
      text
        .slice(2, -2)
        .split(/(?<!\\) \| /)
        .map((cell) => cell.replaceAll('\\|', '|')),
    );
  const rows = cells
    .filter((row) => isCount(row))
    .map(([module, share, mutants, by_tests, by_types, argued]) => ({
      row: {
        module: module!,
        mutants: Number(mutants),
        by_tests: Number(by_tests),
        by_types: Number(by_types),
        argued: Number(argued),
      },
      percent: Number.parseFloat(share!),
    }));
  const survivors = cells
    .filter((row) => !isCount(row))
    .map(([module, name, change, ...argument]) => ({
      module: module!,
      name: name!,
      change: change!,
      // Written by hand, perhaps with a stroke in it.
      argument: argument.join(' | '),
    }));
  return { rows, survivors };
}

function isCount([, share]: string[]): boolean {
  return /^\d+ %$/.test(share!);
}
