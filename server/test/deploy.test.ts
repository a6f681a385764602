import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../src/platform/config.ts';
import { makeThrowawayFolder } from './temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** `scripts/docs-rules.ts` holds this table to the code. */
const SETTINGS = new Set(
  all(/`([A-Z][A-Z0-9_]+)`/g, all(/^\|([^|]*)\|/gm, read('docs/operations.md')).join(' ')),
);
/** A request may take a minute, and a proxy must not give it up before. */
const REQUEST_S = 60;
const LARGEST_BODY = Math.max(
  ...Object.values<Call>(calls).map(
    ({ files = {}, body_bytes = 0 }) =>
      body_bytes + Object.values(files).reduce((sum, { max_bytes }) => sum + max_bytes, 0),
  ),
);

const units = ['web@', 'worker@'].map((name) => ({
  name,
  text: read(`deploy/systemd/kelisim-${name}.service`),
}));
const compose = read('deploy/compose.yml');
const caddy = read('deploy/Caddyfile');
const nginx = read('deploy/nginx.conf');
const container = read('deploy/Containerfile');
const env = Object.fromEntries(
  [...read('deploy/kelisim.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);
const data_dir = makeThrowawayFolder('deploy');
afterAll(() => rmSync(data_dir, { recursive: true, force: true }));

/** Variables of compose.yml that are not of the product. */
const OF_OTHERS = /^(KELISIM_IMAGE|POSTGRES_PASSWORD|OWNER_PASSWORD|PASSWORD|MINIO_\w+|S3_ROOT_\w+|WEB_\d)$/;

test('every setting in the examples is one of the product, and together they start it', () => {
  const named = [
    ...Object.keys(env),
    ...units.flatMap(({ text }) => all(/(\w+)=/g, /^Environment=(.*)$/m.exec(text)?.[1] ?? '')),
    ...all(/^ENV (\w+)=/gm, container),
    ...all(/\b([A-Z][A-Z0-9_]{3,}):/g, compose),
  ].filter((name) => !OF_OTHERS.test(name));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !SETTINGS.has(name))).toEqual([]);
  for (const role of ['web', 'worker'] as const) {
    const example = { ...env, ROLE: role, DATA_DIR: data_dir };
    expect(() => readConfig(example)).toThrow('not usable: MASTER_KEY.');
    const config = readConfig({ ...example, MASTER_KEY: 'a1'.repeat(32) });
    expect(config).toMatchObject({ sandbox: false, process: { role, drain_s: 5 } });
  }
  expect(all(/ROLE=(\w+)/g, units.map(({ text }) => text).join())).toEqual(['web', 'worker']);
  expect(all(/ROLE: (\w+)/g, compose)).toEqual(['web', 'web', 'worker']);
});

test('every program that is started is there, and the artefact has its Node where the examples look for it', () => {
  const programs = all(
    /(server\/src\/[\w/-]+\.ts)/g,
    [...units.map(({ text }) => text), compose, container].join(),
  );
  expect(new Set(programs)).toEqual(
    new Set(['server/src/main.ts', 'server/src/cli/escrow.ts', 'server/src/cli/migrate.ts']),
  );
  for (const path of programs) expect(existsSync(join(ROOT, path)), path).toBe(true);
  for (const { text } of units) {
    expect(text).toMatch(/^ExecStart=\/opt\/kelisim\/bin\/node /m);
    expect(text).toMatch(/^EnvironmentFile=\/etc\/kelisim\/kelisim\.env$/m);
  }
  const install = read('deploy/install.sh');
  const written = units.map(({ text }) => (/^ReadWritePaths=(.*)$/m.exec(text)?.[1] ?? '').split(' '));
  // A worker keeps backups, where BACKUP_TO is a folder; without the folder it starts as well.
  expect(written).toEqual([['/var/lib/kelisim'], ['/var/lib/kelisim', '-/var/backups/kelisim']]);
  for (const place of ['/opt/kelisim', '/etc/kelisim/trust', ...written.flat()])
    expect(install).toContain(place.replace(/^-/, ''));
  expect([env.DATA_DIR, env.TRUST_DIR]).toEqual(['/var/lib/kelisim', '/etc/kelisim/trust']);
  const mounted = all(/- \.\/([\w.-]+):/g, compose).filter((name) => name !== 'trust');
  expect(mounted.toSorted()).toEqual(['Caddyfile', 'create-roles.sql']);
  for (const name of mounted) expect(existsSync(join(ROOT, 'deploy', name)), name).toBe(true);
});

test('proxies ask the web processes at their ports, and no worker', () => {
  const named = all(/systemctl enable --now (.*)/g, units.map(({ text }) => text).join('\n')).join(' ');
  const web = all(/kelisim-web@(\d+)/g, named);
  const workers = all(/kelisim-worker@(\d+)/g, named);
  expect([web.length, workers.length]).toEqual([2, 1]);
  expect(all(/127\.0\.0\.1:(\d+)/g, caddy)).toEqual(web);
  expect(all(/127\.0\.0\.1:(\d+)/g, nginx)).toEqual(web);
  expect(all(/WEB_\d: ([\w-]+:\d+)/g, compose)).toEqual(['web-1:4400', 'web-2:4400']);
  expect(all(/127\.0\.0\.1:(\d+)/g, container)).toEqual(all(/EXPOSE (\d+)/g, container));
  expect(all(/PORT: '(\d+)'/g, compose)).toEqual(['4400', '4400', '4400']);
});

test('proxies let the largest body and the longest request through, and pass the live stream on as it comes', () => {
  const bytes = ([size = '']: string[]) => Number(size) * 10 ** 6;
  for (const size of [all(/max_size (\d+)MB/g, caddy), all(/client_max_body_size (\d+)m/g, nginx)])
    expect(bytes(size)).toBeGreaterThan(LARGEST_BODY);
  for (const seconds of [
    ...all(/response_header_timeout (\d+)s/g, caddy),
    ...all(/^ {4}proxy_(?:send|read)_timeout (\d+)s/gm, nginx),
  ])
    expect(Number(seconds)).toBeGreaterThan(REQUEST_S);
  const { path } = calls['live.stream'];
  const live = new RegExp(`location = ${path} \\{([^}]*)\\}`).exec(nginx)?.[1];
  expect(live).toContain('proxy_buffering off');
  // It says something every 15 seconds.
  expect(Number(all(/proxy_read_timeout (\d+)s/g, live ?? '')[0])).toBeGreaterThan(30);
  expect(caddy).toContain('flush_interval -1');
});

test('a process that leaves is left out before its port closes, and is given a minute for what is under way', () => {
  const [interval] = all(/health_interval (\d+)s/g, caddy);
  expect(caddy).toContain('health_uri /ready');
  expect(Number(env.DRAIN_SECONDS)).toBeGreaterThan(2 * Number(interval));
  const waits = [
    ...units.flatMap(({ text }) => all(/TimeoutStopSec=(\d+)/g, text)),
    ...all(/stop_grace_period: (\d+)s/g, compose),
  ];
  expect(waits).toHaveLength(3);
  for (const seconds of waits) expect(Number(seconds)).toBeGreaterThan(Number(env.DRAIN_SECONDS) + REQUEST_S);
});

test('a request is sent a second time only when that changes nothing', () => {
  const matched = all(/lb_retry_match \{\s+([^}]*?)\s+\}/g, caddy);
  expect(matched).toEqual(['method GET HEAD', 'header Idempotency-Key *']);
  expect(all(/proxy_next_upstream ([^;]*);/g, nginx)).toEqual(['error timeout']);
});

test('the containers share one DATA_DIR, trust the proxy, and wait for a database that answers at its port', () => {
  const service = (name: string) => new RegExp(`^  ${name}:\n((?: {4}.*\n)+)`, 'm').exec(compose)?.[1] ?? '';
  const ours = compose.slice(compose.indexOf('x-kelisim'), compose.indexOf('services:'));
  for (const text of [ours, service('migrate')]) expect(text).toContain(`- data:${env.DATA_DIR}\n`);
  for (const name of ['web-1', 'web-2', 'worker']) {
    expect(service(name)).toContain('<<: *kelisim');
    expect(service(name)).not.toContain('volumes:');
  }
  expect(compose.slice(compose.indexOf('\nvolumes:'))).toContain('\n  data:\n');
  expect(service('db')).toContain("'pg_isready', '-h', '127.0.0.1'");
  const [subnet = ''] = all(/subnet: ([\d.]+)\/24 /g, compose);
  const trusted = all(/TRUSTED_PROXIES: '([^']+)'/g, compose);
  expect(trusted).toHaveLength(2);
  for (const text of trusted) {
    const [network = '', prefix] = text.split('/');
    const list = new BlockList();
    list.addSubnet(network, Number(prefix));
    expect([0, 2, 255].map((host) => list.check(subnet.replace(/\d+$/, String(host))))).toEqual([
      true,
      true,
      true,
    ]);
  }
});

test('Barman keeps as many days as the product does, and a slot of its own', () => {
  const barman = read('deploy/barman.conf');
  const [, days] = /^\| `BACKUP_KEEP_DAYS` \|[^|]*\| (\d+) \|$/m.exec(read('docs/operations.md')) ?? [];
  expect(all(/^retention_policy = RECOVERY WINDOW OF (\d+) DAYS$/gm, barman)).toEqual([days]);
  expect(all(/^slot_name = (\w+)$/gm, barman)).toEqual(['barman']);
});

test('an artefact is put in its place by the name inside, and only one that is whole and runs here', () => {
  const name = 'kelisim-1.0.0-abc-linux-x64';
  const pack = (version: string, node: string, archive = join(data_dir, 'renamed.tgz')) => {
    mkdirSync(join(data_dir, version, 'bin'), { recursive: true });
    writeFileSync(join(data_dir, version, 'bin/node'), `#!/bin/sh\n${node}\n`);
    chmodSync(join(data_dir, version, 'bin/node'), 0o755);
    const packed = spawnSync('tar', ['-czf', archive, version], { cwd: data_dir });
    expect(packed.status).toBe(0);
    return archive;
  };
  const root = join(data_dir, 'root');
  const install = (archive: string) => {
    const { status, stdout, stderr } = spawnSync('sh', [join(ROOT, 'deploy/install.sh'), archive], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DESTDIR: root },
    });
    return { status, said: stdout + stderr };
  };
  const link = () => readlinkSync(join(root, 'opt/kelisim'));

  expect(install(pack(name, 'exit 0'))).toEqual({ status: 0, said: `${root}/opt/kelisim is ${name}\n` });
  expect(link()).toBe(name);
  for (const folder of ['var/lib/kelisim', 'var/backups/kelisim', 'etc/kelisim/trust'])
    expect(existsSync(join(root, folder)), folder).toBe(true);

  // A process of it runs, and would lose its files.
  writeFileSync(join(root, 'opt', name, 'runs'), '');
  expect(install(pack(name, 'exit 0'))).toMatchObject({
    status: 1,
    said: expect.stringContaining('is kelisim-1.0.0-abc-linux-x64 already'),
  });
  expect(existsSync(join(root, 'opt', name, 'runs'))).toBe(true);

  expect(install(pack('kelisim-2-other-machine', 'exit 1'))).toMatchObject({
    status: 1,
    said: expect.stringContaining('does not run on this machine'),
  });
  expect(install(pack('something', 'exit 0'))).toMatchObject({
    status: 1,
    said: expect.stringContaining('is no artefact'),
  });
  const third = pack('kelisim-3', 'exit 0', join(data_dir, 'third.tar.gz'));
  writeFileSync(`${third}.sha256`, `${'0'.repeat(64)}  third.tar.gz\n`);
  expect(install(third)).toMatchObject({ status: 1, said: expect.stringContaining('is not what') });
  expect(link()).toBe(name);
  const sha256 = createHash('sha256').update(readFileSync(third)).digest('hex');
  writeFileSync(`${third}.sha256`, `${sha256}  third.tar.gz\n`);
  expect(install(third).status).toBe(0);
  expect(link()).toBe('kelisim-3');
  expect(install(pack(name, 'exit 0')).status).toBe(0);
  expect(link()).toBe(name);
});
