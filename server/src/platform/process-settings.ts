/** How this process runs, apart from what the product does. */
export interface ProcessSettings {
  /** Where Prometheus reads the metrics. Null: nothing is measured. */
  metrics: { port: number; host: string } | null;
  /** How long `/ready` says «leaving» before the port closes. */
  drain_s: number;
  /** The most connections to the database: for what people ask, and for runs and watchers. */
  pools: { people: number; runs: number };
}

interface Read {
  METRICS_PORT?: number | undefined;
  METRICS_HOST: string;
  DRAIN_SECONDS?: number | undefined;
  POOL_PEOPLE: number;
  POOL_RUNS: number;
}

/** Uploads are recorded by two connections of their own, `/ready` and the metrics ask by two, and the live stream listens by one. */
const OTHER_CONNECTIONS = 5;

/** The most connections that a process opens. */
export const connectionsOf = ({ pools }: ProcessSettings): number =>
  pools.people + pools.runs + OTHER_CONNECTIONS;

export function processSettings(read: Read, sandbox: boolean): ProcessSettings {
  return {
    metrics: read.METRICS_PORT === undefined ? null : { port: read.METRICS_PORT, host: read.METRICS_HOST },
    pools: { people: read.POOL_PEOPLE, runs: read.POOL_RUNS },
    drain_s: read.DRAIN_SECONDS ?? (sandbox ? 0 : 5),
  };
}
