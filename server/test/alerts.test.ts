import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestApp } from './make-app.ts';
import { PATIENT } from './patience.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Rule {
  alert: string;
  expr: string;
}

const rules: Rule[] = [...read('deploy/alerts.yml').matchAll(/- alert: (\w+)\n +expr: '([^\n]+)'\n/g)].map(
  ([, alert = '', expr = '']) => ({ alert, expr }),
);
const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const panels: Rule[] = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({ alert: title, expr })),
);

/** Names and the label matchers of what an expression reads; `up` is Prometheus's own. */
function readsOf(expr: string): { name: string; labels: string[] }[] {
  return [...expr.matchAll(/\b((?:kelisim|http|db|nodejs|process|v8js)_\w+)(?:\{([^}]*)\})?/g)]
    .filter(
      ([whole]) => !/^(db_client_connection_pool_name|http_route|http_response_status_code)$/.test(whole),
    )
    .map(([, name = '', labels = '']) => ({ name, labels: labels.split(',').filter(Boolean) }));
}

test('each alert and each panel reads only metrics and labels that the product tells', async () => {
  const app = await makeTestApp({ process_settings: { metrics: { port: 0, host: '127.0.0.1' } } });
  const port = await app.metrics!.listen();
  app.watch();
  await app.http.inject({ url: '/ready' });
  await app.parts.store.check();
  await app.parts.store.get('ab/nothing').catch(() => undefined);
  await app.parts.nca.timestamps.stamp(new Uint8Array([1]));
  await sql`select no_such_column`.execute(app.parts.db).catch(() => undefined);
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(metrics, PATIENT).toContain('kelisim_watcher_last_success{');
  const series = (await metrics()).split('\n').filter((line) => !line.startsWith('#'));
  await app.close();

  expect(rules.length).toBeGreaterThan(15);
  const missing = [...rules, ...panels].flatMap(({ alert, expr }) =>
    readsOf(expr)
      .filter(({ name, labels }) => {
        const found = series.filter((line) => /^\w+/.exec(line)?.[0] === name);
        // The value may be one that has not happened here (`outcome`, a status); those of backlogs and backups are all told.
        const keys = name.startsWith('kelisim_back')
          ? labels
          : labels.map((label) => label.split(/[=~!]/)[0]!);
        return !found.some((line) => keys.every((key) => line.includes(key)));
      })
      .map(({ name, labels }) => `${alert} reads ${name}{${labels.join(',')}}`),
  );
  expect(missing).toEqual([]);
});

test('each alert has its section in the runbook, and the runbook no other', () => {
  const sections = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(rules.map(({ alert }) => alert));
});
