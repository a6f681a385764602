// `npm run artefact`: makes `dist/kelisim-VERSION-PLATFORM.tar.gz`, everything that production needs: the server, the built
// pages, the packages of production, PostgreSQL's and Node's programs, a list of them all (`sbom.cdx.json`) and the files
// of deploy/. It starts with the Node inside and pulls nothing from the network.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildWebIfChanged } from './build-web.mjs';
import { nodePackage, root, runsOnNode24 } from './node-24.mjs';
import { PRODUCTION_WORKSPACES, productionPackages } from './production-packages.mjs';

const dist = join(root, 'dist');
/** Of each place what runs; tests stay at home. */
const SOURCES = [
  'server/src',
  'server/migrations',
  'server/seeds',
  'shared/src',
  'eds/src',
  'web/dist',
  'deploy',
];
const DOCUMENTS = ['docs/operations.md', 'docs/runbook.md'];
const TEST = /\.(test|fixture)\.tsx?$/;

async function makeArtefact() {
  const lock = readJson('package-lock.json');
  const packages = productionPackages(root, lock);
  await buildWebIfChanged({ sandbox: false });
  const version = versionOf();
  const name = `kelisim-${version.replace('+', '-')}-${process.platform}-${process.arch}`;
  const folder = join(dist, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const path of [...SOURCES, ...DOCUMENTS]) bring(folder, path, (from) => !TEST.test(from));
  for (const path of packages) bring(folder, path, isOwn(path));
  const node = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  symlinkSync(`../node_modules/${nodePackage}/${node}`, join(folder, 'bin', basename(node)));
  for (const workspace of PRODUCTION_WORKSPACES) {
    const { devDependencies: _, ...manifest } = readJson(`${workspace}/package.json`);
    writeJson(join(folder, workspace, 'package.json'), { ...manifest, version });
  }
  writeJson(join(folder, 'package.json'), manifestOf(version));
  writeJson(join(folder, 'package-lock.json'), lockOf(lock, packages, version));
  writeFileSync(join(folder, 'sbom.cdx.json'), makeSbom(folder));
  const archive = `${name}.tar.gz`;
  execFileSync('tar', ['-czf', archive, name], { cwd: dist });
  rmSync(folder, { recursive: true });
  const sha256 = createHash('sha256')
    .update(readFileSync(join(dist, archive)))
    .digest('hex');
  writeFileSync(join(dist, `${archive}.sha256`), `${sha256}  ${archive}\n`);
  console.log(`dist/${archive}`);
}

/** Bytes are copied, since hard links would tie the artefact to the clone; links of node_modules stay links. */
function bring(folder, path, filter) {
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(root, path), to, { recursive: true, verbatimSymlinks: true, filter });
}

/** What another package has inside of this one is brought by itself, if it is needed at all. */
function isOwn(path) {
  const inside = join(root, path, 'node_modules');
  return (from) => from !== inside;
}

/** With the commit, as a clone says it too. */
function versionOf() {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain') !== '')
    console.warn('There are changes that are not committed: the version names the commit before them.');
  return `${readJson('server/package.json').version}+${git('rev-parse', 'HEAD').slice(0, 12)}`;
}

/** Nothing is installed or built there: the commands run as they are, by the Node inside. */
function manifestOf(version) {
  const { devDependencies: _, scripts, ...manifest } = readJson('package.json');
  const commands = Object.entries(scripts)
    .filter(
      ([name, command]) => command.startsWith('node server/src/cli/') && !['openapi', 'sdk'].includes(name),
    )
    .map(([name, command]) => [name, `bin/${command}`]);
  return {
    ...manifest,
    version,
    workspaces: PRODUCTION_WORKSPACES,
    scripts: { start: 'bin/node server/src/main.ts', ...Object.fromEntries(commands) },
  };
}

/** The lock of what is inside, so that `npm audit` speaks of nothing else. */
function lockOf(lock, packages, version) {
  const { devDependencies: _, ...own } = lock.packages[''];
  const kept = [...PRODUCTION_WORKSPACES, ...packages].map((path) => {
    const { devDependencies: _dev, ...entry } = lock.packages[path];
    return [path, entry];
  });
  const itself = { ...own, version, workspaces: PRODUCTION_WORKSPACES };
  return { ...lock, version, packages: { '': itself, ...Object.fromEntries(kept) } };
}

/** npm reads what lies there, and refuses when anything is missing. */
function makeSbom(folder) {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`npm could not list the packages:\n${stderr}`);
  return stdout;
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

try {
  if (await runsOnNode24()) await makeArtefact();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
