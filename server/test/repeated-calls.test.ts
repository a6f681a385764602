import type { CallName } from '@kelisim/shared/calls.ts';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { followOrders } from '../src/features/payments/follow-orders.ts';
import { makeDealApp } from './deal-app.ts';
import type { Given } from './calls.ts';
import { actBody, makeDraftAct, makeSentAct, makeSignedActs, samplePdf, stateOf, TODAY } from './papers.ts';
import { makeExecutor } from './people.ts';
import { makeInvitationContract, newPhone } from './registrations.ts';
import { makeWordFile } from './word-files.ts';

/** Calls as a client makes them that sends no `Idempotency-Key`. */
const { app, deal, director } = await makeDealApp();
afterAll(() => app.close());

async function call<T = BulkAnswer>(name: CallName, given: Given): Promise<T> {
  const reply = await app.raw(name, director, given, { key: null });
  expect(reply.status, reply.text).toBe(200);
  return reply.json as T;
}
const ask = async (name: CallName, act_id: number) => {
  const { run_id, items } = await call(name, { body: { act_ids: [act_id] } });
  return { run_id, status: items[0]!.status, code: items[0]!.code };
};
const twice = <T>(deed: () => Promise<T>) => Promise.all([deed(), deed()]);
const historyOf = async (act_id: number) => {
  const entries = await app.ok('acts.history', director, { params: { act_id } });
  return entries.map((entry) => entry.action);
};
const ordersOf = (act_id: number) =>
  app.parts.db.selectFrom('payment_orders').select('status').where('act_id', '=', act_id).execute();

describe('without a key, what has changed since is done again', () => {
  test('send, recall, send', async () => {
    const { id } = await makeDraftAct(app, deal);
    const first = await ask('acts.send', id);
    await app.ok('acts.recall', director, { params: { act_id: id } });
    const second = await ask('acts.send', id);
    expect([first.status, second.status]).toEqual(['ok', 'ok']);
    expect(second.run_id).not.toBe(first.run_id);
    expect(await stateOf(app, id)).toBe('sent');
    expect(await ask('acts.send', id)).toEqual(second);
  });

  test('pay, reject, pay', async () => {
    // The sandbox bank rejects what ends in 13 tiyn.
    const services = [{ category_id: 1, unit_id: 1, description: 'Услуга', quantity: '1', rate: '100.13' }];
    const [id] = (await makeSignedActs(app, deal, 1, { services })) as [number];
    const payAndReject = async () => {
      const { status } = await ask('acts.pay', id);
      expect([status, await stateOf(app, id)]).toEqual(['ok', 'paying']);
      await followOrders(app.parts);
      expect(await stateOf(app, id)).toBe('signed');
    };
    await payAndReject();
    await payAndReject();
    const orders = await ordersOf(id);
    expect(orders.map((order) => order.status)).toEqual(['rejected', 'rejected']);
  });

  test('stop, resume, stop', async () => {
    const other = await makeExecutor(app, deal.company, { algorithm: 'rsa' });
    const change = async (name: 'executors.stop_many' | 'executors.resume_many') => {
      const { run_id, items } = await call(name, { body: { ids: [other.id] } });
      expect(items[0]).toMatchObject({ status: 'ok' });
      return run_id;
    };
    const stopped = await change('executors.stop_many');
    expect(await change('executors.stop_many')).toBe(stopped);
    await change('executors.resume_many');
    expect(await change('executors.stop_many')).not.toBe(stopped);
    const { status } = await app.ok('executors.profile', director, { params: { executor_id: other.id } });
    expect(status).toBe('stopped');
  });

  test('an act that was edited or deleted since is made once more', async () => {
    const body = actBody(deal, { title: 'Один раз' });
    const make = () => call<{ id: number }>('acts.create', { body });
    const first = await make();
    expect((await make()).id).toBe(first.id);
    await app.ok('acts.update', director, {
      params: { act_id: first.id },
      body: { ...body, title: 'Другой' },
    });
    const second = await make();
    expect(second.id).not.toBe(first.id);
    await app.ok('acts.delete', director, { params: { act_id: second.id } });
    expect([first.id, second.id]).not.toContain((await make()).id);
  });

  test('what failed is tried again in the same work, and what was done of it is not', async () => {
    const [sent, draft] = [await makeSentAct(app, deal), await makeDraftAct(app, deal)];
    const body = { act_ids: [draft.id, sent] };
    const first = await call('acts.send', { body });
    expect(first.items.map(({ status }) => status)).toEqual(['ok', 'failed']);
    await app.ok('acts.recall', director, { params: { act_id: sent } });
    const second = await call('acts.send', { body });
    expect(second.run_id).toBe(first.run_id);
    expect(second.items.map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect((await historyOf(draft.id)).filter((action) => action === 'send')).toHaveLength(1);
  });

  test('after ten minutes the same act is another one', async () => {
    const body = actBody(deal, { title: 'Каждые десять минут' });
    const make = () => call<{ id: number }>('acts.create', { body });
    const first = await make();
    await sql`update made_once set created_at = created_at - interval '10 minutes'
      where subject_id = ${first.id}`.execute(app.parts.db);
    expect((await make()).id).not.toBe(first.id);
  });
});

describe('without a key, two at once are one deed', () => {
  test('of a run over acts', async () => {
    const { id } = await makeDraftAct(app, deal);
    const [one, two] = await twice(() => ask('acts.send', id));
    expect(one).toEqual(two);
    expect(one.status).toBe('ok');
    expect((await historyOf(id)).filter((action) => action === 'send')).toHaveLength(1);
  });

  test('of a payment', async () => {
    const [id] = (await makeSignedActs(app, deal, 1)) as [number];
    const [one, two] = await twice(() => ask('acts.pay', id));
    expect(one).toEqual(two);
    expect(await ordersOf(id)).toHaveLength(1);
  });

  test('of everything that makes one thing', async () => {
    const pdf = { name: 'договор.pdf', bytes: await samplePdf() };
    const terms = { start_date: addDays(TODAY, -1), end_date: addDays(TODAY, 30), type_id: '1' };
    const makes: [CallName, Given][] = [
      ['acts.create', { body: actBody(deal, { title: 'Двойное нажатие' }) }],
      [
        'documents.create',
        {
          body: { title: 'Дважды', contractor_id: String(deal.executor.id), ...terms },
          files: { file: pdf },
        },
      ],
      [
        'templates.upload',
        {
          body: { name: 'Үлгі' },
          files: { file: { name: 'үлгі.docx', bytes: await makeWordFile(['{company_name}']) } },
        },
      ],
      [
        'invitations.create',
        {
          body: {
            name: 'Жаңа Адам',
            phone: newPhone(),
            end_date: addDays(TODAY, 5),
            contract_document_id: await makeInvitationContract(app, deal.company),
          },
        },
      ],
    ];
    for (const [name, given] of makes) {
      const [one, two] = await twice(() => call(name, given));
      expect(two, name).toEqual(one);
    }
  });
});
