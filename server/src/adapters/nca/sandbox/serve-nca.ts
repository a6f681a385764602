import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NCA_PATH, type NcaServices } from './sandbox-services.ts';
import { SLOW_MS } from './sandbox-http.ts';

const LONGEST_QUESTION_BYTES = 64 * 1024;

/** The sandbox НУЦ for everybody who speaks HTTP: other programs, phones, another copy of the product. */
export async function serveNca(http: FastifyInstance, services: NcaServices): Promise<void> {
  const silent = new Set<FastifyReply>();
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
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
      return reply.status(answer.status).type(answer.type).send(Buffer.from(answer.body));
    };
    scope.post(`${NCA_PATH}ocsp`, { bodyLimit: LONGEST_QUESTION_BYTES }, handler);
    scope.post(`${NCA_PATH}tsp`, { bodyLimit: LONGEST_QUESTION_BYTES }, handler);
    scope.get(`${NCA_PATH}crl/:name`, handler);
    scope.get(`${NCA_PATH}ca/:name`, handler);
  });
  // Who waits for an answer that never comes must not keep the product from ending.
  http.addHook('preClose', async () => {
    for (const reply of silent) reply.raw.destroy();
  });
}
