import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What a service of the sandbox answers to bytes, whatever protocol they speak. */
export interface ForeignAnswer {
  status: number;
  /** media type */
  type: string;
  body: Uint8Array;
  /** told to be late, or never to answer at all */
  delay?: 'slow' | 'silent';
}

export interface ForeignRoute {
  method: 'GET' | 'POST';
  url: string;
}

/** How late a slow answer is. */
export const SLOW_MS = 2_500;

/**
 * Serves a protocol that is not ours (OCSP, time stamps, SOAP) beside the calls of the product: bodies are taken as
 * bytes of at most `most_bytes`, and null from `answer` is an unknown address.
 */
export async function serveForeign(
  http: FastifyInstance,
  routes: readonly ForeignRoute[],
  most_bytes: number,
  answer: (path: string, body: Uint8Array) => Promise<ForeignAnswer | null>,
): Promise<void> {
  const silent = new Set<FastifyReply>();
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const path = request.url.split('?')[0]!;
      const found = await answer(path, new Uint8Array((request.body as Buffer | undefined) ?? []));
      if (!found) return reply.callNotFound();
      if (found.delay === 'silent') {
        reply.hijack();
        silent.add(reply);
        reply.raw.on('close', () => silent.delete(reply));
        return reply;
      }
      if (found.delay === 'slow') await new Promise((done) => setTimeout(done, SLOW_MS));
      return reply.status(found.status).type(found.type).send(Buffer.from(found.body));
    };
    for (const route of routes) scope.route({ ...route, bodyLimit: most_bytes, handler });
  });
  // Who waits for an answer that never comes must not keep the product from ending.
  http.addHook('preClose', async () => {
    for (const reply of silent) reply.raw.destroy();
  });
}
