import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { BODY_BYTES } from '@kelisim/shared/kernel/call.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { whatIsAway } from '../away.ts';
import type { Config } from '../config.ts';
import { raisedProblem } from '../db/database.ts';
import type { Log } from '../log.ts';
import { localeOf } from './read-request.ts';
import { takeForms } from './form-body.ts';
import { problemReply } from './problem-reply.ts';
import { safeHeaders } from './safe-headers.ts';
import { inTrace, requestIdOf, senderOf, type Trace } from '../trace.ts';
import type { Begun, Tracing } from '../tracing.ts';
import { takeStrictJson } from './strict-json.ts';

/** The HTTP server with its strict input, safe headers and error answers; routes are bound afterwards. */
export async function makeHttp(
  log: Log,
  config: Pick<Config, 'sandbox' | 'stand' | 'public_url'>,
  tracing: Tracing | null = null,
): Promise<FastifyInstance> {
  const headers = safeHeaders(config);
  const http = fastify({
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    // Only client-address.ts reads what a proxy says of the client.
    trustProxy: false,
    bodyLimit: BODY_BYTES,
    // Query strings are parsed by the contract; the framework's own reading is not used.
    routerOptions: { querystringParser: () => ({}), ignoreTrailingSlash: false, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers);
      answerProblem(log, error, request, reply as FastifyReply);
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket) => answerNoRequest(error, socket, headers),
  });
  takeStrictJson(http);
  takeForms(http);
  await http.register(cookie);
  await http.register(multipart, { throwFileSizeLimit: false });

  http.addHook('onRequest', async (_request, reply) => {
    void reply.headers(headers);
  });
  if (tracing) traceRequests(http, tracing);
  http.addHook('onRequest', (request, _reply, done) => inTrace(traceOf(request), done));
  http.addHook('onResponse', async (request, reply) => {
    log.info({
      ...traceOf(request),
      event: 'http.request',
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
  http.setErrorHandler((error, request, reply) => answerProblem(log, error as FastifyError, request, reply));
  return http;
}

function answerProblem(log: Log, error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error);
  if (problem.code === 'internal' || problem.code === 'unavailable') {
    log.error({ ...traceOf(request), event: 'http.failed', error: describe(error) });
  }
  const { status, headers, body } = problemReply(problem, localeOf(request), request.id);
  void reply
    .status(status)
    .headers(headers)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(body);
}

/** What came over the wire is no request, is too long in its head, or never ends: there is nobody to name it to. */
function answerNoRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const problem = new Problem(error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'bad_input');
  const { status, body } = problemReply(problem, 'ru', randomUUID());
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroy(error);
}

function traceRequests(http: FastifyInstance, tracing: Tracing): void {
  const begun = new WeakMap<FastifyRequest, Begun>();
  http.addHook('onRequest', async (request) => {
    const trace = traceOf(request);
    const parent_span_id = senderOf(request.headers.traceparent)?.span_id ?? null;
    const name = `${request.method} ${trace.route}`;
    begun.set(request, tracing.begin(trace, { name, kind: 'server', parent_span_id }));
  });
  http.addHook('onResponse', async (request, reply) => {
    const { route, company_id } = traceOf(request);
    begun.get(request)?.end({
      failed: reply.statusCode >= 500,
      attributes: {
        'http.request.method': request.method,
        'http.route': route ?? '(none)',
        'http.response.status_code': reply.statusCode,
        ...(company_id !== undefined && { 'kelisim.company_id': company_id }),
      },
    });
  });
}

const traces = new WeakMap<FastifyRequest, Trace>();

/** The trace of a request. */
function traceOf(request: FastifyRequest): Trace {
  let trace = traces.get(request);
  if (!trace) {
    trace = {
      trace_id: senderOf(request.headers.traceparent)?.trace_id ?? request.id.replaceAll('-', ''),
      request_id: request.id,
      // The pattern, not the address: addresses carry ids, phones and tokens.
      route: request.routeOptions.url ?? '(none)',
    };
    traces.set(request, trace);
  }
  return trace;
}

/** Answers an unknown address. */
export function unknownAddress(http: FastifyInstance): void {
  http.setNotFoundHandler(() => {
    throw new Problem('not_found');
  });
}

function toProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  const raised = raisedProblem(error);
  if (raised) return raised;
  if (whatIsAway(error)) return new Problem('unavailable');
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new Problem('too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new Problem('unsupported_media');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('not_found');
    default:
  }
  if (error.statusCode === 400) return new Problem('bad_input');
  // The server of static files says so of an address that leaves its folder.
  if (error.statusCode === 403) return new Problem('not_found');
  return new Problem('internal');
}

/** Stack and message for our own log; causes too. Inputs are not part of them. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.stack ?? error.message}${error.cause ? `\ncaused by ${describe(error.cause)}` : ''}`;
}
