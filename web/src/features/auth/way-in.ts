import { isUrl } from '../../platform/is-url.ts';
/**
 * Where to go after the sign-in: the page one was sent away from, if it is a path of our own origin and not the
 * sign-in itself; otherwise `/`, which leads to the own home. Strangers' links must not lead out of the product.
 */
export function wayIn(next: string | undefined, origin: string): string {
  if (!next || !/^\/(?![/\\])/.test(next) || !isUrl(next, origin)) return '/';
  const url = new URL(next, origin);
  if (url.origin !== origin || url.pathname.startsWith('/auth/')) return '/';
  return url.pathname + url.search + url.hash;
}
