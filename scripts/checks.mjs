import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node-24.mjs';

/** A tool of node_modules, by the script that its package names, so that it runs on our Node on every system. */
const tool = (path) => join('node_modules', path);
/** One thread per program: each of several checks the same generic types again, for more than twice the work. */
const types = (project) => [tool('typescript/bin/tsc'), '-p', project, '--singleThreaded'];

const OPENAPI = ['docs/openapi.json', 'web/public/developers/openapi.json'];
/** The linter would otherwise report that it ran and ask for newer versions. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** What is checked without running the product: name, words for Node and what is added to the environment. Free of one another, the longest first. */
export const checks = [
  // May have to build the pages.
  ['page weights', ['scripts/page-weights.ts']],
  ['types of server', types('server')],
  ['types of web', types('web')],
  ['types of the rest', types('.')],
  ['types of shared', types('shared')],
  ['types of eds', types('eds')],
  ['unused code', [tool('knip/bin/knip.js'), '--no-progress', '--no-config-hints']],
  ['lint', [tool('oxlint/bin/oxlint'), '--deny-warnings', '.']],
  ['format', [tool('oxfmt/bin/oxfmt'), '--check', '.']],
  ['imports', ['scripts/import-rules.ts']],
  ['rooms', ['scripts/room-rules.ts']],
  ['style sheets', ['scripts/style-rules.ts']],
  ['casts', ['scripts/cast-rules.ts']],
  ['documents', ['scripts/docs-rules.ts']],
  ['prose', ['scripts/prose-rules.ts']],
  ['openapi', ['server/src/cli/openapi.ts', '--check']],
  ['openapi lint', [tool('@redocly/cli/bin/cli.js'), 'lint', ...OPENAPI, '--max-problems=20'], QUIET],
  ['types of integrations', types('integrations')],
  ['types of sdk', [tool('typescript/bin/tsc'), '-p', 'sdk/ts', '--noEmit']],
];

/** Runs the checks, two at a time, a line each; what a check says is shown only when it fails. */
export async function runChecks() {
  const waiting = [...checks];
  const results = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      results.push(await runStep(...next));
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}

/** One step: prints `ok` or `FAILED`, the name and the time; `env` is added to ours. Resolves to name and ok. */
export async function runStep(name, words, env = {}) {
  const began = Date.now();
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const code = await new Promise((done) => child.on('close', done));
  const ok = code === 0;
  console.log(
    `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(18)} ${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
  if (!ok) process.stdout.write(`${Buffer.concat(said).toString('utf8').trimEnd()}\n\n`);
  return { name, ok };
}

/** Where a reporter writes what a run of tests came to. */
export function tallyFile(name) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  return join(root, '.cache', `tally-${name}-${process.pid}.json`);
}
