/**
 * F2: the database is restarted under load, fast and at once, by turns. Nobody gets anything but 503, for ten seconds at
 * most; what was acknowledged is there once, and the invariants hold.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { violations, worldOf } from '../test/hold-invariants.ts';
import { makeDeal } from '../test/papers.ts';
import { makeCompany, makeExecutor } from '../test/people.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import { persistentPeople } from './persistent-people.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const PEOPLE = 8;
const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 6);
const MOST_AWAY_MS = 10_000;
const QUIET_MS = 3_000;

await attackProduct(async (plain, postgres) => {
  const app = await testAppOf(plain);
  const company = await makeCompany(app);
  const deal = await makeDeal(app, company, await makeExecutor(app, company));
  const { child, address } = await startServer(plain);
  const people = persistentPeople(PEOPLE, address, deal, app);
  try {
    let longest_away_ms = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(QUIET_MS);
      const began = performance.now();
      process.kill(postgres.pid, round % 2 ? 'SIGQUIT' : 'SIGINT');
      const away_ms = await people.untilServed(began, { quiet_ms: QUIET_MS, most_ms: 3 * MOST_AWAY_MS });
      longest_away_ms = Math.max(longest_away_ms, away_ms);
    }
    const { lost, twice } = await people.stop();
    const broken = await violations(worldOf(app));
    const { answers } = people;
    return report({
      attack: 'database_restarts',
      passed:
        Object.keys(answers).sort().join() === '200,503' &&
        longest_away_ms < MOST_AWAY_MS &&
        lost + twice + broken.length === 0,
      restarts: ROUNDS,
      done: people.done(),
      refused: answers['503'] ?? 0,
      longest_away_ms,
      lost,
      twice,
      answers,
      violations: broken,
    });
  } finally {
    child.kill('SIGKILL');
  }
}, furnishAuthorities);
