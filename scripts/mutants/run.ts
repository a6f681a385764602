import { fork, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { readTree } from '../import-graph.ts';
import { applyMutant, findMutants, keyOf, type Mutant } from './operators.ts';
import { isSampled, partOf } from './parts.ts';
import { readReach, type Reach } from './reach.ts';
import { openResults } from './results.ts';
import type { Answer, Order } from './runner.ts';
import { readArgued, writeTable } from './table.ts';
import { makeTypeCheck } from './types.ts';

interface Runner {
  run(order: Order): Promise<Answer>;
  end(): void;
}

interface Options {
  root: string;
  /** Names of parts or pieces of paths; all when empty. */
  words: string[];
  /** Leaves out the tests that need a database; what lives is told and not written down. */
  quick: boolean;
}

/** Runs what has no result yet. Answers the mutants that are neither killed nor argued. */
export async function runMutants({ root, words, quick }: Options): Promise<string[]> {
  const cache = join(root, '.cache/mutants');
  const results = openResults(root, join(cache, 'results.jsonl'));
  const reach = readReach(readTree(root), root, join(cache, 'reach.jsonl'));
  const refusedByTypes = oneAtATime(makeTypeCheck(root, join(cache, 'types')));
  const modules = chooseModules(root, words);
  const texts = new Map([...modules.keys()].map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const mutants = [...modules].flatMap(([file, percent]) =>
    findMutants(file, texts.get(file)!).filter((mutant) => isSampled(mutant, percent)),
  );
  const left = mutants.filter((mutant) => !results.find(mutant));
  console.log(`${mutants.length} mutants of ${modules.size} modules, ${left.length} to run`);

  const table = join(root, 'docs/mutants.md');
  const argued = readArgued(table);
  const alive: string[] = [];
  const passed = new Set<string>();
  const read = new Set<string>();
  /** Where tests read the disk and not the changed text, all mutants would live. */
  const assertReads = async (runner: Runner, file: string, tests: string[]): Promise<void> => {
    const [room = ''] = file.split('/');
    if (tests.length === 0 || read.has(room)) return;
    read.add(room);
    const { killed_by } = await runner.run(makeOrder(file, `throw new Error('read');`, tests, reach));
    if (killed_by === null) throw new Error(`no test reads the change: ${file}`);
  };
  /** A test that fails without a mutant would kill them all. */
  const assertPasses = async (runner: Runner, file: string, tests: string[]): Promise<void> => {
    const news = tests.filter((test) => !passed.has(test));
    if (news.length === 0) return;
    const { killed_by } = await runner.run(makeOrder(file, texts.get(file)!, news, reach));
    if (killed_by !== null) throw new Error(`fails without a mutant: ${killed_by}`);
    for (const test of news) passed.add(test);
  };
  const judge = async (runner: Runner, mutant: Mutant): Promise<void> => {
    const text = applyMutant(texts.get(mutant.file)!, mutant);
    const tests = reach.testsOf(mutant);
    const [quick_tests, server_tests] = [
      tests.filter((test) => !reach.needsDatabase(test)),
      quick || argued.has(keyOf(mutant)) ? [] : tests.filter(reach.needsDatabase),
    ];
    const ask = (files: string[]) => runner.run(makeOrder(mutant.file, text, files, reach));
    await assertReads(runner, mutant.file, quick_tests);
    await assertPasses(runner, mutant.file, quick_tests);
    let { killed_by, wall_ms } = await ask(quick_tests);
    if (killed_by === null && (await refusedByTypes(mutant.file, text))) killed_by = 'types';
    if (killed_by === null && server_tests.length > 0) {
      const answer = await ask(server_tests);
      killed_by = answer.killed_by;
      wall_ms += answer.wall_ms;
    }
    const test = killed_by?.split(' > ')[0];
    if (test && tests.includes(test)) reach.noteKill(mutant.file, test);
    else if (killed_by?.startsWith('broke down')) throw new Error(`${keyOf(mutant)}: ${killed_by}`);
    if (killed_by === null && !argued.has(keyOf(mutant))) {
      alive.push(keyOf(mutant));
      console.log(`lives: ${keyOf(mutant)}`);
    }
    if (killed_by === null && quick && !argued.has(keyOf(mutant))) return;
    const { file, name, change } = mutant;
    const seen = killed_by === null ? [...quick_tests, ...server_tests] : tests.filter((one) => one === test);
    results.add({ file, name, change, killed_by, wall_ms, tests: seen });
  };
  await share(left, judge, root);

  // A run that was stopped says nothing about modules it had not finished.
  const unfinished = new Set(mutants.filter((one) => !results.find(one)).map(({ file }) => file));
  const finished = new Map([...modules].filter(([file]) => !unfinished.has(file)));
  const known = mutants.filter(({ file }) => finished.has(file)).map((mutant) => results.find(mutant)!);
  const unargued = writeTable(table, finished, known);
  return quick ? [...alive, ...unargued] : unargued;
}

function chooseModules(root: string, words: string[]): Map<string, number> {
  const chosen = new Map<string, number>();
  for (const file of readTree(root).files) {
    const part = partOf(file);
    if (!part) continue;
    if (
      words.length === 0 ||
      words.some((word) => part.name === word || (word.includes('/') && file.includes(word)))
    )
      chosen.set(file, part.percent);
  }
  return chosen;
}

function makeOrder(file: string, text: string, tests: string[], reach: Reach): Order {
  return { file, text, tests, cpu_seconds: Math.ceil(20 + reach.secondsOf(tests) * 4) };
}

/** Mutants of one module go to one process as far as possible: it knows which test kills them. */
async function share(
  mutants: Mutant[],
  judge: (runner: Runner, mutant: Mutant) => Promise<void>,
  root: string,
): Promise<void> {
  const queue = mutants.map((mutant, index) => ({ mutant, index }));
  const processes = Math.min(Number(process.env.MUTANTS_PROCESSES ?? availableParallelism()), queue.length);
  const started = performance.now();
  let done = 0;
  const stop = (): void => {
    queue.length = 0;
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const work = async (number: number): Promise<void> => {
    const runner = await startRunner(root);
    for (;;) {
      // From both ends, so that two processes seldom meet in a module.
      const next = number % 2 === 0 ? queue.shift() : queue.pop();
      if (!next) break;
      await judge(runner, next.mutant);
      if (++done % 100 === 0)
        console.log(`${done} of ${mutants.length}, ${Math.round((performance.now() - started) / 1000)} s`);
    }
    runner.end();
  };
  await Promise.all(Array.from({ length: processes }, (_, number) => work(number)));
  process.off('SIGINT', stop).off('SIGTERM', stop);
}

async function startRunner(root: string): Promise<Runner> {
  const child = fork(join(import.meta.dirname, 'runner.ts'), [], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C lets the mutant under way end.
    detached: true,
  });
  await answerOf(child);
  return {
    run: async (order) => {
      if (order.tests.length === 0) return { killed_by: null, tests_run: 0, wall_ms: 0 };
      const answer = answerOf<Answer>(child);
      child.send(order);
      return answer;
    },
    end: () => child.send('end'),
  };
}

function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((done, fail) => {
    const gone = (code: number | null): void => fail(new Error(`a process of tests ended with ${code}`));
    child.once('exit', gone);
    child.once('message', (message) => {
      child.off('exit', gone);
      done(message as T);
    });
  });
}

function oneAtATime<A extends unknown[], T>(run: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const next = last.then(() => run(...args));
    last = next.catch(() => undefined);
    return next;
  };
}

/** Runs every test once and writes down which functions each file ran. One that was stopped goes on. */
export async function gatherReach(root: string): Promise<void> {
  const path = join(root, '.cache/mutants/reach.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  const before = existsSync(`${path}.new`) ? readFileSync(`${path}.new`, 'utf8') : '';
  process.env.MUTANTS_REACH = `${path}.new`;
  const { openVitest } = await import('./runner.ts');
  const vitest = await openVitest();
  await vitest.standalone();
  const files = await vitest.globTestSpecifications();
  const rooms = ['shared', 'eds', 'web', 'server'];
  const { testModules } = await vitest.runTestSpecifications(
    files.filter(
      ({ project, moduleId }) =>
        rooms.includes(project.name) && !before.includes(`"test":${JSON.stringify(moduleId)}`),
    ),
  );
  await vitest.close();
  // A test that fails without a mutant would kill them all.
  for (const module of testModules.filter((one) => !one.ok()))
    appendFileSync(`${path}.new`, `${JSON.stringify({ fails: module.moduleId })}\n`);
  if (existsSync(`${path}.new`)) renameSync(`${path}.new`, path);
}
