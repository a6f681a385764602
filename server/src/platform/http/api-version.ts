import { API_VERSIONS, VERSION_HEADER, type Deprecation } from '@kelisim/shared/kernel/api-version.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { FastifyInstance } from 'fastify';
import { routeOf } from './bind-calls.ts';

const CHANGELOG = '/developers/changelog';

/** Answers which version was served, refuses one that is not there, and tells of calls that will end. */
export function bindVersions(http: FastifyInstance, calls: Record<string, Call>): void {
  const ending = new Map(
    Object.values(calls).flatMap((call) =>
      call.deprecated ? [[`${call.method} ${routeOf(call)}`, headersOf(call.deprecated)]] : [],
    ),
  );
  http.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/')) return done();
    const asked = request.headers[VERSION_HEADER.toLowerCase()] ?? API_VERSIONS[0];
    const version = API_VERSIONS.find((one) => one === asked);
    void reply.headers({
      [VERSION_HEADER]: version ?? API_VERSIONS[0],
      ...ending.get(`${request.method} ${request.routeOptions.url}`),
    });
    done(version ? undefined : new Problem('version_unknown'));
  });
}

/** RFC 9745 and RFC 8594, with the page that says what to do. */
function headersOf({ since, until }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(until).toUTCString(),
    link: `<${CHANGELOG}>; rel="deprecation"; type="text/html", <${CHANGELOG}>; rel="sunset"; type="text/html"`,
  };
}
