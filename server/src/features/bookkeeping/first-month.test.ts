import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  allDone,
  becomeIndividual,
  makeSignedActs,
  stateOf,
  TODAY,
  type Deal,
} from '../../../test/papers.ts';
import { advance, END, LAST, line, THIS } from '../../../test/withheld.ts';

// Withholding begins on some day of a month. What was paid before it is not made up for, and what was paid since is.
const app = await makeTestApp();
afterAll(() => closeSound(app));

async function makeSince(day: string): Promise<Deal> {
  const own = await makeOwnDeal(app);
  await becomeIndividual(app, own);
  await app.ok('bookkeeping.set_withholding', own.company.director, { body: { is_on: true } });
  await sql`update companies set withholding_since = ${day} where id = ${own.company.id}`.execute(app.owner);
  await payByFile(app, own.company.director);
  return own;
}

/** An act that advances pay, and what the payment of the next one, of 200 000, comes to. */
async function nextAfter(own: Deal, rate: string) {
  const { director: by } = own.company;
  const [covered] = await makeSignedActs(app, own, 1, line(rate));
  allDone(await app.ok('acts.pay', by, { body: { act_ids: [covered!] } }));
  expect(await stateOf(app, covered!)).toBe('paid');
  const [next] = await makeSignedActs(app, own, 1, line('200000.00'));
  return async () => {
    const { payees } = await app.ok('payments.preview', by, { body: { act_ids: [next!] } });
    const { opv, vosms, so, ipn, amount } = payees[0]!;
    return [opv, vosms, so, ipn, amount];
  };
}

test('an advance of the day on which withholding began is withheld with the next payment', async () => {
  const own = await makeSince(TODAY);
  await advance(app, own, 30_000_000n, TODAY);
  const next = await nextAfter(own, '300000.00');
  expect(await next()).toEqual(['50000.00', '10000.00', '22500.00', '28775.00', '88725.00']);
});

test('an advance of the day before is not', async () => {
  const own = await makeSince(TODAY);
  await advance(app, own, 30_000_000n, addDays(TODAY, -1));
  const [opv, vosms, so] = await (await nextAfter(own, '300000.00'))();
  expect([opv, vosms, so]).toEqual(['20000.00', '4000.00', '9000.00']);
});

test('of the month before, closed too, only what was paid since is made up for, and only of this year', async () => {
  const own = await makeSince(`${LAST}-15`);
  await advance(app, own, 10_000_000n, `${LAST}-10`);
  await advance(app, own, 30_000_000n, `${LAST}-20`);
  const next = await nextAfter(own, '400000.00');
  const sums =
    LAST.slice(0, 4) === THIS.slice(0, 4)
      ? ['50000.00', '10000.00', '22500.00', '24150.00', '93350.00']
      : ['20000.00', '4000.00', '9000.00', '3725.00', '163275.00'];
  expect(await next()).toEqual(sums);
  await app.ok('bookkeeping.close_period', own.company.director, {
    body: { closed_until: END, note: 'Итоги' },
  });
  expect(await next()).toEqual(sums);
  // What the closed month is stored to have withheld was withheld after that day, and is not withheld again.
  const keep = (tiyn: bigint) =>
    sql`update frozen_withholding set kept_opv_tiyn = ${tiyn} where company_id = ${own.company.id}`.execute(
      app.owner,
    );
  await keep(1_000_000n);
  const is_same_year = LAST.slice(0, 4) === THIS.slice(0, 4);
  expect((await next())[0]).toBe(is_same_year ? '40000.00' : sums[0]);
  await keep(0n);
});
