/**
 * The artefact of `npm run artefact`, unpacked by deploy/install.sh into a new place with an empty home and no path to npm,
 * Node or a compiler: it starts with the Node inside, answers a page and /ready, and its commands know its version.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/free-port.ts';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';
import { report } from './report.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const place = makeTemporaryFolder('kelisim-attack-');
const home = join(place, 'home');
mkdirSync(home);

try {
  const said = execFileSync(process.execPath, [join(root, 'scripts/artefact.mjs')], { encoding: 'utf8' });
  const archive = join(root, said.trim().split('\n').at(-1) ?? '');
  execFileSync('sh', [join(root, 'deploy/install.sh'), archive], {
    env: { PATH: process.env.PATH, DESTDIR: place },
  });
  const folder = join(place, 'opt/kelisim');
  const port = await freePort();
  const began = performance.now();
  const child = spawn(join(folder, 'bin/node'), ['server/src/main.ts'], {
    cwd: folder,
    env: {
      HOME: home,
      PATH: '/nowhere',
      SANDBOX: 'empty',
      DATA_DIR: join(place, 'data'),
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise((done) => child.once('exit', done));
  const status = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      (answer) => answer.status,
      () => 0,
    );
  while (child.exitCode === null && (await status('/ready')) !== 200) await sleep(100);
  const start_s = Math.round((performance.now() - began) / 100) / 10;
  const [ready, page] = [await status('/ready'), await status('/auth/sign-in')];
  child.kill('SIGTERM');
  await gone;
  const sbom = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as { components: unknown[] };
  const { version } = JSON.parse(readFileSync(join(folder, 'server/package.json'), 'utf8')) as {
    version: string;
  };
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('node_modules') && /\.test\.tsx?$/.test(name),
  );
  const left = readdirSync(home).length;
  const holds = report({
    attack: 'artefact in an empty place',
    passed:
      ready === 200 &&
      page === 200 &&
      left === 0 &&
      tests.length === 0 &&
      !existsSync(join(folder, 'node_modules/vite')) &&
      sbom.components.length > 100,
    version,
    archive_mb: Math.round(statSync(archive).size / 2 ** 20),
    packages: sbom.components.length,
    start_s,
    ready,
    page,
  });
  if (!holds) process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
