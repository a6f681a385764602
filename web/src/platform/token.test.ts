import { describe, expect, it } from 'vitest';
import { decodeToken, isLiveToken } from './token.ts';

const token = (claims: unknown) => {
  const bytes = new TextEncoder().encode(typeof claims === 'string' ? claims : JSON.stringify(claims));
  return `e30.${btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')}.sig`;
};

describe('decodeToken', () => {
  it('reads claims with Kazakh letters', () => {
    expect(decodeToken(token({ exp: 5, name: 'Әсел Қ.' }))).toEqual({ exp: 5, name: 'Әсел Қ.' });
  });

  it.each([
    ['abc', 'Invalid token specified: missing part #2'],
    ['e30.%%%.sig', 'Invalid token specified: invalid base64 for part #2'],
    ['e30..sig', 'Invalid token specified: invalid base64 for part #2'],
    ['e30.a.sig', 'Invalid token specified: invalid base64 for part #2'],
    [token('{oops'), 'Invalid token specified: invalid json for part #2'],
    [token('null'), 'Invalid token specified: invalid json for part #2'],
  ])('%s', (text, message) => {
    expect(() => decodeToken(text)).toThrow(new Error(message));
  });
});

describe('decodeToken of the header', () => {
  it('reads the first part, and counts it as the first', () => {
    expect(decodeToken(token({}), 'header')).toEqual({});
    for (const [text, message] of [
      ['%%%.e30.sig', 'Invalid token specified: invalid base64 for part #1'],
      ['e3s.e30.sig', 'Invalid token specified: invalid json for part #1'],
    ] as const)
      expect(() => decodeToken(text, 'header')).toThrow(new Error(message));
  });

  it('takes nothing but text', () => {
    for (const nothing of [undefined, null, 5, {}])
      expect(() => decodeToken(nothing as never)).toThrow('Invalid token specified: must be a string');
  });
});

describe('isLiveToken', () => {
  it('compares whole seconds', () => {
    const text = token({ exp: 100 });
    expect(isLiveToken(text, 99_999)).toBe(true);
    expect(isLiveToken(text, 100_000)).toBe(false);
  });

  it('takes nothing that it cannot read', () => {
    expect(isLiveToken(null, 0)).toBe(false);
    expect(isLiveToken('x.y', 0)).toBe(false);
    expect(isLiveToken(token({ exp: '100' }), 0)).toBe(false);
    expect(isLiveToken(token({}), 0)).toBe(false);
  });
});
