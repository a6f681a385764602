import { z } from 'zod';
import type { TurnLimits } from './jobs/turns.ts';
import type { TracingSettings } from './tracing.ts';

/** `web` answers people, `worker` does the runs and watchers, `all` both. */
export type Role = z.output<typeof PROCESS_SETTINGS.ROLE>;

/** How this process runs, apart from what the product does. */
export interface ProcessSettings {
  role: Role;
  /** Where Prometheus reads the metrics. Null: nothing is measured. */
  metrics: { port: number; host: string } | null;
  /** Null: no traces are told. */
  tracing: TracingSettings | null;
  /** How long `/ready` says «leaving» before the port closes. */
  drain_s: number;
  /** The most connections to the database: for what people ask, and for runs and watchers. */
  pools: { people: number; runs: number };
  /** False where connections change hands between transactions. */
  prepares: boolean;
}

/** The settings it is read from. */
export const PROCESS_SETTINGS = {
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^( *[^\s=,]+=[^=,]*)(, *[^\s=,]+=[^=,]*)*$/)
    .refine(isPercentEncoded)
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05),
  POOL_PEOPLE: z.coerce.number().int().min(2).max(1_000).default(12),
  POOL_RUNS: z.coerce.number().int().min(2).max(1_000).default(8),
  PREPARED_STATEMENTS: z.enum(['on', 'off']).default('on'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).optional(),
};

/** Uploads are recorded by two connections of their own, `/ready` and the metrics ask by two, one listens, one relays. */
export const OTHER_CONNECTIONS = 6;
/** For the little that a role has to ask beside its work. */
const FEW = 2;

/** The most connections that a process opens. */
export const connectionsOf = ({ pools }: Pick<ProcessSettings, 'pools'>): number =>
  pools.people + pools.runs + OTHER_CONNECTIONS;

/**
 * Runs that a process works on at once: half as many as there are connections for them, because a run may use several.
 * One company gets at most half of the places, so that the next company need not wait for it.
 */
export function turnsOf({ pools }: ProcessSettings): TurnLimits {
  const at_once = Math.max(2, Math.floor(pools.runs / 2));
  return { at_once, of_company: Math.max(1, Math.floor(at_once / 2)) };
}

export function processSettings(
  read: z.output<z.ZodObject<typeof PROCESS_SETTINGS>>,
  sandbox: boolean,
): ProcessSettings {
  return {
    role: read.ROLE,
    metrics: read.METRICS_PORT === undefined ? null : { port: read.METRICS_PORT, host: read.METRICS_HOST },
    tracing:
      read.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: headersOf(read.OTEL_EXPORTER_OTLP_HEADERS),
            share: read.OTEL_TRACES_SAMPLER_ARG,
          },
    pools: {
      people: read.ROLE === 'worker' ? FEW : read.POOL_PEOPLE,
      runs: read.ROLE === 'web' ? FEW : read.POOL_RUNS,
    },
    prepares: read.PREPARED_STATEMENTS === 'on',
    drain_s: read.DRAIN_SECONDS ?? (sandbox ? 0 : 5),
  };
}

function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
}

/** `name=value,name=value`, the values percent-encoded, as OpenTelemetry has it. */
const headersOf = (list: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (list?.split(',') ?? []).map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
