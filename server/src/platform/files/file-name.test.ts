import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { cleanFileName } from './file-name.ts';

const NAUGHTY = fileURLToPath(new URL('../../../../../shared/vectors/strings/blns.json', import.meta.url));

/** What no name may be, whatever it was made of. */
function expectHarmless(name: string): void {
  const clean = cleanFileName(name, 'pdf');
  expect(clean).toMatch(/\.pdf$/i);
  expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*\\/]|^[. ]|^con\./iu);
  expect([...clean].length).toBeLessThanOrEqual(155);
  expect(findHidden(clean)).toBeNull();
  expect(cleanFileName(clean, 'pdf')).toBe(clean);
  expect(decodeURIComponent(contentDisposition(clean, false).split("UTF-8''")[1]!)).toBe(clean);
}

test.each([
  ['договор №5 от 12.11.pdf', 'договор №5 от 12.11.pdf'],
  ['Скан.PDF', 'Скан.PDF'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\me\\шарт.pdf', 'шарт.pdf'],
  ['a.pdf.exe', 'a.pdf.exe.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
  ['\u3164счёт\u034f.pdf', 'счёт.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie_ x.pdf'],
  ['CON.pdf', '_CON.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['   ', 'file.pdf'],
  ['.pdf', 'pdf.pdf'],
  [`${'ұ'.repeat(300)}.pdf`, `${'ұ'.repeat(150)}.pdf`],
  ['<script>alert("1")</script>.pdf', 'script_.pdf'],
])('%j is kept as %j', (name, kept) => {
  expect(cleanFileName(name, 'pdf')).toBe(kept);
});

test('an ending that the kind knows stays, another is added to', () => {
  expect(cleanFileName('скан.jpeg', 'jpeg')).toBe('скан.jpeg');
  expect(cleanFileName('скан.png', 'jpeg')).toBe('скан.png.jpg');
  expect(cleanFileName('anything.xml', null)).toBe('anything.xml');
});

test('whatever is sent as a name becomes a harmless one', () => {
  const anyText = fc.array(fc.nat(0xffff), { maxLength: 300 }).map((codes) => String.fromCharCode(...codes));
  fc.assert(fc.property(anyText, expectHarmless));
});

test.skipIf(!existsSync(NAUGHTY))('so does every naughty string (../shared/vectors/strings)', () => {
  const strings = JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[];
  expect(strings.length).toBeGreaterThan(400);
  for (const string of strings) expectHarmless(string);
});
