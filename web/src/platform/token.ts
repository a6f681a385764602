/** What the page reads of its access token; the server alone decides what it is worth. */
export interface TokenClaims {
  /** End of life, whole seconds since 1970. */
  exp?: number;
  sub?: string;
  [claim: string]: unknown;
}

/** Reads the claims of a JWT, without checking its signature. Throws with the words of the product's catalogue. */
export function decodeToken(token: string): TokenClaims {
  const text = base64UrlText(token.split('.')[1] ?? '');
  if (text === null) throw invalid('base64');
  try {
    const claims: unknown = JSON.parse(text);
    if (typeof claims === 'object' && claims !== null) return claims as TokenClaims;
  } catch {
    // Said below, the same for broken JSON and for JSON that is no object.
  }
  throw invalid('json');
}

const invalid = (what: string) => new Error(`Invalid token specified: invalid ${what} for part #2`);

/** The claims while `exp` lies ahead, both in whole seconds. A missing or unreadable token is simply not valid. */
export function liveClaims(token: string | null, now_ms: number): TokenClaims | null {
  try {
    const claims = decodeToken(token ?? '');
    return typeof claims.exp === 'number' && claims.exp > Math.floor(now_ms / 1000) ? claims : null;
  } catch {
    return null;
  }
}

/** As Latin-1: what is read of the claims is ASCII. */
function base64UrlText(part: string): string | null {
  if (!/^[\w-]+={0,2}$/.test(part)) return null;
  try {
    return atob(part.replace(/-/g, '+').replace(/_/g, '/'));
  } catch {
    return null;
  }
}
