// `npm run e2e`: the journeys in a real browser. Words after `--` go to Playwright: a file, `--headed`, `-g sign`.
import { runsOnNode24 } from './node-24.mjs';

if (await runsOnNode24()) {
  const { showBrowserTests } = await import('./browser-tests.mjs');
  process.exitCode = await showBrowserTests(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    return 1;
  });
}
