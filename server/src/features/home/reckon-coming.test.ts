import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { becomeIndividual, makeDeal, makeSentActs, makeSignedActs, signBy } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { line } from '../../../test/withheld.ts';

const app = await makeTestApp();
afterAll(() => app.close());

test('an executor is promised what comes, not what the act is made out for', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa', withholding: 'on' });
  const own = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const { person } = own.executor;
  await becomeIndividual(app, own);
  const home = async () => {
    const his = await app.ok('home.analytics', person, {});
    if (his.role !== 'executor') throw new Error('another home');
    return his;
  };
  const [first] = await makeSentActs(app, own, 1, line('300000.00'));
  const { url } = await app.ok('quick_sign.create', company.director, {
    body: { doc_type: 'act', id: first! },
  });
  const linked = await app.ok('quick_sign.get', null, { params: { token: url.split('/').at(-1)! } });
  const net = linked.withheld!.net;
  expect(Number(net)).toBeLessThan(300_000);
  await signBy(app, person, first!);
  // The same as behind the link.
  expect(await home()).toMatchObject({
    coming: [{ amount: '300000.00', net }],
    coming_amount: '300000.00',
    coming_net: net,
  });
  await signBy(app, company.director, first!);
  await app.ok('acts.pay', company.director, { body: { act_ids: [first!] } });
  const { payment } = await app.ok('acts.get', company.director, { params: { act_id: first! } });
  expect((await home()).coming).toMatchObject([{ status: 'paying', net: payment!.amount }]);
  await makeSignedActs(app, own, 1, line('100000.00'));
  const both = await home();
  expect(both.coming_amount).toBe('400000.00');
  expect(Number(both.coming_net)).toBeLessThan(400_000);
  expect(both.coming_net).toBe(
    formatMoney(both.coming.reduce((sum, act) => sum + BigInt(act.net!.replace('.', '')), 0n)),
  );

  // Two of one customer share the deduction of the month: only what comes of both can be said.
  await makeSignedActs(app, own, 1, line('50000.00'));
  const several = await home();
  expect(several.coming.map((act) => act.net)).toEqual([payment!.amount, null, null]);
  expect(several.coming_amount).toBe('450000.00');
  const more = Number(several.coming_net) - Number(both.coming_net);
  expect([more > 0, more < 50_000]).toEqual([true, true]);

  // While the company has still to choose, nobody can say what comes.
  await app.parts.db
    .updateTable('companies')
    .set({ withholding: null, withholding_since: null })
    .where('id', '=', company.id)
    .execute();
  expect((await home()).coming.map((act) => act.net)).toEqual([payment!.amount, null, null]);
});
