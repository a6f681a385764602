import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildId } from './build/build-id.ts';
import { callTable } from './build/call-table.ts';
import { compressed } from './build/compressed.ts';
import { directImports } from './build/direct-imports.ts';
import { formLimits } from './build/form-limits.ts';
import { mantineCss } from './build/mantine-css.ts';
import { pageFamilies } from './build/page-families.ts';
import { pageFiles } from './build/page-files.ts';
import { themeCss } from './build/theme-css.ts';

/** The oldest browsers that are promised (0065); `scripts/browser-support.ts` holds what is built to them. */
export const BROWSERS = ['chrome109', 'edge109', 'firefox115', 'safari16.4', 'ios16.4'];

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** `shared~this-page~that-page~…` and an ending, without either. */
const shortName = (name: string): string => name.replace(/~.*|\.\w+$/g, '');

const families = pageFamilies();

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    themeCss(),
    callTable(),
    formLimits(),
    mantineCss(),
    react(),
    directImports(),
    families.plugin,
    pageFiles(),
    buildId(),
    compressed(),
  ],
  build: {
    target: BROWSERS,
    // Fonts and pictures stay files: a data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      // The groups below may then put an entry beside what it imports.
      preserveEntrySignatures: 'allow-extension',
      output: {
        // The bundler would list every page that shares a chunk. Every page carries the names of all files, and hashes
        // do not compress: a letter less of each is half a KB. Fewer than seven the bundler refuses.
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash:7].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? 'part')}-[hash:7][extname]`,
        codeSplitting: {
          // What pages share comes in few files: a hundred small ones are a hundred ways to the server (0041). A light page
          // loads nothing of the heavier ones (0070).
          includeDependenciesRecursively: false,
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: families.familyOf, debugName: 'families', priority: 1 },
            { name: 'shared', minShareCount: 4, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
  // Only the signing worker wants it, and finding it late would reload the page under the first key that is opened.
  optimizeDeps: {
    include: ['aes', 'des', 'forge', 'hmac', 'pbkdf2', 'rc2', 'sha1', 'sha256', 'sha512'].map(
      (part) => `node-forge/lib/${part}.js`,
    ),
  },
  server: { host: '127.0.0.1', proxy: { '/api': api } },
});
