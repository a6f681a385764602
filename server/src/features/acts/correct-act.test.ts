import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { holdInvariants, violations, worldOf } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { actBody, allDone, makeSignedActs, signBy, stateOf, TODAY } from '../../../test/papers.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { followOrders } from '../payments/follow-orders.ts';

const { app, deal, director, executor } = await makeDealApp({
  app: {
    bank: () => ({
      name: 'SANDBOX_OF_TEST',
      submit: async () => ({ status: 'settled' }),
      status: async () => ({ status: 'settled' }),
    }),
  },
});
afterAll(() => app.close());

const of = (act_id: number) => ({ params: { act_id } });
const get = (act_id: number, by = director) => app.ok('acts.get', by, of(act_id));
const line = (rate: string, quantity = '1') => ({
  services: [{ category_id: 1, unit_id: 1, description: 'Услуга', quantity, rate }],
});

async function makePaid(rate = '1000.00'): Promise<number> {
  const [id] = await makeSignedActs(app, deal, 1, line(rate));
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [id!] } }));
  await followOrders(app.parts);
  expect(await stateOf(app, id!)).toBe('paid');
  return id!;
}
const correction = (amount: string, reason = 'Лишний час') => ({ body: { amount, reason, date: TODAY } });
const correct = (id: number, amount: string) =>
  app.ok('acts.correct', director, { ...of(id), ...correction(amount) });

describe('a paid act is corrected by a linked one', () => {
  test('that gives back what was deducted too much', async () => {
    const draft = await correct(await makePaid(), '-250.10');
    const [work] = line('-100.10').services;
    const services = [work!, { ...work!, kind: 'deduction' as const, rate: '-350.20' }];
    const changed = await app.ok('acts.update', director, {
      ...of(draft.id),
      body: { ...actBody(deal, { services }), version: draft.version },
    });
    expect([changed.amount, ...changed.services.map((one) => one.amount)]).toEqual([
      '250.10',
      '-100.10',
      '350.20',
    ]);
  });

  test('that takes back: it is signed by both and there is nothing to pay', async () => {
    const paid = await makePaid();
    const before = await get(paid);
    const draft = await correct(paid, '-250.10');
    expect(draft).toMatchObject({
      title: `Корректирующий акт к акту № ${before.number}`,
      amount: '-250.10',
      status: { code: 'draft' },
      contract_id: before.contract_id,
      start_date: before.start_date,
      corrects_act_id: paid,
      corrects: { id: paid, number: before.number, amount: '1000.00' },
      services: [{ description: 'Лишний час', quantity: '1', rate: '-250.10', amount: '-250.10' }],
    });
    // The executor sees no draft, neither here nor beside the act it corrects.
    expect((await get(paid, executor)).corrections).toEqual([]);
    expect((await get(paid)).corrections).toMatchObject([{ id: draft.id, amount: '-250.10' }]);

    // Half a tiyn is rounded as for the line that it takes back.
    const services = [
      ...line('-100.05', '0.333').services,
      { ...line('10.00').services[0]!, description: 'Доплата' },
    ];
    const body = { ...actBody(deal, { services }), version: 1 };
    const edited = await app.ok('acts.update', director, { ...of(draft.id), body });
    expect(edited).toMatchObject({ amount: '-23.32', version: 2 });

    allDone(await app.ok('acts.send', director, { body: { act_ids: [draft.id] } }));
    for (const person of [executor, director]) allDone(await signBy(app, person, draft.id));
    expect((await get(paid, executor)).corrections).toMatchObject([{ id: draft.id }]);
    const answer = await app.ok('acts.pay', director, { body: { act_ids: [draft.id] } });
    expect(answer.items[0]!.code).toBe('act.nothing_to_pay');
    expect(await stateOf(app, draft.id)).toBe('signed');
    // The money comes back outside of the product; that is written down once.
    const said = { reason: 'Платёжное поручение № 15' };
    for (const came_on of [addDays(TODAY, 1), addDays(draft.act_date, -1)])
      expect(
        await app.refused('refunds.record', director, { ...of(draft.id), body: { ...said, came_on } }),
      ).toMatchObject({ status: 422, code: 'refund.day', field: 'came_on' });
    const came = { ...of(draft.id), body: { ...said, came_on: draft.act_date } };
    const replies = await Promise.all([1, 2].map(() => app.raw('refunds.record', director, came)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await get(draft.id, executor)).toMatchObject({
      status: { code: 'paid' },
      payment: { status: 'settled', amount: '23.32', reason: 'Платёжное поручение № 15' },
    });
    expect(await get(paid)).toMatchObject({ ...before, corrections: [{ id: draft.id }] });
  });

  test('that adds: the difference is paid', async () => {
    const paid = await makePaid();
    const { id } = await correct(paid, '99.90');
    allDone(await app.ok('acts.send', director, { body: { act_ids: [id] } }));
    for (const person of [executor, director]) allDone(await signBy(app, person, id));
    allDone(await app.ok('acts.pay', director, { body: { act_ids: [id] } }));
    await followOrders(app.parts);
    expect(await get(id)).toMatchObject({ status: { code: 'paid' }, payment: { amount: '99.90' } });
    expect(await app.refused('acts.correct', director, { ...of(id), ...correction('-1.00') })).toMatchObject({
      code: 'act.only_paid_corrected',
    });
  });

  test('also when the executor has been stopped and the contract has ended since', async () => {
    const paid = await makePaid();
    const set = (status: string, ended: string) =>
      app.parts.db.transaction().execute(async (tx) => {
        await sql`update executors set status = ${status} where executor_company_id = ${deal.executor.id}`.execute(
          tx,
        );
        await sql`update documents set status = ${ended} where id = ${deal.contract_id}`.execute(tx);
      });
    await set('stopped', 'terminated');
    const { id } = await correct(paid, '-1.00');
    allDone(await app.ok('acts.send', director, { body: { act_ids: [id] } }));
    await set('active', 'signed');
  });

  test('all corrections together take back no more than was paid, whoever is quicker', async () => {
    const paid = await makePaid();
    const low = { ...of(paid), ...correction('-1000.01') };
    expect(await app.refused('acts.correct', director, low)).toMatchObject({
      status: 422,
      code: 'act.correction_too_low',
      field: 'amount',
    });
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => app.raw('acts.correct', director, { ...of(paid), ...correction('-400.00') })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422]);
    const [first, second] = (await get(paid)).corrections;
    const edit = (services: object) =>
      app.refused('acts.update', director, {
        ...of(first!.id),
        body: actBody(deal, services),
      });
    expect(await edit(line('-600.01'))).toMatchObject({ code: 'act.correction_too_low' });
    const nothing = { services: [...line('5.00').services, ...line('-5.00').services] };
    expect(await edit(nothing)).toMatchObject({ code: 'act.correction_empty' });
    expect(await edit({ ...line('-1.00'), end_date: '2199-01-01' })).toMatchObject({
      code: 'act.outside_corrected',
    });
    // What is deleted counts no more, and comes back only while there is room for it.
    await app.ok('acts.delete', director, of(first!.id));
    await correct(paid, '-600.00');
    const support = await makeAdministrator(app, ['support']);
    const restore = { ...of(first!.id), body: { reason: 'Просьба компании' } };
    expect(await app.refused('acts_admin.restore', support as never, restore)).toMatchObject({
      code: 'act.correction_too_low',
    });
    await app.ok('acts.delete', director, of(second!.id));
    expect(await app.ok('acts_admin.restore', support as never, restore)).toMatchObject({ deleted_at: null });
  });

  test('one that adds stays while another takes back more than was paid without it', async () => {
    const paid = await makePaid();
    const more = await correct(paid, '500.00');
    const less = await correct(paid, '-1500.00');
    const stays = { status: 409, code: 'act.correction_needed' };
    expect(await app.refused('acts.delete', director, of(more.id))).toMatchObject(stays);
    allDone(await app.ok('acts.send', director, { body: { act_ids: [more.id] } }));
    const annul = { ...of(more.id), body: { reason: 'Ошибка' } };
    for (const side of [director, executor])
      expect(await app.refused('acts.annul', side, annul)).toMatchObject(stays);
    const bulk = await app.ok('acts.annul_many', director, {
      body: { act_ids: [more.id], reason: 'Ошибка' },
    });
    expect(bulk.items[0]!.code).toBe('act.correction_needed');
    // Whoever is quicker: the two never go below nothing together.
    const both = await Promise.all([
      app.raw('acts.annul', director, annul),
      app.raw('acts.delete', director, of(less.id)),
    ]);
    expect(both.at(-1)!.status).toBeLessThan(300);
    if (both[0]!.status === 409) await app.ok('acts.annul', director, annul);
    expect((await get(paid)).corrections.map(({ status }) => status.code)).toEqual(['annulled']);
  });

  test('only of a paid act, once for one key, and never copied', async () => {
    const [signed] = await makeSignedActs(app, deal, 1);
    const given = { ...of(signed!), ...correction('-1.00') };
    expect(await app.refused('acts.correct', director, given)).toMatchObject({
      status: 409,
      code: 'act.only_paid_corrected',
    });
    const paid = await makePaid();
    const key = 'same-key-of-correction';
    const asked = { ...of(paid), ...correction('-1.00') };
    const twice = [1, 2].map(() => app.ok('acts.correct', director, asked, { key }));
    const [one, two] = await Promise.all(twice);
    expect(one!.id).toBe(two!.id);
    const copied = await app.ok('acts.copy', director, { body: { act_ids: [one!.id] } });
    expect(copied.items[0]!.code).toBe('act.correction_not_copied');
    const repeat = { ...of(one!.id), body: { auto_generate: true, period_id: 1 } };
    expect(await app.refused('act_schedules.set', director, repeat)).toMatchObject({
      code: 'act.never_repeats',
    });
  });
});

describe('nothing else is ever over less than nothing', () => {
  test('neither by a call', async () => {
    const minus = { body: actBody(deal, line('-5.00')) };
    expect(await app.refused('acts.create', director, minus)).toMatchObject({
      status: 400,
      field: 'services.0.rate',
    });
    const [id] = await makeSignedActs(app, deal, 1);
    const copy = await app.ok('acts.copy', director, { body: { act_ids: [id!] } });
    const edit = { ...of(copy.items[0]!.act_id), body: actBody(deal, line('-5.00')) };
    expect(await app.refused('acts.update', director, edit)).toMatchObject({
      status: 400,
      field: 'services.0.rate',
    });
  });

  test.each([
    ['a sum below nothing', 'update acts set amount_tiyn = -1 where corrects_act_id is null'],
    ['a sum of nothing', 'update acts set amount_tiyn = 0'],
    ['a line below nothing', 'update act_services set rate_tiyn = -1, amount_tiyn = -1'],
    ['a line of another sign', 'update act_services set amount_tiyn = -amount_tiyn where amount_tiyn <> 0'],
    ['a correction that lets go', 'update acts set corrects_act_id = null where corrects_act_id is not null'],
    [
      'a correction of a correction',
      'update acts set corrects_act_id = (select max(id) from acts where corrects_act_id is not null)',
    ],
  ])('nor by the database: %s', async (_, change) => {
    await expect(sql.raw(change).execute(app.parts.db)).rejects.toThrow(
      /violates check|cannot correct|keeps what|no correction/,
    );
  });
});

test('after all of this the invariants hold, and one that takes back too much is found', async () => {
  await holdInvariants(app, ['I1', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I15', 'I19']);
  const { paid } = (await app.parts.db
    .selectFrom('acts')
    .select('corrects_act_id as paid')
    .where('corrects_act_id', 'is not', null)
    .where('amount_tiyn', '<', 0n)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()) as { paid: number };
  await sql`update acts set amount_tiyn = 1, covered_tiyn = 1 where id = ${paid}`.execute(app.parts.db);
  expect((await violations(worldOf(app), ['I19'])).join()).toContain(`corrections of act ${paid} take back`);
});
