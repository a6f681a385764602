const GUARD_MS = 10_000;
const key = 'reloaded_at';

/** A part of the page did not come, and loading the page anew would not bring it. */
export class PartMissing extends Error {
  override name = 'PartMissing';
  constructor(cause: unknown) {
    super('A part of the page did not come', { cause });
  }
}

/**
 * After a new version the parts of the old one are gone: the current path is loaded anew, but at most once in ten
 * seconds, so that a part that is really missing ends in an error and not in a circle.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (reason) {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (!navigator.onLine || Date.now() - last < GUARD_MS) throw new PartMissing(reason);
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
    return await new Promise<never>(() => undefined);
  }
}
