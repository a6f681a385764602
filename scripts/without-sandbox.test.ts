import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const BUILD = `
  import { build } from 'vite';
  const { output } = await build({ logLevel: 'silent', build: { write: false, minify: false } });
  const modules = output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
  process.stdout.write(JSON.stringify({ modules, files: output.map(({ fileName }) => fileName) }));
`;

test('the pages of a production start have no page and no text of the sandbox', () => {
  const built = execFileSync(process.execPath, ['--input-type=module', '-e', BUILD], {
    cwd: join(import.meta.dirname, '..', 'web'),
    env: { ...process.env, NODE_ENV: 'production', VITE_SANDBOX: 'off' },
    maxBuffer: 50_000_000,
  });
  const { modules, files } = JSON.parse(built.toString()) as { modules: string[]; files: string[] };
  expect(modules.some((path) => path.endsWith('/features/verification/verify-page.tsx'))).toBe(true);
  expect(modules.filter((path) => /\/features\/sandbox\/|\/texts\/..\/(sandbox|phone)/.test(path))).toEqual(
    [],
  );
  expect(files.filter((name) => /\/sandbox-/.test(name))).toEqual([]);
});
