import { describe, expect, it } from 'vitest';
import { applyMask, maskedCaret, maskNumber, numberCaret, phoneDigits } from './masks.ts';

const nb = '\u00A0';

describe('applyMask', () => {
  it.each([
    ['####', '12ab34567', '1234', '1234', true],
    ['@@-##', 'қЖ99', 'қЖ-99', 'қЖ99', true],
    ['@@-##', '1a2b', 'ab', 'ab', false],
    ['**/**', 'a1-б2', 'a1/б2', 'a1б2', true],
    ['##.##.####', '31122026', '31.12.2026', '31122026', true],
    ['##.##.####', '31.12.2026', '31.12.2026', '31122026', true],
    ['##.##.####', '3112', '31.12', '3112', false],
    ['##.##.####', '31.', '31.', '31', false],
    ['+7 ### ### ## ##', '+77011234567', '+7 701 123 45 67', '7011234567', true],
    ['KZ## ###* ****', 'KZ86 125k zt20', 'KZ86 125k zt20', '86125kzt20', true],
    ['KZ## ###* ****', '86125KZT20', 'KZ86 125K ZT20', '86125KZT20', true],
    ['!##', '7', '#7', '7', true],
  ])('%s of "%s"', (mask, text, shown, value, complete) => {
    expect(applyMask(mask, text)).toEqual({ shown, value, complete });
  });

  it('does not lose a paste with foreign signs around', () => {
    expect(applyMask('############', ' БИН: 1234 5678 9012; ').value).toBe('123456789012');
  });

  it('shows nothing for nothing', () => {
    expect(applyMask('+7 ###', '')).toEqual({ shown: '', value: '', complete: false });
  });

  it('keeps the caret where the typing was', () => {
    // 31.1|2.2026 → a 5 typed between makes 31.15|…
    expect(maskedCaret('##.##.####', '31.152.2026', 5)).toBe(5);
    // The digit after a sign of the mask takes the caret over it.
    expect(maskedCaret('##.##.####', '311', 3)).toBe(4);
    // Deleting a sign of the mask steps over it, so that the next deletion takes the digit.
    expect(maskedCaret('##.##.####', '3112.2026', 2)).toBe(2);
  });
});

describe('maskNumber', () => {
  const money = { locale: 'ru', fraction: 2 } as const;
  it.each([
    ['1234567.891', `1${nb}234${nb}567,89`, '1234567.89'],
    ['0.999', '0,99', '0.99'],
    ['-0.999', '-0,99', '-0.99'],
    [`1${nb}234${nb}567,50`, `1${nb}234${nb}567,50`, '1234567.50'],
    ['1\u202F234,5 ₸', `1${nb}234,5`, '1234.5'],
    ['1,234,567.50', `1${nb}234${nb}567,50`, '1234567.50'],
    ['1.234.567,50', `1${nb}234${nb}567,50`, '1234567.50'],
    ['1,234,567', `1${nb}234${nb}567`, '1234567'],
    ['12,', '12,', '12'],
    [',5', '0,5', '0.5'],
    ['007', '7', '7'],
    ['0', '0', '0'],
    ['', '', ''],
    ['-', '-', ''],
    ['−5', '-5', '-5'],
    ['abc', '', ''],
  ])('%s', (text, shown, value) => {
    expect(maskNumber(text, money)).toEqual({ shown, value });
  });

  it('drops the sign when it is unsigned, and the fraction when there is none', () => {
    expect(maskNumber('-12,9', { locale: 'kz', fraction: 0, unsigned: true })).toEqual({
      shown: '12',
      value: '12',
    });
  });

  it('leaves out digits over the limit', () => {
    expect(maskNumber('123456', { locale: 'ru', fraction: 2, whole: 4 }).value).toBe('1234');
  });

  it('gives the same text again for what it shows', () => {
    for (const text of ['1234567.89', '-12', '0,5', '999', '1000']) {
      const once = maskNumber(text, money);
      expect(maskNumber(once.shown, money)).toEqual(once);
    }
  });

  it('keeps the caret beside the digit it stood beside', () => {
    // 123|4 → a 9 typed: 1239|4 becomes 12 39|4
    expect(numberCaret('12394', 4, money)).toBe(5);
    // Deleting a blank of the groups steps over it.
    expect(numberCaret('1234', 1, money)).toBe(1);
    // A zero in front goes, the caret with it.
    expect(numberCaret('05', 2, money)).toBe(1);
    expect(numberCaret('12,', 3, money)).toBe(3);
    expect(numberCaret('-5', 2, money)).toBe(2);
  });
});

it.each([
  ['8 (701) 123-45-67', '7011234567'],
  ['+7 701 123 45 67', '7011234567'],
  ['+7 7', '7'],
  ['77011234567', '7011234567'],
  ['7011234567', '7011234567'],
  ['701123456789', '7011234567'],
  ['8', ''],
  ['', ''],
])('phone "%s"', (text, digits) => {
  expect(phoneDigits(text)).toBe(digits);
});
