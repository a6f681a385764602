import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64, toBase64 } from './base64.ts';
import {
  bytesToLatin1,
  bytesToUtf8,
  compareBytes,
  equalBytes,
  fromHex,
  latin1ToBytes,
  toHex,
  utf8ToBytes,
} from './bytes.ts';

describe('text forms of bytes agree with the platform', () => {
  test('UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(utf8ToBytes(text)).toEqual(new TextEncoder().encode(text));
        expect(bytesToUtf8(utf8ToBytes(text))).toBe(text);
      }),
    );
    expect(bytesToUtf8(utf8ToBytes('ҰЛТТЫҚ 🇰🇿'))).toBe('ҰЛТТЫҚ 🇰🇿');
  });

  test('UTF-8 that is none is shown, never refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        let good: string | null = null;
        try {
          good = strict.decode(bytes);
        } catch {
          expect(bytesToUtf8(bytes)).toContain('\ufffd');
        }
        if (good !== null) expect(bytesToUtf8(bytes)).toBe(good);
      }),
      { numRuns: 2000 },
    );
    // An overlong slash, a surrogate, beyond the last plane, cut off.
    for (const hex of ['c0af', 'e080af', 'eda080', 'f4908080', 'f8888080', 'e282']) {
      expect(bytesToUtf8(fromHex(hex)!)).toMatch(/^\ufffd+$/);
    }
  });

  test('base64, hex and latin1', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(toBase64(bytes)).toBe(text);
        expect(decodeBase64(latin1ToBytes(text))).toEqual(bytes);
        expect(fromHex(toHex(bytes))).toEqual(bytes);
        expect(latin1ToBytes(bytesToLatin1(bytes))).toEqual(bytes);
        expect(compareBytes(bytes, bytes)).toBe(0);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(a, b));
        expect(equalBytes(a, b)).toBe(Buffer.compare(a, b) === 0);
      }),
    );
  });

  test('what is not whole base64 or hex is null', () => {
    for (const text of [
      'A',
      'AA',
      'AA=',
      'AAA',
      'AA==A',
      'AB==',
      'AAB=',
      'A===',
      '====',
      'AA-_',
      'AAAA=',
      '\u00ff',
    ]) {
      expect(decodeBase64(latin1ToBytes(text)), text).toBeNull();
    }
    expect(decodeBase64(latin1ToBytes(' AA\r\n==\n'))).toEqual(Uint8Array.of(0));
    expect(fromHex('abc')).toBeNull();
    expect(fromHex('0g')).toBeNull();
  });
});
