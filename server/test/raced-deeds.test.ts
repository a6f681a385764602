import { afterAll, expect, test } from 'vitest';
import { holdInvariants } from './hold-invariants.ts';
import { makeTestApp } from './make-app.ts';
import { raceAgain } from './race-again.ts';
import { faultsOfLink, makeRacedDeal } from './race-link.ts';

/** Two processes of the product on one database. `npm run attack again` goes on where these end. */
const one = await makeTestApp();
const two = await makeTestApp({ beside: one });
const deal = await makeRacedDeal(one);
afterAll(async () => {
  await two.close();
  await one.close();
});

test('two double clicks are two deeds when another lies between them', async () => {
  expect(await raceAgain([one, two], deal)).toEqual([]);
  await holdInvariants(one);
});

test('no visitor of a link meets an error of ours, whatever others do with its paper', async () => {
  one.watch();
  for (const doc_type of ['act', 'document', 'act'] as const)
    expect(await faultsOfLink([one, two], deal, doc_type)).toEqual([]);
  await holdInvariants(one);
});
