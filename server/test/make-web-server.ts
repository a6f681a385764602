import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance } from 'fastify';
import { serveWeb } from '../src/platform/http/serve-web.ts';

/** A server of the built pages in `folder`, without the API. */
export async function makeWebServer(
  folder: string,
  support_phone: string | null = null,
  stand = false,
): Promise<FastifyInstance> {
  const http = fastify();
  await http.register(cookie);
  await serveWeb(http, { support_phone, stand }, folder);
  await http.ready();
  return http;
}
