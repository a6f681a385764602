import type { FastifyInstance } from 'fastify';
import { serveForeign } from '../../../platform/http/serve-foreign.ts';
import { NCA_PATH, type NcaServices } from './sandbox-services.ts';

const LONGEST_QUESTION_BYTES = 64 * 1024;

/** The sandbox НУЦ for everybody who speaks HTTP: other programs, phones, another copy of the product. */
export function serveNca(http: FastifyInstance, services: NcaServices): Promise<void> {
  const routes = [
    { method: 'POST', url: `${NCA_PATH}ocsp` },
    { method: 'POST', url: `${NCA_PATH}tsp` },
    { method: 'GET', url: `${NCA_PATH}crl/:name` },
    { method: 'GET', url: `${NCA_PATH}ca/:name` },
  ] as const;
  return serveForeign(http, routes, LONGEST_QUESTION_BYTES, services);
}
