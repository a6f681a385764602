/** Which pattern of the table a path belongs to; `$name` takes one part of it. */
export interface Match<S> {
  screen: S;
  params: Record<string, string>;
}

/** The most exact screen for a path, or null. A part that is said beats a part that varies, from the left. */
export function matchPath<S extends { path: string }>(screens: readonly S[], path: string): Match<S> | null {
  const parts = partsOf(path);
  let best: (Match<S> & { exact: string }) | null = null;
  for (const screen of screens) {
    const wanted = partsOf(screen.path);
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, at) => {
      if (!part.startsWith('$')) return part === parts[at];
      const value = decoded(parts[at]!);
      if (value === null || value === '') return false;
      params[part.slice(1)] = value;
      return true;
    });
    const exact = wanted.map((part) => (part.startsWith('$') ? '0' : '1')).join('');
    if (fits && (!best || exact > best.exact)) best = { screen, params, exact };
  }
  return best && { screen: best.screen, params: best.params };
}

const partsOf = (path: string) => path.replace(/\/$/, '').split('/');

/** Returns null for values a browser never sends. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
