import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as api,
  TraceFlags,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { Log } from './log.ts';
import { currentTrace, inTrace, type Trace } from './trace.ts';

/** Where traces go and how many of them. */
export interface TracingSettings {
  /** Of a collector that understands OTLP over HTTP; `/v1/traces` is appended. */
  endpoint: string;
  headers: Record<string, string>;
  /** The share of traces that is told, 0 to 1. */
  share: number;
}

/** Tells a collector what this process did for a request or a watcher, and how long each part of it took. */
export interface Tracing {
  /**
   * Begins the first span of a trace in this process. `name` must not carry what a user entered; `parent_span_id` is the
   * sender's (W3C Trace Context).
   */
  begin(
    trace: Trace,
    of: { name: string; kind: 'server' | 'internal'; parent_span_id?: string | null },
  ): Begun;
  /** Sends what is left, for at most two seconds. */
  close(): Promise<void>;
}

export interface Begun {
  /** Once. A `name` that is known only now replaces the first one. */
  end(how: { attributes?: Attributes; failed?: boolean; name?: string }): void;
}

const KINDS = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL } as const;
/** A collector that is away must not hold up the end of the process. */
const PATIENCE_MS = 2_000;
const LONGEST_SQL = 1_000;

/** The span that the parts of a trace are told under. Traces that nobody is told of have none. */
const spans = new WeakMap<Trace, { tracer: Tracer; span: Span }>();

/** Names follow the semantic conventions of OpenTelemetry where they have one; ours begin with `kelisim`. */
export async function openTracing(
  { endpoint, headers, share }: TracingSettings,
  process: { host: string; version: string; role: string },
  log: Log,
): Promise<Tracing> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const random = new sdk.RandomIdGenerator();
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers,
    timeoutMillis: PATIENCE_MS,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'kelisim',
      'service.version': process.version,
      'host.name': process.host,
      'kelisim.role': process.role,
    }),
    // The trace of the log and of the page's request is that of its spans.
    idGenerator: {
      generateTraceId: () => currentTrace()?.trace_id ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    sampler: new sdk.TraceIdRatioBasedSampler(share),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('kelisim');
  return {
    begin(trace, { name, kind, parent_span_id }) {
      const above = parent_span_id
        ? api.setSpanContext(ROOT_CONTEXT, {
            traceId: trace.trace_id,
            spanId: parent_span_id,
            traceFlags: TraceFlags.SAMPLED,
            isRemote: true,
          })
        : ROOT_CONTEXT;
      const span = inTrace(trace, () => tracer.startSpan(name, { kind: KINDS[kind] }, above));
      if (span.isRecording()) spans.set(trace, { tracer, span });
      return {
        end({ attributes = {}, failed = false, name: better }) {
          if (better) span.updateName(better);
          span.setAttributes(attributes);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async close() {
      await provider
        .shutdown()
        .catch((error: unknown) => log.warn({ event: 'tracing.close', error: String(error) }));
    },
  };
}

/** Tells of work on another machine as a part of the current trace, if that is told. Passes on what `work` returns or throws. */
export async function tellAsked<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const above = spanAbove();
  if (!above) return work();
  const span = above.tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, above.context);
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/** Name and attributes of a call to another machine: its host, never the path, which may carry a number or a secret. */
export function askedOf(method: string, url: string): [string, Attributes] {
  const { hostname, port } = new URL(url);
  return [
    `${method} ${hostname}`,
    {
      'http.request.method': method,
      'server.address': hostname,
      ...(port && { 'server.port': Number(port) }),
    },
  ];
}

/** Tells of a query that has just ended. Its text has placeholders where the values were. */
export function tellQuery(ms: number, is_ok: boolean, text: string): void {
  const above = spanAbove();
  if (!above) return;
  const ended = Date.now();
  const span = above.tracer.startSpan(
    text.trimStart().split(/\s/, 1)[0]?.toLowerCase() || 'query',
    {
      kind: SpanKind.CLIENT,
      startTime: ended - ms,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST_SQL) },
    },
    above.context,
  );
  if (!is_ok) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(ended);
}

function spanAbove() {
  const trace = currentTrace();
  const above = trace && spans.get(trace);
  return above && { tracer: above.tracer, context: api.setSpan(ROOT_CONTEXT, above.span) };
}
