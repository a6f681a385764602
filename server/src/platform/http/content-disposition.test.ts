import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

/** Also what is no text: halves of letters, controls. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 400 }).map((codes) => String.fromCharCode(...codes));

test('an ordinary name is given plainly and in UTF-8', () => {
  expect(contentDisposition('act-7-2026.pdf', false)).toBe(
    `attachment; filename="act-7-2026.pdf"; filename*=UTF-8''act-7-2026.pdf`,
  );
  expect(contentDisposition('Шарт (1)’.pdf', true)).toBe(
    `inline; filename="____ (1)_.pdf"; filename*=UTF-8''%D0%A8%D0%B0%D1%80%D1%82%20%281%29%E2%80%99.pdf`,
  );
});

test.each([
  ['quotes cannot end the name', 'a";evil="b', 'a_;evil=_b'],
  ['lines cannot begin a header', 'a\r\nSet-Cookie: x=1.pdf', 'a__Set-Cookie: x=1.pdf'],
  ['folders are no part of it', '..\\../etc/passwd', '.._.._etc_passwd'],
  ['the direction of writing cannot be turned', 'invoice\u202efdp.exe', 'invoice_fdp.exe'],
])('%s', (_, name, ascii) => {
  expect(contentDisposition(name, false).split('; filename*')[0]).toBe(`attachment; filename="${ascii}"`);
});

test('any name makes one header of printable ASCII whose second form reads back', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const header = contentDisposition(name, false);
      expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\x21-\x7e]*$/);
      expect(() => decodeURIComponent(header.split("UTF-8''")[1]!)).not.toThrow();
    }),
    { examples: [[`${'a'.repeat(319)}😀.pdf`], ['\ud800']] },
  );
});
