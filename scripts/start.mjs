// `npm start`: installs what is missing, builds the pages when they have changed, runs the server. All at once where
// it can be: the server makes its database while the pages are being built.
import { join } from 'node:path';
import { ensurePackages } from './ensure-packages.mjs';
import { root, runsOnNode24 } from './node-24.mjs';
import { sandboxUnlessConfigured } from './sandbox-environment.mjs';

async function start() {
  const { buildWebIfChanged } = await import('./build-web.mjs');
  const { liveTogether, startNode } = await import('./run-together.mjs');
  const env = sandboxUnlessConfigured(process.env);
  const server = startNode([join(root, 'server/src/main.ts'), ...process.argv.slice(2)], { env });
  let failed = false;
  void buildWebIfChanged({ sandbox: env.SANDBOX === 'on' || env.SANDBOX === 'empty' }).catch((error) => {
    console.error(error.message);
    failed = true;
    server.kill('SIGTERM');
  });
  const code = await liveTogether([server]);
  process.exit(failed ? 1 : code);
}

try {
  // Once more: with `ignore-scripts` in a person's npm settings the `prestart` of package.json does not run.
  await ensurePackages();
  if (await runsOnNode24()) await start();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
