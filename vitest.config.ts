import { defineConfig } from 'vitest/config';
import { callTable } from './web/build/call-table.ts';
import { formLimits } from './web/build/form-limits.ts';

/** Whole folders of pure functions share one module graph per worker: six times quicker, and nothing to leak. */
const pure = { environment: 'node', isolate: false, pool: 'threads' } as const;

/** Node reads these files as it does in the product. Vite would write each again: a fifth more work. */
const native = { experimental: { viteModuleRunner: false } } as const;

export default defineConfig({
  test: {
    // One more than the processors of a small machine: some wait for a process they killed, or for a clock.
    maxWorkers: 3,
    // Machines are shared: what passes only at its second try is named by `npm test` as unsteady.
    retry: process.env.TALLY_FILE ? 1 : 0,
    // Only what hangs ends by the clock: a slow machine fails no test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      { extends: true, test: { ...pure, ...native, name: 'shared', include: ['shared/src/**/*.test.ts'] } },
      { extends: true, test: { ...pure, ...native, name: 'eds', include: ['eds/src/**/*.test.ts'] } },
      {
        extends: true,
        // What the pages read of the contracts when they are built.
        plugins: [callTable(), formLimits()],
        test: { ...pure, name: 'web', include: ['web/src/**/*.test.ts'] },
      },
      { extends: true, test: { ...native, name: 'scripts', include: ['{scripts,bench}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...native,
          name: 'server',
          // Programs for other tools are tried over the running product.
          include: ['{server,integrations}/**/*.test.ts'],
          pool: 'forks',
          // One graph of modules for all files of a worker: the whole server is read twice, not a hundred times.
          isolate: false,
          // Code that runs for minutes at most does not earn back what its best compiler costs: a tenth of all work.
          execArgv: ['--no-turbofan'],
          globalSetup: ['server/test/throwaway-server.ts'],
          setupFiles: ['server/test/today.setup.ts'],
        },
      },
    ],
  },
});
