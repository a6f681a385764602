import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { made } from './client.ts';
import {
  removeExecutor,
  runBanking,
  runCompany,
  runExecutors,
  runInvitations,
  runSupport,
} from './company.ts';
import { administerUsers, changeCredentials } from './credentials.ts';
import { runActs, runContracts, runQr } from './papers.ts';
import { prepare, registerBusiness, registerExecutor, signInAndOut } from './registration.ts';
import { runTariff } from './tariff.ts';
import { makeWorld, type World } from './world.ts';

/** One world, in order: each section goes on from what the one before it has made. */
const world = await makeWorld();
afterAll(() => world.app.close());

const sections: [string, (of: World) => Promise<void>][] = [
  ['terms and banks', prepare],
  ['a company registers', registerBusiness],
  ['an executor registers by invitation', registerExecutor],
  ['signing in and out', signInAndOut],
  ['credentials', changeCredentials],
  ['company', runCompany],
  ['banking and keys', runBanking],
  ['executors', runExecutors],
  ['invitations', runInvitations],
  ['contracts and templates', runContracts],
  ['acts', runActs],
  ['QR signing', runQr],
  ['support', runSupport],
  ['tariff', runTariff],
  ['users', administerUsers],
  ['an executor is removed', removeExecutor],
];
test.for(sections)('%s, as the specification has it', ([, run]) => run(world));

test('every call of the specification was made and answered', () => {
  const calls = readFileSync(new URL('calls.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  expect(calls).toHaveLength(173);
  expect(calls.filter((call) => !made.has(call))).toEqual([]);
});
