import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCE = new URL('./', import.meta.url);

test('the package takes nothing from its surroundings but node-forge, and that in one place', () => {
  const outside: Record<string, string[]> = {};
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.endsWith('.d.ts')) continue;
    const code = readFileSync(new URL(name, SOURCE), 'utf8');
    const wanted = [...code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);
    const depth = name.split('/').length - 1;
    const foreign = wanted.filter((one) => !one.startsWith('.') || one.split('../').length - 1 > depth);
    if (foreign.length > 0) outside[name] = [...new Set(foreign.map((one) => one.split('/')[0]!))];
    // The library comes in when a key store is opened and not before.
    if (wanted.includes('./forge-library.ts')) expect(code).toContain("await import('./forge-library.ts')");
  }
  expect(outside).toEqual({ 'pkcs12/forge-library.ts': ['node-forge'] });
});
