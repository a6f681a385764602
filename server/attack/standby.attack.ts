/**
 * The primary dies under load, and its standby is promoted: where the primary waited for it, nobody gets anything but
 * 503, for half a minute at most, what was acknowledged is there once, and the invariants hold. Needs the programs of
 * PostgreSQL 18 in ../shared/tools. `ATTACK_WAITS=off` shows that without waiting acknowledged acts may be lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { violations, worldOf } from '../test/hold-invariants.ts';
import { makeDeal } from '../test/papers.ts';
import { makeCompany, makeExecutor } from '../test/people.ts';
import { attackDatabase, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import { persistentPeople } from './persistent-people.ts';
import { hasPostgresPrograms } from './postgres-programs.ts';
import { startReplicatedPostgres } from './replicated-postgres.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const PEOPLE = 8;
const WORK_MS = 10_000;
const MOST_AWAY_MS = 30_000;
const QUIET_MS = 5_000;
const waits = process.env.ATTACK_WAITS !== 'off';

if (hasPostgresPrograms())
  await attackDatabase(
    (folder) => startReplicatedPostgres(folder, waits),
    async (plain, postgres) => {
      const app = await testAppOf(plain);
      const company = await makeCompany(app);
      const deal = await makeDeal(app, company, await makeExecutor(app, company));
      const { child, address } = await startServer(plain);
      const people = persistentPeople(PEOPLE, address, deal, app);
      try {
        await sleep(WORK_MS);
        const before = people.done();
        const began = performance.now();
        await postgres.failOver();
        const away_ms = await people.untilServed(began, { quiet_ms: QUIET_MS, most_ms: 2 * MOST_AWAY_MS });
        const { lost, twice } = await people.stop();
        const broken = await violations(worldOf(app));
        const { answers } = people;
        return report({
          attack: 'standby',
          passed:
            Object.keys(answers).sort().join() === '200,503' &&
            away_ms < MOST_AWAY_MS &&
            people.done() > before &&
            lost + twice + broken.length === 0,
          done: people.done(),
          refused: answers['503'] ?? 0,
          away_ms,
          lost,
          twice,
          answers,
          violations: broken,
        });
      } finally {
        child.kill('SIGKILL');
      }
    },
    furnishAuthorities,
  );
else report({ attack: 'standby', passed: true, skipped: 'no programs of PostgreSQL 18 here' });
