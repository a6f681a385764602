// `npm run dev`: the server, started again after each change, and Vite, which changes the pages in place.
import { join } from 'node:path';
import { root, runsOnNode24 } from './node-24.mjs';
import { liveTogether, startNode } from './run-together.mjs';
import { sandboxUnlessConfigured } from './sandbox-environment.mjs';

if (await runsOnNode24()) {
  const port = process.env.PORT ?? '4400';
  const server = startNode(['--watch', '--watch-preserve-output', join(root, 'server/src/main.ts')], {
    env: { ...sandboxUnlessConfigured(process.env), PORT: port },
  });
  const pages = startNode([join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: join(root, 'web'),
    env: { ...process.env, API_URL: `http://127.0.0.1:${port}` },
  });
  process.exit(await liveTogether([server, pages]));
}
