import type { FastifyRequest } from 'fastify';

/**
 * Returns true if a page of another origin caused this request. Browsers say so in `Sec-Fetch-Site`
 * (all since 2023, over https) and in `Origin`; other clients send neither.
 */
export function isForeign({ headers }: Pick<FastifyRequest, 'headers'>, public_url: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return headers.origin !== undefined && headers.origin !== new URL(public_url).origin;
}
