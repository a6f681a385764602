// `npm run check`: everything but the browser.
import { runsOnNode24 } from './node-24.mjs';

if (await runsOnNode24()) {
  const { runChecks } = await import('./checks.mjs');
  const { runUnitTests } = await import('./unit-tests.mjs');
  const results = await runChecks();
  const { failed } = await runUnitTests();
  process.exitCode = failed > 0 || results.some(({ ok }) => !ok) ? 1 : 0;
}
