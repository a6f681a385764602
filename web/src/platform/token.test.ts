import { describe, expect, it } from 'vitest';
import { decodeToken, liveClaims } from './token.ts';

const token = (claims: unknown) => {
  const bytes = new TextEncoder().encode(typeof claims === 'string' ? claims : JSON.stringify(claims));
  return `e30.${btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')}.sig`;
};

describe('decodeToken', () => {
  it('reads claims', () => {
    expect(decodeToken(token({ exp: 5, sub: '7' }))).toEqual({ exp: 5, sub: '7' });
  });

  it.each([
    ['abc', 'Invalid token specified: invalid base64 for part #2'],
    ['e30.%%%.sig', 'Invalid token specified: invalid base64 for part #2'],
    ['e30..sig', 'Invalid token specified: invalid base64 for part #2'],
    ['e30.a.sig', 'Invalid token specified: invalid base64 for part #2'],
    [token('{oops'), 'Invalid token specified: invalid json for part #2'],
    [token('null'), 'Invalid token specified: invalid json for part #2'],
  ])('%s', (text, message) => {
    expect(() => decodeToken(text)).toThrow(new Error(message));
  });
});

describe('liveClaims', () => {
  it('compares whole seconds', () => {
    const text = token({ exp: 100 });
    expect(liveClaims(text, 99_999) !== null).toBe(true);
    expect(liveClaims(text, 100_000) !== null).toBe(false);
  });

  it('takes nothing that it cannot read', () => {
    expect(liveClaims(null, 0) !== null).toBe(false);
    expect(liveClaims('x.y', 0) !== null).toBe(false);
    expect(liveClaims(token({ exp: '100' }), 0) !== null).toBe(false);
    expect(liveClaims(token({}), 0) !== null).toBe(false);
  });
});
