// Plain JavaScript for any Node from 20.19 on: nothing is installed yet when it runs for the first time.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNode24, nodePackage, root } from './node-24.mjs';

const oldest = [20, 19];

/**
 * Installs what is missing and returns; a second call costs two JSON files read. Throws with words for a person.
 * npm's own record of what it installed is compared with the lock, so a hand-made `npm install` counts too.
 */
export async function ensurePackages() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
    throw new Error(
      `Node ${oldest.join('.')} or newer is needed to install Kelisim; this is ${process.versions.node}.`,
    );
  if (difference()) await installAlone();
  findNode24();
}

/** The first thing in which node_modules falls behind the lock, or null. */
function difference() {
  const installed = read('node_modules/.package-lock.json')?.packages;
  if (!installed) return 'node_modules is missing or was left half-made';
  const wanted = read('package-lock.json')?.packages ?? {};
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue;
    const there = installed[path];
    if (!there && !needed(path, entry)) continue;
    const same =
      there?.version === entry.version && there?.integrity === entry.integrity && there?.link === entry.link;
    if (!same) return path;
  }
  return null;
}

/** Optional packages may be absent (another platform, or npm could not have them), save our own Node. */
function needed(path, entry) {
  return !entry.optional || path === `node_modules/${nodePackage}`;
}

function read(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch {
    return null;
  }
}

/** Two commands started together in a fresh clone must not both write node_modules: the second waits. */
async function installAlone() {
  const mark = join(root, '.cache', 'installing');
  mkdirSync(join(root, '.cache'), { recursive: true });
  while (!claim(mark)) {
    await sleep(300);
    if (existsSync(mark) && !lives(holderOf(mark))) rmSync(mark, { force: true });
  }
  try {
    if (difference()) install();
  } finally {
    rmSync(mark, { force: true });
  }
}

function claim(mark) {
  try {
    writeFileSync(mark, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function holderOf(mark) {
  try {
    return Number(readFileSync(mark, 'utf8'));
  } catch {
    return process.pid; // just let go by the other: look again
  }
}

function lives(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install() {
  const fresh = !existsSync(join(root, 'node_modules'));
  console.log(
    `Installing the packages of the lock file${fresh ? ' (first time only, about a minute)' : ''} …`,
  );
  const began = Date.now();
  // No package runs a script of its own: what the only ones that have one would do, the launcher of PostgreSQL does.
  // `npm ci` empties node_modules first, and Windows does not let go of a running node.exe: there `npm install`.
  const verb = process.platform === 'win32' ? 'install' : 'ci';
  const words = [verb, '--loglevel=error', '--no-fund', '--no-audit', '--ignore-scripts'];
  const { status, error, stdout } = npm([...words, '--include=dev', '--include=optional']);
  if (error) throw new Error(`npm could not be started (${error.message}).`);
  if (status !== 0) {
    process.stdout.write(stdout);
    throw new Error(
      'The packages could not be installed; what npm said stands above. Run the command again.',
    );
  }
  const left = difference();
  if (left === `node_modules/${nodePackage}`) return; // findNode24 tells what to do about it
  if (left) throw new Error(`npm ran, but node_modules still differs from package-lock.json (${left}).`);
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** Runs npm by the Node it was started with, never by the one inside node_modules, which npm is about to replace. */
function npm(words) {
  const options = {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: outsideEnvironment(),
  };
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli && node && !node.includes('node_modules')) return spawnSync(node, [cli, ...words], options);
  return spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', words, {
    ...options,
    shell: process.platform === 'win32',
  });
}

function outsideEnvironment() {
  const own = join('node_modules', '.bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(own));
  return { ...process.env, PATH: path.join(delimiter) };
}
