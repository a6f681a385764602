import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Meter } from '@opentelemetry/api';
import { measureProcess } from './measure-process.ts';

/** The metrics of this process, which Prometheus reads at `/metrics` on a port of their own. */
export interface Metrics {
  meter: Meter;
  /** Serves them; returns the port. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

/** Names follow the semantic conventions of OpenTelemetry where they have one; ours begin with `kelisim`. */
export async function openMetrics({ port, host }: { port: number; host: string }): Promise<Metrics> {
  // Some 30 MB and a quarter of a second, which only those spend who want metrics.
  const [{ MeterProvider }, { PrometheusExporter }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-prometheus'),
  ]);
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const provider = new MeterProvider({ readers: [exporter] });
  const meter = provider.getMeter('kelisim');
  const stopMeasuring = measureProcess(meter);
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/metrics')
      exporter.getMetricsRequestHandler(request, response);
    else response.writeHead(404).end();
  });
  return {
    meter,
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
      }),
    async close() {
      stopMeasuring();
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      await provider.shutdown();
    },
  };
}
