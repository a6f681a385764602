import { readEvents } from './read-events.ts';

export interface ListenWorld {
  /** Asks for the stream with a living token; null when nobody is signed in. */
  open: (signal: AbortSignal) => Promise<Response | null>;
  onTopics: (topics: string[]) => void;
  /** The stream is there again after it was away; what was told meanwhile is lost. */
  onGap: () => void;
  /** The page was read so long ago that something may have been told since. */
  isLate: () => boolean;
  random: () => number;
}

/** The server beats every fifteen seconds; after three missing beats nobody is there. */
const SILENCE_MS = 45_000;
/** A pause is anything up to a limit that doubles. So streams that ended together do not come back together. */
const FIRST_LIMIT_MS = 1_000;
const LONGEST_LIMIT_MS = 30_000;
/** Pages that missed something reload within so long, each at a moment of its own. */
const RELOAD_WITHIN_MS = 3_000;
/** Nobody is signed in, or the server has enough of us. */
const REFUSED_MS = 30_000;

/** Keeps a stream open until the signal ends it. */
export async function listen(world: ListenWorld, signal: AbortSignal): Promise<void> {
  let tries = 0;
  let heard = false;
  let reload: ReturnType<typeof setTimeout> | undefined;
  const reloadSoon = () => {
    reload ??= setTimeout(() => {
      reload = undefined;
      world.onGap();
    }, world.random() * RELOAD_WITHIN_MS);
  };
  while (!signal.aborted) {
    const one = new AbortController();
    const stop = () => one.abort();
    signal.addEventListener('abort', stop);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const beat = () => {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
    };
    let pause_ms = Math.min(FIRST_LIMIT_MS * 2 ** tries++, LONGEST_LIMIT_MS) * world.random();
    try {
      beat();
      const response = await world.open(one.signal);
      if (response?.ok && response.body) {
        // The first opening is late where another tab listened until now, or the server would not at once.
        if (heard || world.isLate()) reloadSoon();
        heard = true;
        await readEvents(
          response.body,
          (data) => {
            tries = 0;
            const { topics } = JSON.parse(data) as { topics: string[] };
            if (topics.length > 0) world.onTopics(topics);
          },
          beat,
        );
        // Ended in good order: a server that restarts, or rights that have changed.
        pause_ms = FIRST_LIMIT_MS * world.random();
      } else if (!response || [403, 429].includes(response.status))
        pause_ms = REFUSED_MS * (0.5 + world.random());
    } catch {
      // No connection, or silence; the next try tells.
    }
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    await pause(pause_ms, signal);
  }
  clearTimeout(reload);
}

/** Ends early when the connection is back, the page is looked at again, or nobody waits any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      globalThis.removeEventListener?.('online', end);
      globalThis.document?.removeEventListener('visibilitychange', look);
      done();
    };
    const look = () => {
      if (document.visibilityState === 'visible') end();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    globalThis.addEventListener?.('online', end);
    globalThis.document?.addEventListener('visibilitychange', look);
    if (signal.aborted) end();
  });
}
