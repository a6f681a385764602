/**
 * F21: the network between the product and its database is slow, then silent. Nobody is told: what was open stays open,
 * and nothing arrives. People get 503 in a bounded time, `/health` answers all the while, and when new connections get
 * through again everything goes on by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { violations, worldOf } from '../test/hold-invariants.ts';
import { makeDeal } from '../test/papers.ts';
import { makeCompany, makeExecutor } from '../test/people.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import { makeFaultyNetwork } from './faulty-network.ts';
import { persistentPeople } from './persistent-people.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

/** At first fewer, then more than one process has connections. */
const FEW = 6;
const PEOPLE = 24;
const LATE_MS = [100, 500] as const;
const SILENT_MS = 20_000;
/** The longest statement, and what is between it and the end of a silent connection. */
const MOST_WAIT_MS = 75_000;
const PROBE_MS = 10_000;
const QUIET_MS = 5_000;

await attackProduct(async (plain) => {
  const app = await testAppOf(plain);
  const { config } = app.parts;
  const company = await makeCompany(app);
  const deal = await makeDeal(app, company, await makeExecutor(app, company));
  const url = new URL(config.database_url);
  const network = await makeFaultyNetwork(Number(url.port));
  url.port = String(network.port);
  const beside = { ...plain, parts: { ...plain.parts, config: { ...config, database_url: url.href } } };
  const { child, address } = await startServer(beside);
  const statusOf = (path: string) =>
    fetch(address + path, { signal: AbortSignal.timeout(PROBE_MS) }).then(
      ({ status }) => status,
      () => 0,
    );
  const few = persistentPeople(FEW, address, deal, app);
  const stop = new AbortController();
  let unhealthy = 0;
  const looking = (async () => {
    for (; !stop.signal.aborted; await sleep(500)) if ((await statusOf('/health')) !== 200) unhealthy++;
  })();
  try {
    await sleep(3_000);
    network.delay(LATE_MS);
    await sleep(10_000);
    network.delay(null);
    const before = await few.stop();
    const people = persistentPeople(PEOPLE, address, deal, app);
    await sleep(2_000);

    network.silence();
    await sleep(1_000);
    const ready = await statusOf('/ready');
    await sleep(SILENT_MS - 1_000);
    network.speak();
    const spoke_at = performance.now();
    // What was open when it became silent ends first.
    await sleep(MOST_WAIT_MS - SILENT_MS);
    const refused_until_ms = await people.untilServed(spoke_at, {
      quiet_ms: QUIET_MS,
      most_ms: 3 * MOST_WAIT_MS,
    });
    const ready_after = await statusOf('/ready');
    stop.abort();
    await looking;
    const { lost, twice } = await people.stop();
    const broken = await violations(worldOf(app));
    const { answers } = people;
    return report({
      attack: 'silent_network',
      passed:
        Object.keys(few.answers).join() === '200' &&
        Object.keys(answers).sort().join() === '200,503' &&
        people.longestMs() < MOST_WAIT_MS &&
        ready === 503 &&
        ready_after === 200 &&
        before.lost + before.twice + lost + twice + unhealthy + broken.length === 0,
      late: few.done(),
      done: people.done(),
      refused: answers['503'] ?? 0,
      longest_ms: people.longestMs(),
      refused_until_ms,
      ready,
      ready_after,
      unhealthy,
      lost,
      twice,
      answers,
      answers_when_late: few.answers,
      violations: broken,
    });
  } finally {
    stop.abort();
    network.close();
    child.kill('SIGKILL');
  }
}, furnishAuthorities);
