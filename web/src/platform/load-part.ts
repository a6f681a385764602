const GUARD_MS = 10_000;
const key = 'reloaded_at';

/** A part of the page did not load, and reloading the page would not help. */
export class PartMissing extends Error {
  override name = 'PartMissing';
  /** The server cannot be reached: the part may come later. */
  readonly offline: boolean;
  constructor(cause: unknown, offline: boolean) {
    super('A part of the page did not come', { cause });
    this.offline = offline;
  }
}

/** True when the server answers anything at all. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return await fetch('/build.json', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** Loads the page again, at most once in ten seconds; false when it was done just now. */
export function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < GUARD_MS) return false;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return true;
}

let awaited = 0;

/** Counts this among what a page waits for before it is whole; the promise itself goes through. */
export function awaiting<T>(what: Promise<T>): Promise<T> {
  awaited += 1;
  return what.finally(() => {
    awaited -= 1;
  });
}

/** Calls `end` once nothing of that is on its way; the answer gives it up. */
export function whenWhole(end: () => void): () => void {
  let quiet = 0;
  // What a part asks for when it has come is asked in the turn after.
  const poll = setInterval(() => {
    quiet = awaited > 0 ? 0 : quiet + 1;
    if (quiet < 2) return;
    clearInterval(poll);
    end();
  }, 16);
  return () => clearInterval(poll);
}

/**
 * After a new version the old parts are gone: the current path is reloaded, but at most once in ten
 * seconds, so that a part that is really missing ends in an error and not in a circle.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await awaiting(load());
  } catch (reason) {
    // Without the server a reload would put the browser's own error page in place of ours.
    const offline = !(await isReachable());
    if (offline || !reloadOnce()) throw new PartMissing(reason, offline);
    return await new Promise<never>(() => undefined);
  }
}
