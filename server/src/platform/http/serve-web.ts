import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const WEB_FOLDER = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** Addresses of pages have no dot in their last part; those are files, and a missing file is missing. */
const PAGE = /^\/(?!api\/)[^.?]*(\?.*)?$/;

/** Serves the built pages: parts with a hash in their name for ever, the page itself never from a cache. */
export async function serveWeb(http: FastifyInstance, folder = WEB_FOLDER): Promise<void> {
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
  const page = async (reply: FastifyReply) => {
    const path = join(folder, 'index.html');
    // While a first start is still building the pages, the browser asks again by itself.
    if (!existsSync(path))
      return reply.status(503).header('retry-after', '1').type('text/html').send(BUILDING);
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html')
      .send(await readFile(path));
  };
  http.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' && PAGE.test(request.url) && !/^\/(health|ready)$/.test(request.url))
      await page(reply);
  });
}

const BUILDING =
  '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Kelisim</title><p>Kelisim…</p>';
