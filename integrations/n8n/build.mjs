// n8n loads CommonJS by the names in package.json, and a verified node has no dependencies: what it needs goes in.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = join(here, 'dist');
rmSync(dist, { recursive: true, force: true });
const names = ['Kelisim.node', 'KelisimTrigger.node', 'KelisimApi.credentials'];
const input = Object.fromEntries(names.map((name) => [name, join(here, 'src', `${name}.ts`)]));
const bundle = await rolldown({ input, platform: 'node' });
await bundle.write({ dir: dist, format: 'cjs', entryFileNames: '[name].js' });
await bundle.close();
copyFileSync(join(here, '../../web/public/favicon.svg'), join(dist, 'kelisim.svg'));
