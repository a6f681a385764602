import type { FastifyRequest } from 'fastify';

/**
 * Returns true when a page of another origin made the browser send this request. Browsers say so in `Sec-Fetch-Site`
 * (all since 2023, over https) and in `Origin`; what is no browser sends neither.
 */
export function isForeign({ headers }: Pick<FastifyRequest, 'headers'>, public_url: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return headers.origin !== undefined && headers.origin !== new URL(public_url).origin;
}
