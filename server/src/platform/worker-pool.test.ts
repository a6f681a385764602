import { getPriority } from 'node:os';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FixtureTasks } from './worker-pool.fixture.ts';
import { createWorkerPool, WorkerFailed, type WorkerPool } from './worker-pool.ts';
import { PATIENT } from '../../test/patience.ts';

const script = new URL('./worker-pool.fixture.ts', import.meta.url);
const pools: WorkerPool<FixtureTasks>[] = [];

const reasonOf = (failure: unknown) => (failure instanceof WorkerFailed ? failure.reason : failure);

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe.each([
  ['threads', { memory_mb: 64, apart: false }],
  // Node alone takes some fifty megabytes of a process.
  ['processes', { memory_mb: 192, apart: true }],
])('a pool of %s', (_, place) => {
  function makePool(options: { size?: number; timeout_ms?: number; script?: URL } = {}) {
    const pool = createWorkerPool<FixtureTasks>({ script, size: 2, timeout_ms: 5_000, ...place, ...options });
    pools.push(pool);
    return pool;
  }

  it('answers every job, spread over as many threads as it has', async () => {
    const pool = makePool();
    const doubled = await Promise.all(Array.from({ length: 50 }, (_, value) => pool.run('double', value)));
    expect(doubled).toEqual(Array.from({ length: 50 }, (_, value) => value * 2));
    // One of the two may have started later and done nothing of the above yet.
    const threads = new Set<string>();
    await vi.waitFor(async () => {
      const seen = await Promise.all(Array.from({ length: 40 }, () => pool.run('thread', undefined)));
      for (const thread of seen) threads.add(thread);
      expect(threads.size).toBe(2);
    }, PATIENT);
    const more = await Promise.all(Array.from({ length: 200 }, () => pool.run('thread', undefined)));
    expect(new Set([...threads, ...more]).size).toBe(2);
  });

  it('hands bytes over and shows no environment', async () => {
    const pool = makePool({ size: 1 });
    expect(await pool.run('bytes', 3)).toEqual(new Uint8Array([7, 7, 7]));
    const known = await pool.run('environment', undefined);
    // Whoever moves the clock of these tests (`clocks.attack.ts`) gives it to all that they start.
    expect(known.filter((name) => name !== 'LD_PRELOAD' && name !== 'MOVED_CLOCK_S')).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('gives way to the thread that answers people', async () => {
    const own = getPriority();
    expect(await makePool().run('priority', undefined)).toBe(Math.max(own, 10));
    expect(getPriority()).toBe(own);
  });

  it('passes on the error of a task and keeps the worker', async () => {
    const pool = makePool({ size: 1 });
    const before = await pool.run('thread', undefined);
    await expect(pool.run('fail', 'too far')).rejects.toThrow(new RangeError('too far'));
    await expect(pool.run('double', (() => 1) as unknown as number)).rejects.toThrow(/cloned/);
    expect(await pool.run('thread', undefined)).toBe(before);
  });

  it.each([
    ['hang', 'timeout'],
    ['exit', 'crash'],
    ['throwLater', 'crash'],
    ['fillHeap', 'memory'],
    ['fillOneArray', 'memory'],
    ['fillBuffers', 'memory'],
  ] as const)(
    '%s rejects only its own job (%s), the next is done by another worker',
    async (task, reason) => {
      const pool = makePool({ size: 1, timeout_ms: task === 'hang' ? 200 : 20_000 });
      const outcomes = await Promise.allSettled([
        pool.run('double', 1),
        pool.run(task, undefined),
        pool.run('double', 2),
      ]);
      expect(
        outcomes.map((outcome) =>
          outcome.status === 'fulfilled' ? outcome.value : reasonOf(outcome.reason),
        ),
      ).toEqual([2, reason, 4]);
    },
  );

  it('gives up when no worker can start, instead of trying for ever', async () => {
    const pool = makePool({ script: new URL('./absent.ts', import.meta.url) });
    const outcomes = await Promise.allSettled([
      pool.run('double', 1),
      pool.run('double', 2),
      pool.run('double', 3),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('rejects what runs and what waits when it closes', async () => {
    const pool = makePool({ size: 1 });
    await pool.run('double', 1);
    const settled = Promise.allSettled([pool.run('hang', undefined), pool.run('double', 2)]);
    await pool.close();
    const outcomes = [...(await settled), ...(await Promise.allSettled([pool.run('double', 3)]))];
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && reasonOf(outcome.reason))).toEqual([
      'closed',
      'closed',
      'closed',
    ]);
  });

  it('does not keep the process alive when nothing is left to do', async () => {
    const program = `
      const { createWorkerPool } = await import(${JSON.stringify(new URL('./worker-pool.ts', import.meta.url).href)});
      const pool = createWorkerPool({ script: new URL(${JSON.stringify(script.href)}), size: 2, timeout_ms: 5000, ...${JSON.stringify(place)} });
      console.log(await pool.run('double', 21));`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect((await run).stdout.trim()).toBe('42');
  });
});
