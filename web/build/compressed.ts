import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const worth = /\.(js|mjs|css|svg|json|wasm|md)$/;
const small_bytes = 256;

/** Writes `.br` and `.gz` beside each file that gains by it; the server sends them as they are. */
export function compressed(): Plugin {
  return {
    name: 'kelisim-compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      // What lies in `public` is copied and no part of the bundle.
      const files = (await readdir(dir, { recursive: true })).filter((name) => worth.test(name));
      await Promise.all(
        files.map(async (name) => {
          const file = path.join(dir, name);
          const bytes = await readFile(file);
          if (bytes.length < small_bytes) return;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          };
          await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
          await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}
