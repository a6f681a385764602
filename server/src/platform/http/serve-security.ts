import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { CSP_REPORTS } from './safe-headers.ts';
import { parseStrictJson } from './strict-json.ts';

const REPORT_BYTES = 16_384;
/** What a page breaks it breaks at each visit; a stranger could fill the log. */
const REPORTS_A_MINUTE = 20;
const MOST_IN_ONE = 5;
const EXPIRES_MS = 180 * 24 * 3600 * 1000;

interface SecurityPlaces {
  config: Pick<Config, 'public_url' | 'security_contact'>;
  clock: Clock;
  log: Log;
}

/** Serves `/.well-known/security.txt` (RFC 9116) and takes the browsers' reports of the content security policy. */
export async function serveSecurity(http: FastifyInstance, places: SecurityPlaces): Promise<void> {
  const { config, clock, log } = places;
  http.get('/.well-known/security.txt', async (_request, reply) => {
    if (!config.security_contact) throw new Problem('not_found');
    const lines = [
      `Contact: ${config.security_contact}`,
      `Expires: ${new Date(clock.now().getTime() + EXPIRES_MS).toISOString()}`,
      'Preferred-Languages: ru, kk, en',
      `Canonical: ${config.public_url}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });

  let [minute, taken] = [0, 0];
  const mayTake = () => {
    const now = Math.floor(clock.now().getTime() / 60_000);
    if (now !== minute) [minute, taken] = [now, 0];
    return ++taken <= REPORTS_A_MINUTE;
  };
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    for (const type of ['application/csp-report', 'application/reports+json'])
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
        parseStrictJson(body),
      );
    scope.post(CSP_REPORTS, { bodyLimit: REPORT_BYTES }, async (request, reply) => {
      for (const report of violationsIn(request.body).slice(0, MOST_IN_ONE))
        if (mayTake()) log.warn({ event: 'csp.violation', ...report });
      return reply.status(204).send();
    });
  });
}

/** The old form is one object with hyphens, the Reporting API sends a list with camelCase names. */
function violationsIn(body: unknown): Record<string, string>[] {
  const old = (body as { 'csp-report'?: unknown } | null)?.['csp-report'];
  const all = Array.isArray(body) ? body.map((one) => (one as { body?: unknown } | null)?.body) : [old];
  return all
    .filter((one) => one !== null && typeof one === 'object')
    .map((one) => {
      const said = one as Record<string, unknown>;
      return {
        directive: word(said['effectiveDirective'] ?? said['violated-directive']),
        blocked: place(said['blockedURL'] ?? said['blocked-uri']),
        page: place(said['documentURL'] ?? said['document-uri']),
      };
    });
}

const word = (text: unknown): string => /^[\w-]{1,60}/.exec(String(text))?.[0] ?? '';

/** The origin and the first part of the path: the rest names people and holds tokens. */
function place(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return word(address);
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}/${word(pathname.slice(1))}`.slice(0, 200);
}
