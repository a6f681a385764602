/** What was typed into a form and not sent; files cannot be kept. */
export interface FormDraft<V> {
  /** What was kept; null when there is nothing or it cannot be read. */
  read: () => Partial<V> | null;
  /** Keeps what differs from the empty form, of its fields alone; null and an empty form forget it. */
  keep: (values: V | null) => void;
}

/** A draft on the device, or in the tab alone. A store that is full or closed keeps nothing, and the page goes on. */
export function formDraft<V extends object>(
  key: string,
  empty: V,
  store: 'localStorage' | 'sessionStorage' = 'localStorage',
): FormDraft<V> {
  const before = Object.fromEntries(Object.entries(empty)) as Record<string, unknown>;
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(globalThis[store].getItem(key) ?? 'null');
        if (typeof kept !== 'object' || kept === null) return null;
        const known = Object.entries(kept).filter(
          ([name, value]) => typeof value === typeof before[name] && value !== null,
        );
        return Object.fromEntries(known) as Partial<V>;
      } catch {
        return null;
      }
    },
    keep(values) {
      const typed = Object.entries(values ?? {}).filter(
        ([name, value]) => name in before && !isFiles(value) && shown(value) !== shown(before[name]),
      );
      try {
        if (typed.length === 0) globalThis[store].removeItem(key);
        else globalThis[store].setItem(key, JSON.stringify(Object.fromEntries(typed)));
      } catch {
        // Nothing is lost while the page stays open.
      }
    },
  };
}

const isFiles = (value: unknown) => Array.isArray(value) && value[0] instanceof File;
/** Spaces alone are nothing typed. */
const shown = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value));
