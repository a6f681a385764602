import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { makeDealApp, makeOwnDeal } from '../../../test/deal-app.ts';
import {
  actBody,
  allDone,
  becomeIndividual,
  makeDraftAct,
  makeSentAct,
  signBy,
  TODAY,
  type Deal,
} from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';

const { app, deal, director, executor } = await makeDealApp();
afterAll(() => app.close());

const of = (act_id: number) => ({ params: { act_id } });
const changes = (by: Person, id: number) => app.ok('acts.changes', by, of(id));
const send = async (by: Person, id: number) =>
  allDone(await app.ok('acts.send', by, { body: { act_ids: [id] } }));
const giveBack = (by: Person, id: number) =>
  app.ok('acts.return', by, { ...of(id), body: { reason: 'Сумма не та' } });
const change = (of_deal: Deal, id: number, body: Parameters<typeof actBody>[1]) =>
  app.ok('acts.update', of_deal.company.director, { ...of(id), body: actBody(of_deal, body) });

const delivery = {
  category_id: 1,
  description: 'Доставка документов',
  quantity: '3',
  rate: '1500.00',
  unit_id: 1,
};
const twice = { ...delivery, quantity: '2' };
const stairs = { ...delivery, description: 'Подъём на этаж', quantity: '1', rate: '700.00' };

test('an act that is sent for the first time is compared with nothing', async () => {
  const draft = await makeDraftAct(app, deal);
  expect(draft.has_earlier).toBe(false);
  expect(await changes(director, draft.id)).toBeNull();
  await send(director, draft.id);
  for (const by of [director, executor]) {
    expect((await app.ok('acts.get', by, of(draft.id))).has_earlier).toBe(false);
    expect(await changes(by, draft.id)).toBeNull();
  }
});

describe('an act that came back', () => {
  test('is compared by the company as it changes it, and by both when it is sent again', async () => {
    const id = await makeSentAct(app, deal);
    await giveBack(executor, id);
    // Nothing has changed yet: the executor has one version, the company its own text beside it.
    expect(await changes(executor, id)).toBeNull();
    expect(await changes(director, id)).toMatchObject({ after: { sent_at: null }, facts: [], lines: [] });

    await change(deal, id, {
      start_date: addDays(TODAY, -10),
      services: [stairs, twice],
      additional_info: 'Без НДС',
    });
    const made = await changes(director, id);
    expect(made).toMatchObject({
      before: { total: '4500.00', sent_at: expect.any(String), additional_info: null },
      after: { total: '3700.00', sent_at: null, additional_info: 'Без НДС' },
      facts: ['period', 'additional_info', 'total'],
      lines: [
        { before: null, after: { name: 'Подъём на этаж', amount: '700.00' } },
        { before: { quantity: '3', amount: '4500.00' }, after: { quantity: '2', amount: '3000.00' } },
      ],
    });
    // Until it is sent the executor has no such act, and nothing to compare.
    expect(await app.refused('acts.changes', executor, of(id))).toMatchObject({ status: 404 });

    await send(director, id);
    const sent = await changes(executor, id);
    expect(sent).toEqual({ ...made, after: { ...made!.after, sent_at: expect.any(String) } });
    expect(await changes(director, id)).toEqual(sent);
    expect((await app.ok('acts.get', executor, of(id))).has_earlier).toBe(true);
    allDone(await signBy(app, executor, id));
    expect(await changes(executor, id)).toEqual(sent);
  });

  test('is compared with what was sent last, after a recall too', async () => {
    const id = await makeSentAct(app, deal);
    await giveBack(executor, id);
    await change(deal, id, { services: [twice] });
    await send(director, id);
    await app.ok('acts.recall', director, of(id));
    expect(await changes(director, id)).toMatchObject({ before: { total: '3000.00' }, facts: [], lines: [] });
    await change(deal, id, { services: [stairs] });
    await send(director, id);
    expect(await changes(executor, id)).toMatchObject({
      before: { total: '3000.00' },
      after: { total: '700.00' },
      lines: [
        { before: null, after: { name: 'Подъём на этаж' } },
        { before: { name: 'Доставка документов' }, after: null },
      ],
    });
  });

  test('cannot be compared where the paper before has no data inside', async () => {
    const id = await makeSentAct(app, deal);
    await giveBack(executor, id);
    await change(deal, id, { services: [twice] });
    await send(director, id);
    const { frozen_file_id } = await app.parts.db
      .selectFrom('documents')
      .select('frozen_file_id')
      .where('id', '=', deal.contract_id)
      .executeTakeFirstOrThrow();
    const now = await app.ok('acts.get', director, of(id));
    await app.owner
      .updateTable('act_history')
      .set({ file_id: frozen_file_id })
      .where('act_id', '=', id)
      .where('file_id', '<>', now.file!.file_id)
      .execute();
    expect(await changes(executor, id)).toBeNull();
  });
});

test('nobody else compares it', async () => {
  const id = await makeSentAct(app, deal);
  await giveBack(executor, id);
  await change(deal, id, { services: [twice] });
  await send(director, id);
  const company = await makeCompany(app);
  const other = await makeExecutor(app, deal.company);
  for (const by of [company.director, other.person])
    expect(await app.refused('acts.changes', by, of(id))).toMatchObject({ status: 404 });
});

test('what is withheld is told to the person and to who pays them', async () => {
  const own = await makeOwnDeal(app, { company: { withholding: 'on' } });
  await becomeIndividual(app, own);
  const id = await makeSentAct(app, own, { services: [{ ...delivery, rate: '100000.00' }] });
  await giveBack(own.executor.person, id);
  await change(own, id, { services: [{ ...delivery, rate: '200000.00' }] });
  await send(own.company.director, id);
  const payer = await makeEmployee(app, own.company, ['pay']);
  const manager = await makeEmployee(app, own.company, ['manage_acts']);
  const told = { facts: ['total', 'withheld', 'net'], after: { withheld: expect.stringMatching(/^[1-9]/) } };
  for (const by of [own.executor.person, own.company.director, payer])
    expect(await changes(by, id)).toMatchObject(told);
  expect(await changes(manager, id)).toMatchObject({
    facts: ['total'],
    before: { withheld: null, net: null },
    after: { withheld: null, net: null },
  });
});

test('what is withheld is told of no version where one refunds expenses: which of them are income, no paper says', async () => {
  const own = await makeOwnDeal(app, { company: { withholding: 'on' } });
  await becomeIndividual(app, own);
  const work = { ...delivery, quantity: '1', rate: '100000.00' };
  const expense = (rate: string) => ({ ...work, kind: 'expense', taxed: false, rate }) as const;
  const compare = async (earlier: Parameters<typeof actBody>[1], later: typeof earlier) => {
    const id = await makeSentAct(app, own, earlier);
    await giveBack(own.executor.person, id);
    await change(own, id, later);
    const compared = await changes(own.company.director, id);
    return [compared?.before, compared?.after].map((version) => [version?.withheld, version?.net]);
  };
  const untold = [
    [null, null],
    [null, null],
  ];
  expect(await compare({ services: [work, expense('50000.00')] }, { services: [work] })).toEqual(untold);
  expect(await compare({ services: [work] }, { services: [work, expense('50000.00')] })).toEqual(untold);
});
