import type { KeyLimit } from '../actor.ts';

/** The headers of draft-ietf-httpapi-ratelimit-headers for the requests of a minute. */
export function limitHeaders({ most, left, reset_s }: KeyLimit): Record<string, string> {
  return {
    'ratelimit-policy': `"minute";q=${most};w=60`,
    ratelimit: `"minute";r=${left};t=${reset_s}`,
  };
}
