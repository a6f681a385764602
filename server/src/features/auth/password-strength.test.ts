import { expect, test } from 'vitest';
import { assertGoodPassword } from './password-strength.ts';

const judge = (password: string, about: string[] = []) =>
  assertGoodPassword(password, about).then(
    () => 'good',
    (error: { code: string; detail: { field: string } }) => `${error.code} ${error.detail.field}`,
  );

test.each([
  ['Аб1!аб1!Ә', 'password.short'],
  ['qwertyuiop', 'password.breached'],
  ['1q2w3e4r5t', 'password.breached'],
  // The same keys with the Russian layout on.
  ['йцукенгшщз', 'password.breached'],
  ['парольпароль', 'password.breached'],
  ['Kelisim2026!', 'password.known_words'],
  ['Келісім-2026', 'password.known_words'],
  ['Qazaqstan2026', 'password.known_words'],
  ['Алматы2026!!', 'password.known_words'],
  ['aaaaaaaaaaaaaaa', 'password.weak'],
  ['2026-01-012026-01-01', 'password.weak'],
])('%s is refused as %s', async (password, code) => {
  expect(await judge(password)).toBe(`${code} password`);
});

test('what is known of the person is no password', async () => {
  const about = ['asel.omarova@alatau.example', 'Омарова Әсел', '+77011234567'];
  expect(await judge('asel.omarova7', about)).toBe('password.known_words password');
  expect(await judge('Омарова2026', about)).toBe('password.known_words password');
  expect(await judge('77011234567', about)).toMatch(/^password\./);
  expect(await judge('asel.omarova7')).toBe('good');
});

test.each([
  'Қауіпсіз-йод-2026',
  'correct horse battery',
  'түйе қар астында ән салды',
  'ғ'.repeat(3) + 'Жңү-7431-öß',
  `${'кез келген ұзын сөйлем 🐎 '.repeat(6)}`,
])('%s is good', async (password) => {
  expect(await judge(password)).toBe('good');
});
