import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { makeWebServer } from '../../../test/make-web-server.ts';
import { makeTemporaryFolder } from '../../../test/temporary-folder.ts';

const folder = makeTemporaryFolder('kelisim-pages-');
const source = fileURLToPath(new URL('../../../../web/index.html', import.meta.url));
cpSync(source, join(folder, 'index.html'));
writeFileSync(join(folder, 'favicon.svg'), readFileSync(join(source, '../public/favicon.svg')));
const named = (path: string, is_public: boolean, name: string) => ({
  path,
  is_public,
  ru: ['assets/base.css', `assets/${name}.js`, 'assets/ru.js'],
  kz: ['assets/base.css', `assets/${name}.js`, 'assets/kz.js', 'assets/inter.woff2'],
});
const pages = [
  named('/sign/$token', true, 'sign'),
  named('/lk/acts/$id', false, 'act'),
  named('/lk/acts/new', false, 'new-act'),
];
writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
const http = await makeWebServer(folder, '+77271234567');
afterAll(() => http.close());

const page = async (url: string, headers: Record<string, string> = {}) =>
  (await http.inject({ url, headers })).body;

test.each([
  ['/sign/abc?l=kz', {}, 'kk'],
  ['/sign/abc?x=1&l=ru', { 'accept-language': 'kk-KZ' }, 'ru'],
  ['/sign/abc?l=kzx', {}, 'ru'],
  ['/', { 'accept-language': 'kk-KZ,kk;q=0.9,ru;q=0.8' }, 'kk'],
  ['/', { cookie: 'locale=ru', 'accept-language': 'kk-KZ' }, 'ru'],
])('%s with %j is a page in %s', async (url, headers, lang) => {
  expect(await page(url, headers)).toContain(`<html lang="${lang}"`);
});

test('the page itself tells an old browser what is needed, in both languages, with the phone of support', async () => {
  const html = await page('/');
  const root = html.slice(html.indexOf('<div id="root">'));
  expect(root).toMatch(/lang="ru"[^]*Chrome или Edge 109[^]*lang="kk"[^]*Chrome немесе Edge 109/);
  expect(root).toContain('<a href="tel:+77271234567">+7 727 123 45 67</a>');
});

const linked = async (url: string, headers = {}) =>
  [...(await page(url, headers)).matchAll(/<link rel="([^>]+)" crossorigin href="([^"]+)">/g)].map(
    ([, rel, href]) => `${rel} ${href}`,
  );
const signedIn = { cookie: 'access_token=x' };

test('a public page names its files before anything has come, in its language', async () => {
  expect(await linked('/sign/abc?l=kz')).toEqual([
    'stylesheet /assets/base.css',
    'modulepreload /assets/sign.js',
    'modulepreload /assets/kz.js',
    'preload" as="font" type="font/woff2 /assets/inter.woff2',
  ]);
});

test('a page of the cabinet names its files only to a browser with a token', async () => {
  expect(await linked('/lk/acts/12')).toEqual([]);
  expect(await linked('/lk/acts/12', signedIn)).toContain('modulepreload /assets/act.js');
  expect(await linked('/lk/acts/new?x=1', signedIn)).toContain('modulepreload /assets/new-act.js');
  expect(await linked('/lk/acts/12', { cookie: '__Host-access_token=x' })).toHaveLength(3);
});

test('an address without a screen names nothing', async () => {
  expect(await linked('/nowhere', signedIn)).toEqual([]);
});

test('a preview of a secret address says the product and what is asked, and nothing of whose it is', async () => {
  const html = await page('/sign/abc?l=kz');
  expect(html).toContain('<meta property="og:title" content="Қол қоятын құжат">');
  expect(html).toContain('<meta property="og:site_name" content="Kelisim">');
  expect(html).toContain('<meta name="description" content="Қол қоятын құжат">');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(await page('/sign/abc')).toBe(await page('/sign/abd'));
  expect(await page('/')).not.toContain('og:title');
  const head = await http.inject({ method: 'HEAD', url: '/sign/abc' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

test('each page of a public stand says what it is in both languages, and no other page does', async () => {
  const stand = await makeWebServer(folder, null, true);
  try {
    for (const url of ['/', '/sign/abc', '/verify', '/developers/sandbox']) {
      const { body } = await stand.inject({ url });
      expect(body, url).toMatch(/<body><aside.*<p lang="ru">Учебный стенд.*<p lang="kk">Оқу стенді/s);
    }
  } finally {
    await stand.close();
  }
  expect(await page('/')).not.toContain('Учебный стенд');
});
