import { afterEach, expect, test, vi } from 'vitest';
import { makeLog } from '../log.ts';
import { startWatch, type Watch } from './watch.ts';
import { PATIENT } from '../../../test/patience.ts';

const log = makeLog('silent');
let watch: Watch | null = null;
afterEach(async () => {
  await watch?.stop();
  watch = null;
});
/** Something that is sure to come, however busy the machine is. */
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

test('looks at once and then again and again, never twice at a time', async () => {
  let rounds = 0;
  let at_once = 0;
  let most = 0;
  const run = async () => {
    rounds++;
    most = Math.max(most, ++at_once);
    await pause(20);
    at_once--;
  };
  watch = startWatch([{ name: 'a', every_ms: 5, run }], log);
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(3), PATIENT);
  expect(most).toBe(1);
});

test('a round that fails is told, and the next one comes; the other watchers do not notice', async () => {
  const told = vi.spyOn(log, 'error');
  let failures = 0;
  let rounds = 0;
  watch = startWatch(
    [
      {
        name: 'broken',
        every_ms: 5,
        run: async () => {
          failures++;
          throw new Error('not today');
        },
      },
      {
        name: 'sound',
        every_ms: 5,
        run: async () => {
          rounds++;
        },
      },
    ],
    log,
  );
  await vi.waitFor(() => expect([failures > 2, rounds > 2]).toEqual([true, true]), PATIENT);
  expect(told.mock.calls[0]![0]).toMatchObject({ event: 'watch.failed', watcher: 'broken' });
});

test('stopping waits for the round that is under way, and none begins after it', async () => {
  let ended = false;
  let rounds = 0;
  watch = startWatch(
    [
      {
        name: 'slow',
        every_ms: 1,
        run: async () => {
          rounds++;
          await pause(60);
          ended = true;
        },
      },
    ],
    log,
  );
  await vi.waitFor(() => expect(rounds).toBe(1), PATIENT);
  await watch.stop();
  expect(ended).toBe(true);
  await pause(30);
  expect(rounds).toBe(1);
});
