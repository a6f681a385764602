// One file with everything inside: whoever runs it downloads nothing more, and runs what was tried here.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = join(here, 'dist');
rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({ input: join(here, 'src/kelisim-mcp.ts'), platform: 'node' });
const { output } = await bundle.write({
  file: join(dist, 'kelisim-mcp.js'),
  format: 'esm',
  codeSplitting: false,
});
await bundle.close();

/** The licences of what went in ask to be passed on. */
const packages = new Map();
for (const id of output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))) {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0];
  if (folder) packages.set(folder, null);
}
const licences = [...packages.keys()].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license']
    .map((one) => join(folder, one))
    .find((one) => existsSync(one));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(file, 'utf8') : ''}`;
});
writeFileSync(join(dist, 'LICENSES.txt'), licences.join(`\n${'-'.repeat(40)}\n`));
