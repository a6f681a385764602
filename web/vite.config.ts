import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildId } from './build/build-id.ts';
import { callTable } from './build/call-table.ts';
import { compressed } from './build/compressed.ts';
import { mantineCss } from './build/mantine-css.ts';
import { themeCss } from './build/theme-css.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [themeCss(), callTable(), mantineCss(), react(), buildId(), compressed()],
  build: {
    target: 'es2023',
    // Fonts and pictures stay files: a data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
  },
  // Only the signing worker wants it, and finding it late would reload the page under the first key that is opened.
  optimizeDeps: {
    include: ['aes', 'des', 'forge', 'hmac', 'pbkdf2', 'rc2', 'sha1', 'sha256', 'sha512'].map(
      (part) => `node-forge/lib/${part}.js`,
    ),
  },
  server: { host: '127.0.0.1', proxy: { '/api': api } },
});
