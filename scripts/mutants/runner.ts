// One process of `npm run mutants`: holds one Vitest open and runs test files over one changed module after another.
// The change lives in the memory of this process: nothing is written into the tree of sources.
import { join, resolve } from 'node:path';
import type { TestProject, Vitest } from 'vitest/node';
import { BaseSequencer, createVitest } from 'vitest/node';
import base from '../../vitest.config.ts';
import { listFunctions } from './walk-module.ts';

/** What the parent asks for: these test files, in this order, over this text in place of a module. */
export interface Order {
  file: string;
  text: string;
  tests: string[];
  /** Processor time after which a worker counts as hanging. */
  cpu_seconds: number;
}

export interface Answer {
  /** The first test that failed, or null when all passed. */
  killed_by: string | null;
  tests_run: number;
  wall_ms: number;
}

const root = resolve(import.meta.dirname, '../..');
const gathers_reach = process.env.MUTANTS_REACH !== undefined;
let changed: { path: string; text: string } | null = null;

class InOrder extends BaseSequencer {
  override sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    return Promise.resolve(files);
  }
}

const plugin = {
  name: 'mutants',
  enforce: 'pre' as const,
  transform(text: string, id: string): { code: string; map: null } | null {
    const path = id.replace(/\?.*$/, '');
    if (changed?.path === path) return { code: changed.text, map: null };
    const file = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : '';
    const counts = gathers_reach && /^(shared|eds|server)\/src\/.*(?<!\.test)\.ts$/.test(file);
    if (counts) return { code: countCalls(file, text), map: null };
    // Runs after the imports of the file, whatever stands above them.
    if (gathers_reach && file.endsWith('.test.ts'))
      return { code: `globalThis.__loaded?.();${text}`, map: null };
    return null;
  },
};

/** Each function says once that it ran, before anything else it does. */
function countCalls(file: string, text: string): string {
  const told = listFunctions(file, text).flatMap(({ start, end, is_block }, index) => {
    const call = `globalThis.__reached?.add(${JSON.stringify(`${file}#${index}`)})`;
    return is_block
      ? [{ at: start + 1, words: `${call};` }]
      : [
          { at: start, words: `(${call}, ` },
          { at: end, words: ')' },
        ];
  });
  // From the end, so that what stands before keeps its place; of two at one place the outer stays outside.
  return told
    .map((one, index) => ({ ...one, index }))
    .sort((one, other) => other.at - one.at || one.index - other.index)
    .reduce((code, { at, words }) => code.slice(0, at) + words + code.slice(at), text);
}

export async function openVitest(): Promise<Vitest> {
  const setup = join(import.meta.dirname, gathers_reach ? 'setup-reach.ts' : 'setup-watchdog.ts');
  const { projects, ...shared } = base.test!;
  return createVitest('test', { root, config: false, watch: false, run: true }, {
    test: {
      ...shared,
      retry: 0,
      maxWorkers: gathers_reach ? 2 : 1,
      bail: gathers_reach ? 0 : 1,
      testTimeout: gathers_reach ? 600_000 : 90_000,
      hookTimeout: gathers_reach ? 600_000 : 90_000,
      reporters: gathers_reach ? ['default'] : [{}],
      // Keyed by what stands on the disk, where no mutant ever is.
      fsModuleCache: false,
      sequence: { sequencer: InOrder },
      // A worker process can be stopped when it hangs; a thread cannot.
      projects: (projects as { plugins?: object[]; test: object }[]).map((project) => ({
        ...project,
        extends: true,
        plugins: [...(project.plugins ?? []), plugin],
        test: {
          ...project.test,
          pool: 'forks',
          isolate: false,
          setupFiles: [setup],
          // Node reads the disk, where no mutant ever is: modules come through the plugin.
          experimental: { viteModuleRunner: true },
        },
      })),
    },
  } as Parameters<typeof createVitest>[2]);
}

function projectOf(vitest: Vitest, test: string): TestProject {
  const name = test.startsWith('bench/') ? 'scripts' : test.split('/')[0]!;
  return vitest.projects.find((project) => project.name === name)!;
}

async function obey(vitest: Vitest, { file, text, tests, cpu_seconds }: Order): Promise<Answer> {
  const started = performance.now();
  process.env.MUTANT_CPU_SECONDS = String(cpu_seconds);
  // The one before is itself again.
  if (changed) vitest.invalidateFile(changed.path);
  changed = { path: join(root, file), text };
  vitest.invalidateFile(changed.path);
  vitest.state.clearErrors();
  const answer = (killed_by: string | null, tests_run: number): Answer => ({
    killed_by,
    tests_run,
    wall_ms: Math.round(performance.now() - started),
  });
  // Projects one after the other: those without a database first.
  const groups = Map.groupBy(tests, (test) => projectOf(vitest, test));
  let run = 0;
  for (const [project, files] of groups) {
    const result = await vitest.runTestSpecifications(
      files.map((test) => project.createSpecification(join(root, test))),
    );
    for (const module of result.testModules) {
      if (!files.includes(module.relativeModuleId)) continue;
      run++;
      for (const test of module.children.allTests())
        if (test.result().state === 'failed')
          return answer(`${module.relativeModuleId} > ${test.fullName}`, run);
      if (module.errors().length > 0 || module.state() === 'failed')
        return answer(module.relativeModuleId, run);
    }
    if (result.unhandledErrors.length > 0) {
      const [error] = result.unhandledErrors as Error[];
      return answer(`stopped: ${String(error?.message).split('\n')[0]!.slice(0, 100)}`, run);
    }
  }
  return answer(null, run);
}

if (process.send) {
  const vitest = await openVitest();
  await vitest.standalone();
  process.on('message', (order: Order | 'end') => {
    if (order === 'end') void vitest.close().then(() => process.exit(0));
    else
      obey(vitest, order).then(
        (answer) => process.send!(answer),
        (error: Error) =>
          process.send!({ killed_by: `broke down: ${error.message}`, tests_run: 0, wall_ms: 0 }),
      );
  });
  process.on('disconnect', () => void vitest.close().then(() => process.exit(0)));
  process.send('ready');
}
