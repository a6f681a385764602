/**
 * Two processes of the product, `ATTACK_ROUNDS` (fifty) times: visitors of a link open, sign, ask and return while its
 * company changes the paper under them, and none is answered with an error of ours; and double clicks that send, pay and
 * stop without a key, with a recall, a rejection and a resumption between them: each is done once, and each time again.
 */
import { makeApp } from '../src/app.ts';
import { makeLog } from '../src/platform/log.ts';
import { callFunctions } from '../test/calls.ts';
import { violations, worldOf } from '../test/hold-invariants.ts';
import { raceAgain } from '../test/race-again.ts';
import { faultsOfLink, makeRacedDeal } from '../test/race-link.ts';
import { attackProduct } from './attacked-product.ts';
import { report } from './report.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 50);

await attackProduct(async (plain) => {
  const one = await testAppOf(plain);
  const other = await makeApp({ config: plain.parts.config, log: makeLog('silent') });
  try {
    const processes = [one, { ...one, ...other, ...callFunctions(other.http) }];
    const deal = await makeRacedDeal(one);
    const again: string[] = [];
    // Each round pays twice itself: nobody follows its orders meanwhile.
    for (let round = 0; round < ROUNDS && again.length === 0; round += 1)
      again.push(...(await raceAgain(processes, deal)));
    one.watch();
    const links: string[] = [];
    for (let round = 0; round < ROUNDS && links.length === 0; round += 1)
      for (const doc_type of ['act', 'document'] as const)
        links.push(...(await faultsOfLink(processes, deal, doc_type)));
    const broken = await violations(worldOf(one));
    const told = (faults: string[]) => ({
      passed: faults.length === 0,
      rounds: ROUNDS,
      faults: faults.slice(0, 20),
    });
    const results = [
      report({ attack: 'double clicks again', ...told(again) }),
      report({ attack: 'visitors of a link', ...told([...links, ...broken]) }),
    ];
    return results.every(Boolean);
  } finally {
    await other.close();
  }
}, furnishAuthorities);
