import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { languageTag, toLocale, type Locale } from '@kelisim/shared/kernel/locale.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { localeOf } from './bind-calls.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** Addresses of pages have no dot in their last part; those are files, and a missing file is missing. */
const PAGE = /^\/(?!api\/)[^.?]*(\?.*)?$/;

/** Serves the built pages. Files with a hash in their name are cached permanently, the page itself never. */
export async function serveWeb(
  http: FastifyInstance,
  { support_phone }: Pick<Config, 'support_phone'>,
  folder = WEB_FOLDER,
): Promise<void> {
  await http.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: false,
    decorateReply: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = join(folder, 'index.html');
    // While a first start is still building the pages, the browser asks again by itself.
    if (!existsSync(path))
      return reply.status(503).header('retry-after', '1').type('text/html').send(BUILDING);
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html')
      .header('vary', 'accept-language, cookie')
      .send(fillPage(await readFile(path, 'utf8'), pageLocale(request), support_phone));
  };
  http.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' && PAGE.test(request.url) && !/^\/(health|ready)$/.test(request.url))
      await page(request, reply);
  });
}

/** The page itself decides in the same order (web/public/first-paint.js); it knows all languages of the browser. */
function pageLocale(request: FastifyRequest): Locale {
  const asked = /[?&]l=(kz|ru)(?=&|$)/.exec(request.url)?.[1];
  return asked ? toLocale(asked) : localeOf(request);
}

/** The language for those who read the page without its scripts, and the phone for those whose browser cannot run them. */
function fillPage(page: string, locale: Locale, support_phone: string | null): string {
  const shown = support_phone?.replace(/^(\+7)(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3 $4 $5');
  const phone = shown ? `<p><a href="tel:${support_phone}">${shown}</a></p>` : '';
  return page
    .replace('<html lang="ru"', `<html lang="${languageTag(locale).slice(0, 2)}"`)
    .replace('<!--support-->', phone);
}

const BUILDING =
  '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Kelisim</title><p>Kelisim…</p>';
