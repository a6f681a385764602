/** How this process runs, apart from what the product does. */
export interface ProcessSettings {
  /** Where Prometheus reads the metrics. Null: nothing is measured. */
  metrics: { port: number; host: string } | null;
}

interface Read {
  METRICS_PORT?: number | undefined;
  METRICS_HOST: string;
}

export function processSettings(read: Read): ProcessSettings {
  return {
    metrics: read.METRICS_PORT === undefined ? null : { port: read.METRICS_PORT, host: read.METRICS_HOST },
  };
}
