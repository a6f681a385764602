// `npm test`: all there is, the browser included. The last line is the sum; a check counts as one test.
import { join } from 'node:path';
import { root, runsOnNode24 } from './node-24.mjs';

if (await runsOnNode24()) {
  // Some forty processes of these tests read the same modules of the server.
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'node');
  const { runChecks } = await import('./checks.mjs');
  const { runComponentTests, runUnitTests } = await import('./unit-tests.mjs');
  const { prepareBrowserTests, runBrowserTests } = await import('./browser-tests.mjs');
  const checks = await runChecks();
  // Side by side: unit tests often wait for their database or a process they killed, journeys for a page.
  const inTheBrowser = async () => {
    const prepared = await prepareBrowserTests();
    return [await runComponentTests(), await runBrowserTests(prepared)];
  };
  const [unit, inBrowser] = await Promise.all([runUnitTests(), inTheBrowser()]);
  const tallies = [unit, ...inBrowser];
  const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0);
  const skipped = tallies.flatMap((tally) => tally.skipped);
  const failed = sum('failed') + checks.filter(({ ok }) => !ok).length;
  const passed = sum('passed') + checks.filter(({ ok }) => ok).length;
  for (const { name, reason } of skipped) console.log(`skipped: ${name} (${reason})`);
  for (const name of tallies.flatMap((tally) => tally.unsteady ?? [])) console.log(`unsteady: ${name}`);
  for (const name of tallies.flatMap((tally) => tally.failures ?? [])) console.log(`failed: ${name}`);
  for (const { name } of checks.filter(({ ok }) => !ok)) console.log(`failed: ${name}`);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
}
