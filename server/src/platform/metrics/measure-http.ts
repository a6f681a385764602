import type { Meter } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Measures answers by the pattern of their route: addresses carry ids and tokens. */
export function measureHttp(http: FastifyInstance, meter: Meter): void {
  const duration = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: SECONDS },
  });
  http.addHook('onResponse', async (request, reply) => {
    // A live stream lasts as long as its page is open.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    duration.record(reply.elapsedTime / 1000, {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? '(none)',
      'http.response.status_code': reply.statusCode,
    });
  });
}
