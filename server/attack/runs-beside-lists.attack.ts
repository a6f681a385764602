/**
 * Forty runs of one company at once, each of them sends acts whose papers are drawn: the list of another company takes
 * at most twice as long as before, and nothing is refused.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { actInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import { createAct } from '../src/features/acts/create-act.ts';
import { findActorOfRun } from '../src/features/auth/public.ts';
import { actBody, makeDeal, TODAY } from '../test/papers.ts';
import { makeCompany, makeExecutor } from '../test/people.ts';
import { makeManySentActs } from '../test/quick-acts.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import { callerOf } from './call-product.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const RUNS = 40;
const ROWS = Number(process.env.ATTACK_ROWS ?? 100);
const SPAN_MS = 10_000;
const MOST_TIMES = 2;

await attackProduct(async (plain) => {
  const app = await testAppOf(plain);
  const dealOf = async (company: Awaited<ReturnType<typeof makeCompany>>) =>
    makeDeal(app, company, await makeExecutor(app, company));
  const [busy, calm] = [await makeCompany(app), await makeCompany(app)];
  await makeManySentActs(app, await dealOf(calm), 40);
  const deal = await dealOf(busy);
  const drafts = await app.parts.db.transaction().execute(async (tx) => {
    const actor = await findActorOfRun(tx, busy.director, 'manage_acts');
    const ids: number[] = [];
    for (let n = 0; n < RUNS * ROWS; n++)
      ids.push((await createAct(tx, actor, actInput.parse(actBody(deal)), TODAY)).id);
    return ids;
  });
  const { child, address } = await startServer(plain);
  const call = callerOf(address);
  const failed: number[] = [];
  const listMs = async () => {
    const began = performance.now();
    const { status } = await call('acts.list', { query: { limit: 20 } }, { token: calm.director.token });
    if (status !== 200) failed.push(status);
    return performance.now() - began;
  };
  const measure = async () => {
    const times: number[] = [];
    for (const until = performance.now() + SPAN_MS; performance.now() < until; await sleep(20))
      times.push(await listMs());
    return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  };
  try {
    for (let n = 0; n < 50; n++) await listMs();
    const quiet_ms = await measure();
    const runs = await Promise.all(
      Array.from({ length: RUNS }, (_, n) =>
        call(
          'acts.send',
          { body: { act_ids: drafts.slice(n * ROWS, (n + 1) * ROWS) } },
          { token: busy.director.token },
        ),
      ),
    );
    const beside_ms = await measure();
    const { json } = await call('acts.list', { query: { status_id: 1 } }, { token: busy.director.token });
    const left = (json as { total: number }).total;
    const times_as_slow = Number((beside_ms / quiet_ms).toFixed(2));
    const begun = runs.filter(({ json }) => (json as BulkAnswer | undefined)?.run_id).length;
    return report({
      attack: 'runs_beside_lists',
      passed: begun === RUNS && left > 0 && failed.length === 0 && times_as_slow <= MOST_TIMES,
      runs: begun,
      rows: RUNS * ROWS,
      still_to_send: left,
      failed: failed.length,
      quiet_ms: Math.round(quiet_ms),
      beside_ms: Math.round(beside_ms),
      times_as_slow,
    });
  } finally {
    child.kill('SIGKILL');
  }
}, furnishAuthorities);
