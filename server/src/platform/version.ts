import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of the product: that of its package, with the commit where it runs from a clone. */
export function readVersion(root = fileURLToPath(new URL('../../..', import.meta.url))): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const commit = readCommit(root);
  return commit ? `${version}+${commit.slice(0, 12)}` : version;
}

/** Without the program git, which a server need not have. */
function readCommit(root: string): string | null {
  const read = (...path: string[]) => {
    const file = join(...path);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  };
  let git = join(root, '.git');
  if (!existsSync(git)) return null;
  // A second work tree of a clone has a file here that names its folder.
  if (!existsSync(join(git, 'HEAD')))
    git = resolve(root, readFileSync(git, 'utf8').trim().slice('gitdir: '.length));
  const head = read(git, 'HEAD');
  const ref = /^ref: (.+)$/.exec(head ?? '')?.[1];
  if (!ref) return head;
  const clone = resolve(git, read(git, 'commondir') ?? '.');
  const packed = read(clone, 'packed-refs')
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`));
  return read(clone, ref) ?? packed?.split(' ')[0] ?? null;
}
