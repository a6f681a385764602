import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * Writes `build.json`, the manifest that an open page fetches from time to time: its `id` is a hash of the names of
 * all files of the build, so it changes when anything does. The page knows its own from `<meta name="build">`.
 */
export function buildId(): Plugin {
  return {
    name: 'kelisim-build-id',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const id = createHash('sha256')
        .update(Object.keys(bundle).sort().join('\n'))
        .digest('hex')
        .slice(0, 16);
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ id }) });
      const page = bundle['index.html'];
      if (page?.type === 'asset') page.source = String(page.source).replace('%BUILD_ID%', id);
    },
  };
}
