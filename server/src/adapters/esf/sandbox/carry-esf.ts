import type { HttpPort } from '@kelisim/eds/http/http.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ESF_PATH, type EsfServices } from './sandbox-esf.ts';

const SLOW_MS = 2_500;
const LONGEST_QUESTION_BYTES = 5 * 1024 * 1024;

/** The way of the product to its own sandbox ИС ЭСФ, without a socket; no other address is reached. */
export function esfInside(services: EsfServices, silence_ms = SLOW_MS): HttpPort {
  return async ({ url, body }) => {
    const answer = await services(new URL(url).pathname, body ?? new Uint8Array(0));
    if (!answer) return { status: 404, body: new Uint8Array(0) };
    if (answer.delay) await new Promise((done) => setTimeout(done, silence_ms));
    if (answer.delay === 'silent') throw new Error('no answer in time');
    return answer;
  };
}

/** The same services for everybody who speaks SOAP over HTTP. */
export async function serveEsf(http: FastifyInstance, services: EsfServices): Promise<void> {
  const silent = new Set<FastifyReply>();
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      `${ESF_PATH}:service`,
      { bodyLimit: LONGEST_QUESTION_BYTES },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const path = request.url.split('?')[0]!;
        const answer = await services(path, new Uint8Array((request.body as Buffer | undefined) ?? []));
        if (!answer) return reply.callNotFound();
        if (answer.delay === 'silent') {
          reply.hijack();
          silent.add(reply);
          reply.raw.on('close', () => silent.delete(reply));
          return reply;
        }
        if (answer.delay === 'slow') await new Promise((done) => setTimeout(done, SLOW_MS));
        return reply.status(answer.status).type('text/xml; charset=utf-8').send(Buffer.from(answer.body));
      },
    );
  });
  // Who waits for an answer that never comes must not keep the product from ending.
  http.addHook('preClose', async () => {
    for (const reply of silent) reply.raw.destroy();
  });
}
