import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Workspaces that run in production; the pages are built before and need nothing of their own. */
export const PRODUCTION_WORKSPACES = ['server', 'shared', 'eds'];

/**
 * The places in node_modules that production needs, by the lock: what the workspaces depend on, what that depends on,
 * and the optional packages of the root that are installed here (PostgreSQL and Node for this machine).
 */
export function productionPackages(root, lock) {
  const found = new Set();
  const take = (from, name, is_optional) => {
    const at = resolve(lock.packages, from, name);
    // npm leaves out optional packages of other machines.
    if (is_optional && (!at || !existsSync(join(root, at)))) return;
    if (!at) throw new Error(`The lock has no ${name} for ${from}.`);
    if (found.has(at)) return;
    if (!existsSync(join(root, at))) throw new Error(`${at} is not installed. Run "npm ci" and try again.`);
    found.add(at);
    const entry = lock.packages[at];
    if (!entry.link) needs(at, entry);
  };
  const needs = (from, { dependencies = {}, optionalDependencies = {}, ...entry }) => {
    for (const name of Object.keys(dependencies)) take(from, name, name in optionalDependencies);
    for (const name of Object.keys(optionalDependencies)) take(from, name, true);
    const { peerDependencies = {}, peerDependenciesMeta = {} } = entry;
    for (const name of Object.keys(peerDependencies))
      if (!peerDependenciesMeta[name]?.optional) take(from, name, false);
  };
  for (const name of PRODUCTION_WORKSPACES) {
    found.add(`node_modules/@kelisim/${name}`);
    needs(name, lock.packages[name]);
  }
  for (const name of Object.keys(lock.packages[''].optionalDependencies)) take('', name, true);
  return [...found].sort();
}

/** As Node looks for it: beside the package, then further out. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const at = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[at]) return at;
    if (!folder) return null;
  }
}
