import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node-24.mjs';

const dist = join(root, 'web', 'dist');
const cache = join(root, '.cache');
const stamp = join(cache, 'web-inputs');
/** All that a page is made of. Tests are read too: a needless build is cheaper than a stale page. */
const inputs = ['web', 'shared/src', 'eds/src', 'package-lock.json', 'tsconfig.base.json'];
const skipped = new Set(['dist', 'node_modules']);

/**
 * Builds the pages into web/dist when anything they are made of has changed: with those of the sandbox, or for production
 * without. Throws with what Vite said.
 */
export async function buildWebIfChanged({ sandbox }) {
  if (!existsSync(join(root, 'web', 'index.html'))) return;
  const hash = hashInputs(sandbox);
  if (existsSync(join(dist, 'index.html')) && readText(stamp) === hash) return;
  const began = Date.now();
  console.log('Building the pages …');
  await build(sandbox);
  writeFileSync(stamp, hash);
  console.log(`Pages built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

/** Built aside and put in place whole, so that a running server never serves half a build. */
async function build(sandbox) {
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) if (isLeftover(name)) rmSync(join(cache, name), { recursive: true });
  const fresh = join(cache, `web-new-${process.pid}`);
  const old = join(cache, `web-old-${process.pid}`);
  const words = ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  const { code, output } = await run(join(root, 'node_modules', 'vite', 'bin', 'vite.js'), words, sandbox);
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`The pages could not be built:\n${output}`);
  }
  rmSync(stamp, { force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

/** A build that was cut short by a killed process. */
function isLeftover(name) {
  const pid = Number(/^web-(?:new|old)-(\d+)$/.exec(name)?.[1] ?? process.pid);
  try {
    return pid !== process.pid && !process.kill(pid, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function run(script, words, sandbox) {
  const cwd = join(root, 'web');
  const env = { ...process.env, NODE_ENV: 'production', VITE_SANDBOX: sandbox ? 'on' : 'off' };
  const child = spawn(process.execPath, [script, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const leave = () => child.kill('SIGKILL');
  process.once('exit', leave);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((done) => {
    child.on('close', (code) => {
      process.off('exit', leave);
      done({ code, output });
    });
  });
}

function hashInputs(sandbox) {
  const hash = createHash('sha256').update(`${process.version} sandbox ${sandbox}`);
  for (const input of inputs) add(hash, input);
  return hash.digest('hex');
}

function add(hash, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  const entries = readFolder(full);
  if (!entries) return hash.update(`\0${path}\0`).update(readFileSync(full));
  for (const { name } of entries) if (!skipped.has(name)) add(hash, `${path}/${name}`);
}

function readFolder(path) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
