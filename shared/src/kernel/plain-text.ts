/** Browsers that people still have know no `isWellFormed`. */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;

/** PostgreSQL refuses NUL and lone surrogates; so does the boundary, before anything is stored. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

/** The path of the first text (or key) in a JSON value that cannot be stored, or null. Depth is limited to 32. */
export function findUnstorable(value: unknown, path = '', depth = 0): string | null {
  if (typeof value === 'string') return isStorableText(value) ? null : path || 'body';
  if (depth > 32) return path;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      const found = findUnstorable(item, path ? `${path}.${i}` : String(i), depth + 1);
      if (found !== null) return found;
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      const at = path ? `${path}.${key}` : key;
      if (!isStorableText(key)) return path || 'body';
      const found = findUnstorable(item, at, depth + 1);
      if (found !== null) return found;
    }
  }
  return null;
}
