/** What the page reads of its access token; the server alone decides what it is worth. */
export interface TokenClaims {
  /** End of life, whole seconds since 1970. */
  exp?: number;
  sub?: string;
  [claim: string]: unknown;
}

/** Reads the claims of a JWT, without checking its signature. Throws with the words of the product's catalogue. */
export function decodeToken(token: string): TokenClaims {
  const part = token.split('.')[1];
  if (part === undefined) throw new Error('Invalid token specified: missing part #2');
  const text = base64UrlText(part);
  if (text === null) throw new Error('Invalid token specified: invalid base64 for part #2');
  try {
    const claims: unknown = JSON.parse(text);
    if (typeof claims === 'object' && claims !== null) return claims as TokenClaims;
  } catch {
    // Said below, the same for broken JSON and for JSON that is no object.
  }
  throw new Error('Invalid token specified: invalid json for part #2');
}

/** The claims while `exp` lies ahead, both in whole seconds. A missing or unreadable token is simply not valid. */
export function liveClaims(token: string | null, now_ms: number): TokenClaims | null {
  try {
    const claims = decodeToken(token ?? '');
    return typeof claims.exp === 'number' && claims.exp > Math.floor(now_ms / 1000) ? claims : null;
  } catch {
    return null;
  }
}

function base64UrlText(part: string): string | null {
  if (!/^[\w-]+={0,2}$/.test(part)) return null;
  try {
    const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    );
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
