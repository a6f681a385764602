import { payByFile } from './bank-papers.ts';
import type { TestApp } from './make-app.ts';
import { allDone, becomeIndividual, makeSignedActs, type Deal } from './papers.ts';

/** One act of 300 000 ₸ of an individual, paid net, and the bank says so. */
export async function payOne(app: TestApp, own: Deal) {
  const { director: by } = own.company;
  await becomeIndividual(app, own);
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await payByFile(app, by);
  return payAct(app, own);
}

/** Of 300 000 ₸, where no act is given. */
export async function payAct(app: TestApp, own: Deal, given?: number) {
  const { director: by } = own.company;
  const [made] = given
    ? [given]
    : await makeSignedActs(app, own, 1, {
        services: [{ category_id: 1, unit_id: 1, description: 'x', quantity: '1', rate: '300000.00' }],
      });
  const act_id = made!;
  allDone(await app.ok('acts.pay', by, { body: { act_ids: [act_id] } }));
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  const { payment } = await app.ok('acts.get', by, { params: { act_id } });
  await app.ok('payments.decide', by, {
    params: { order_id: payment!.id },
    body: { outcome: 'settled', reason: 'Банк' },
  });
  return { act_id, order_id: payment!.id };
}
