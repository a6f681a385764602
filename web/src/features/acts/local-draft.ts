/** What was typed and is not on the server yet, kept on this device for each tab by itself. */
export interface KeptDraft<T> {
  value: T;
  /** Version of the act on the server that the text was made from; null for a new one. */
  version: number | null;
  /** Moment of the last stroke, UTC. */
  at: string;
}

const PREFIX = 'act-draft:';
const LIFE_MS = 30 * 24 * 3600_000;

const KEPT = 'tab';
let tab = '';

/**
 * A name for this tab that outlives a reload. It is written down only when the page is left: a tab that a browser makes
 * by doubling this one begins with what is written here, and must not write over its draft.
 */
function tabName(): string {
  if (tab) return tab;
  const take = () => sessionStorage.removeItem(KEPT);
  tab = sessionStorage.getItem(KEPT) ?? Math.random().toString(36).slice(2);
  take();
  addEventListener('pagehide', () => sessionStorage.setItem(KEPT, tab));
  addEventListener('pageshow', take);
  return tab;
}

/** `place` is the user in their company, `what` the act (`new` or its id). */
export function draftKey(place: string, what: string): string {
  return `${PREFIX}${place}:${what}:${tabName()}`;
}

export function readDraft<T>(key: string): KeptDraft<T> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDraft<T> | null;
    return kept && Date.now() - Date.parse(kept.at) < LIFE_MS ? kept : null;
  } catch {
    return null;
  }
}

/** A device without room for it goes on without a copy. */
export function keepDraft<T>(key: string, draft: KeptDraft<T>): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  localStorage.removeItem(key);
}

/** The newest text of the same act from another tab, which may be gone by now; those too old are cleared away. */
export function findOtherDraft<T>(key: string): { key: string; kept: KeptDraft<T> } | null {
  const same = key.slice(0, key.lastIndexOf(':') + 1);
  const found: { key: string; kept: KeptDraft<T> }[] = [];
  for (const other of Object.keys(localStorage)) {
    if (!other.startsWith(PREFIX) || other === key) continue;
    const kept = readDraft<T>(other);
    if (!kept) dropDraft(other);
    else if (other.startsWith(same)) found.push({ key: other, kept });
  }
  return found.sort((a, b) => b.kept.at.localeCompare(a.kept.at))[0] ?? null;
}
