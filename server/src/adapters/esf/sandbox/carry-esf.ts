import type { HttpPort } from '@kelisim/eds/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { serveForeign, SLOW_MS } from '../../../platform/http/serve-foreign.ts';
import { ESF_PATH, type EsfServices } from './sandbox-esf.ts';

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
export function serveEsf(http: FastifyInstance, services: EsfServices): Promise<void> {
  const routes = [{ method: 'POST', url: `${ESF_PATH}:service` }] as const;
  return serveForeign(http, routes, LONGEST_QUESTION_BYTES, async (path, body) => {
    const answer = await services(path, body);
    return answer && { ...answer, type: 'text/xml; charset=utf-8' };
  });
}
