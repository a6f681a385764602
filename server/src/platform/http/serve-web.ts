import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { languageTag, toLocale, type Locale } from '@kelisim/shared/kernel/locale.ts';
import { matchPath } from '@kelisim/shared/kernel/match-path.ts';
import kz from '@kelisim/shared/texts/kz/sandbox.ts';
import ru from '@kelisim/shared/texts/ru/sandbox.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { localeOf } from './read-request.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** Addresses of pages have no dot in their last part; those are files, and a missing file is missing. */
const PAGE = /^\/(?!api\/|oauth\/)[^.?]*(\?.*)?$/;

/** Serves the built pages. Files with a hash in their name are cached permanently, the page itself never. */
export async function serveWeb(
  http: FastifyInstance,
  { support_phone, stand }: Pick<Config, 'support_phone' | 'stand'>,
  folder = WEB_FOLDER,
): Promise<void> {
  await http.register(fastifyStatic, {
    root: folder,
    // Its own route reads whole folders for each file, lest another spelling pass by a guard of one file. There is none.
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  http.get<{ Params: { '*': string } }>('/*', (request, reply) => reply.sendFile(`/${request.params['*']}`));
  const findFiles = makeFileFinder(folder);
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = join(folder, 'index.html');
    // While a first start is still building the pages, the browser asks again by itself.
    if (!existsSync(path))
      return reply.status(503).header('retry-after', '1').type('text/html').send(BUILDING);
    const locale = pageLocale(request);
    const html = fillPage(await readFile(path, 'utf8'), locale, { support_phone, stand });
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html')
      .header('vary', 'accept-language, cookie')
      .send(nameFiles(describe(html, request.url, locale), await findFiles(request, locale)));
  };
  http.addHook('onRequest', async (request, reply) => {
    if (
      /^(GET|HEAD)$/.test(request.method) &&
      PAGE.test(request.url) &&
      !/^\/(health|ready)$/.test(request.url)
    )
      await page(request, reply);
  });
}

/** A screen of `pages.json`, which the build writes (web/build/page-files.ts). */
type PageFiles = { path: string; is_public: boolean } & Record<Locale, string[]>;

/**
 * Finds the files that the screen of a request loads first, in its language. Without a token that has not ended, the page of
 * a signed-in user may lead to the sign-in instead, so nothing is named.
 */
function makeFileFinder(folder: string) {
  const path = join(folder, 'pages.json');
  let read = { at: 0, pages: [] as PageFiles[] };
  return async (request: FastifyRequest, locale: Locale): Promise<readonly string[]> => {
    if (!existsSync(path)) return [];
    const { mtimeMs: at } = await stat(path);
    if (at !== read.at) read = { at, pages: JSON.parse(await readFile(path, 'utf8')) as PageFiles[] };
    const found = matchPath(read.pages, request.url.replace(/\?.*/, ''))?.screen;
    const has_token = '__Host-access_token' in request.cookies || 'access_token' in request.cookies;
    return found && (found.is_public || has_token) ? found[locale] : [];
  };
}

/** Names the files in the page, so that the browser fetches them all at once, not each when the one before has run. */
function nameFiles(html: string, files: readonly string[]): string {
  const kindOf = (file: string) => {
    if (file.endsWith('.css')) return 'rel="stylesheet"';
    return file.endsWith('.woff2') ? 'rel="preload" as="font" type="font/woff2"' : 'rel="modulepreload"';
  };
  const links = files
    .filter((file) => !html.includes(file))
    .map((file) => `<link ${kindOf(file)} crossorigin href="/${file}">`);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}

/** Pages behind a secret address: what a messenger shows of them is the same for all, and no search engine keeps them. */
const SECRET_PAGE = /^\/(sign|auth\/sign-up)(\/|\?|$)/;
const PREVIEW: Record<Locale, Record<'sign' | 'sign-up', string>> = {
  ru: { sign: 'Документ на подпись', 'sign-up': 'Приглашение' },
  kz: { sign: 'Қол қоятын құжат', 'sign-up': 'Шақыру' },
};

/** The words of a preview: the product and what is asked, no name, sum or number. */
function describe(html: string, url: string, locale: Locale): string {
  const secret = SECRET_PAGE.exec(url)?.[1];
  if (!secret) return html;
  const words = PREVIEW[locale][secret === 'sign' ? 'sign' : 'sign-up'];
  const tags = { 'og:site_name': 'Kelisim', 'og:title': words, 'og:type': 'website' };
  const metas = Object.entries(tags).map(([name, value]) => `<meta property="${name}" content="${value}">`);
  return html
    .replace('<title>Kelisim</title>', () => `<title>${words} · Kelisim</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () => `<meta name="description" content="${words}">`)
    .replace('</head>', () => `${metas.join('')}<meta name="robots" content="noindex"></head>`);
}

/** The page itself decides in the same order (web/public/first-paint.js); it knows all languages of the browser. */
function pageLocale(request: FastifyRequest): Locale {
  const asked = /[?&]l=(kz|ru)(?=&|$)/.exec(request.url)?.[1];
  return asked ? toLocale(asked) : localeOf(request);
}

/**
 * The language for those who read the page without its scripts, the phone for those whose browser cannot run them, and above
 * everything what a stand is.
 */
function fillPage(
  page: string,
  locale: Locale,
  { support_phone, stand }: Pick<Config, 'support_phone' | 'stand'>,
): string {
  const shown = support_phone?.replace(/^(\+7)(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3 $4 $5');
  const phone = shown ? `<p><a href="tel:${support_phone}">${shown}</a></p>` : '';
  return page
    .replace('<html lang="ru"', `<html lang="${languageTag(locale).slice(0, 2)}"`)
    .replace('<!--support-->', phone)
    .replace('<body>', stand ? `<body>${STAND_BANNER}` : '<body>');
}

const bannerIn = (lang: 'ru' | 'kk', { banner, begin }: typeof ru.stand) =>
  `<p lang="${lang}">${banner} <a href="/developers/sandbox">${begin}</a></p>`;

/** In both languages, because the page changes its own without asking the server. */
const STAND_BANNER = `<aside class="k-stand"><style>
.k-stand{padding:8px 16px;background:var(--k-attention-soft,#fff3d6);font-size:14px;line-height:1.4;text-align:center}
.k-stand p{margin:0}
html:not(:lang(kk)) .k-stand p:lang(kk),html:lang(kk) .k-stand p:not(:lang(kk)){display:none}
</style>${bannerIn('ru', ru.stand)}${bannerIn('kk', kz.stand)}</aside>`;

const BUILDING =
  '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Kelisim</title><p>Kelisim…</p>';
