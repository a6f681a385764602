import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { PRODUCTION_WORKSPACES, productionPackages } from './production-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const packages = new Set(productionPackages(root, lock));

/** Names of the packages that a file of the server takes when it runs. */
function importsOf(path: string): string[] {
  const { module } = parseSync(path, readFileSync(path, 'utf8'));
  const found = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  return found
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(name)![0]);
}

test('every package that the server takes when it runs is brought along', () => {
  const wanted = new Map<string, string>();
  for (const workspace of PRODUCTION_WORKSPACES)
    for (const name of readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' }))
      if (/(?<!\.(test|fixture))\.ts$/.test(name))
        for (const one of importsOf(join(root, workspace, 'src', name))) wanted.set(one, name);
  expect(wanted.size).toBeGreaterThan(20);
  const missing = [...wanted].filter(([name]) => !packages.has(`node_modules/${name}`));
  expect(missing).toEqual([]);
});

test('what builds, tests or shows the pages stays at home', () => {
  for (const name of [
    'vite',
    'vitest',
    'typescript',
    'oxlint',
    'react',
    '@mantine/core',
    '@playwright/test',
    '@modelcontextprotocol/sdk',
    'express',
  ])
    expect(packages.has(`node_modules/${name}`), name).toBe(false);
  expect(packages.size).toBeLessThan(Object.keys(lock.packages).length / 2);
});

test('a package that is not installed is named', () => {
  expect(() => productionPackages(join(root, 'scripts'), lock)).toThrow(/is not installed\. Run "npm ci"/);
});
