import { expect, it, vi } from 'vitest';
import { listen, type ListenWorld } from './listen.ts';

/** A server of one stream at a time: `say` what comes, `end` it. */
function makeServer(answers: (() => Response | null)[]) {
  const asked: number[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(given) {
          controller = given;
        },
      }),
    );
  const world: ListenWorld = {
    async open() {
      asked.push(Date.now());
      return (answers.shift() ?? stream)();
    },
    onTopics: vi.fn<ListenWorld['onTopics']>(),
    onGap: vi.fn<ListenWorld['onGap']>(),
    isLate: () => false,
    random: () => 0.5,
  };
  return {
    asked,
    world,
    say: (data: unknown) =>
      controller!.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`)),
    end: () => controller!.close(),
  };
}

it('tells the topics, comes back when the stream ends, and says then that something may be missing', async () => {
  vi.useFakeTimers();
  const server = makeServer([]);
  const gone = new AbortController();
  const listening = listen(server.world, gone.signal);
  await vi.advanceTimersByTimeAsync(0);
  server.say({ topics: [] });
  server.say({ topics: ['acts'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(server.world.onTopics).toHaveBeenCalledExactlyOnceWith(['acts']);
  expect(server.world.onGap).not.toHaveBeenCalled();
  server.end();
  await vi.advanceTimersByTimeAsync(500);
  expect(server.asked.length).toBe(2);
  // It comes and goes, and is reloaded once for both.
  server.end();
  await vi.advanceTimersByTimeAsync(500);
  expect(server.asked.length).toBe(3);
  await vi.advanceTimersByTimeAsync(900);
  expect(server.world.onGap).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(server.world.onGap).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(server.world.onGap).toHaveBeenCalledOnce();
  gone.abort();
  await vi.advanceTimersByTimeAsync(0);
  server.end();
  await listening;
  vi.useRealTimers();
});

it('waits longer each time, and longest where it is not let in', async () => {
  vi.useFakeTimers();
  const failing = () => new Response('', { status: 503 });
  const server = makeServer([failing, failing, failing, () => null]);
  const gone = new AbortController();
  const listening = listen(server.world, gone.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked.map((at) => at - server.asked[0]!)).toEqual([0, 500, 1_500, 3_500, 33_500]);
  gone.abort();
  await vi.advanceTimersByTimeAsync(0);
  server.end();
  await listening;
  vi.useRealTimers();
});

it.each([
  ['least', 0.01, [10, 20, 40, 80, 160, 300, 300]],
  ['most', 1, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
])('comes back at any moment of a pause that grows to a limit: the %s', async (_, random, pauses) => {
  vi.useFakeTimers();
  const server = makeServer(pauses.map(() => () => new Response('', { status: 503 })));
  const gone = new AbortController();
  const listening = listen({ ...server.world, random: () => random }, gone.signal);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.asked.slice(1).map((at, n) => at - server.asked[n]!)).toEqual(pauses);
  gone.abort();
  await vi.advanceTimersByTimeAsync(0);
  server.end();
  await listening;
  vi.useRealTimers();
});

it('takes silence for the end', async () => {
  vi.useFakeTimers();
  const signals: AbortSignal[] = [];
  const gone = new AbortController();
  const listening = listen(
    {
      open: (signal) =>
        new Promise((_, fail) => {
          signals.push(signal);
          signal.addEventListener('abort', () => fail(new Error('gone')));
        }),
      onTopics: () => undefined,
      onGap: () => undefined,
      isLate: () => false,
      random: () => 0.5,
    },
    gone.signal,
  );
  await vi.advanceTimersByTimeAsync(46_000);
  expect(signals[0]!.aborted).toBe(true);
  expect(signals.length).toBe(2);
  gone.abort();
  await vi.advanceTimersByTimeAsync(0);
  await listening;
  vi.useRealTimers();
});

it('comes back early when the page is looked at again, not when one looks away', async () => {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const server = makeServer([() => null]);
  const gone = new AbortController();
  const listening = listen(server.world, gone.signal);
  await vi.advanceTimersByTimeAsync(0);
  for (const [state, asked] of [
    ['hidden', 1],
    ['visible', 2],
  ] as const) {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.asked.length).toBe(asked);
  }
  gone.abort();
  await vi.advanceTimersByTimeAsync(0);
  server.end();
  await listening;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
