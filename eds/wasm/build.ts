import { readFileSync, writeFileSync } from 'node:fs';
import { buildModule } from './module.ts';

/**
 * Writes the module as TypeScript, so that Node, bundlers and workers load it alike, without a request:
 *
 *   node eds/wasm/build.ts           writes eds/src/gost/wasm-bytes.ts
 *   node eds/wasm/build.ts --check   says whether that file is what the source gives; exit code 1 when not
 */
const target = new URL('../src/gost/wasm-bytes.ts', import.meta.url);
const bytes = buildModule();
const text = `// Made by \`node eds/wasm/build.ts\` from the source beside it; a test compares both. ${bytes.length} bytes.
export const WASM_BASE64 =
  '${Buffer.from(bytes).toString('base64')}';
`;

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('eds/src/gost/wasm-bytes.ts is not what eds/wasm gives: run node eds/wasm/build.ts');
    process.exitCode = 1;
  }
} else writeFileSync(target, text);
