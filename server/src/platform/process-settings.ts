/** How this process runs, apart from what the product does. */
export interface ProcessSettings {
  /** Where Prometheus reads the metrics. Null: nothing is measured. */
  metrics: { port: number; host: string } | null;
  /** How long `/ready` says «leaving» before the port closes. */
  drain_s: number;
}

interface Read {
  METRICS_PORT?: number | undefined;
  METRICS_HOST: string;
  DRAIN_SECONDS?: number | undefined;
}

export function processSettings(read: Read, sandbox: boolean): ProcessSettings {
  return {
    metrics: read.METRICS_PORT === undefined ? null : { port: read.METRICS_PORT, host: read.METRICS_HOST },
    drain_s: read.DRAIN_SECONDS ?? (sandbox ? 0 : 5),
  };
}
