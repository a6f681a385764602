import { afterAll, beforeEach, expect, test } from 'vitest';
import { breakRows, failingJobs } from '../../../test/break-rows.ts';
import { makeDealApp, makeOwnDeal } from '../../../test/deal-app.ts';
import {
  allDone,
  makeDeal,
  makeDraftAct,
  makeSentAct,
  makeSentActs,
  makeSignedActs,
  signBy,
} from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, signInAs, type Person } from '../../../test/people.ts';
import { movableClock } from '../../platform/clock.ts';
import { followOrders } from '../payments/follow-orders.ts';
import { gatherNotices } from './gather-notices.ts';
import { plainName } from '../../platform/plain-name.ts';
import { isQuiet, quietUntil } from './quiet-hours.ts';
import { remindToSign } from './remind-to-sign.ts';

const { app, deal, director, executor } = await makeDealApp({
  app: {
    bank: () => ({
      name: 'SANDBOX_OF_TEST',
      submit: async () => ({ status: 'rejected', reason: 'Счёт получателя закрыт' }),
      status: async () => ({ status: 'rejected', reason: 'Счёт получателя закрыт' }),
    }),
  },
});
await app.parts.db.updateTable('users').set({ is_email_verified: true }).execute();
beforeEach(async () => {
  await gatherNotices(app.parts);
  for (const table of [
    'notices',
    'notice_choices',
    'messages',
    'paper_reminders',
    'reminder_settings',
  ] as const)
    await app.owner.deleteFrom(table).execute();
});
afterAll(() => app.close());

const news = async (by: Person) => (await app.ok('notices.list', by, { query: {} })).items;
const letters = (kind: string) =>
  app.parts.db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'body', 'event_key'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
const choose = (by: Person, kind: 'act_sent', channel: 'in_app' | 'sms' | 'email', is_on: boolean) =>
  app.ok('notices.choose', by, { body: { kind, channel, is_on } });

test('who has to sign is told of it, once, with the way to the act; and the other when he has', async () => {
  const act_id = await makeSentAct(app, deal);
  await Promise.all([gatherNotices(app.parts), gatherNotices(app.parts)]);
  await gatherNotices(app.parts);
  const [told, ...more] = await news(executor);
  expect(more).toEqual([]);
  expect(told).toMatchObject({
    kind: 'act_sent',
    path: `/lk/executor/acts/${act_id}`,
    is_read: false,
    count: 1,
    text: expect.stringMatching(/^На подпись: акт № \d+\/\d{4}\. /),
  });
  expect(await letters('act_sent')).toMatchObject([
    { channel: 'email', recipient: executor.email, body: expect.stringContaining(told!.path) },
  ]);
  await signBy(app, executor, act_id);
  await gatherNotices(app.parts);
  expect(await news(director)).toMatchObject([{ kind: 'act_signed', path: `/lk/business/acts/${act_id}` }]);
  // Frequent events cause no e-mail unless the user asked for it.
  expect(await letters('act_signed')).toEqual([]);
});

test('who asked to annul learns that the other side keeps the act, and who pays that the bank did not', async () => {
  const signer = await makeEmployee(app, deal.company, ['sign']);
  const payer = await makeEmployee(app, deal.company, ['pay']);
  const [act_id] = await makeSignedActs(app, deal, 1);
  const of = { params: { act_id: act_id! } };
  const path = `/lk/business/acts/${act_id}`;
  await gatherNotices(app.parts);
  await app.parts.db.deleteFrom('notices').execute();
  await app.ok('acts.annul', executor, { ...of, body: { reason: 'Дубль' } });
  await gatherNotices(app.parts);
  expect([await news(signer), await news(payer)]).toMatchObject([[{ kind: 'act_annulled', path }], []]);
  await app.ok('acts.refuse_annulment', signer, of);
  await gatherNotices(app.parts);
  expect(await news(executor)).toMatchObject([
    {
      kind: 'act_annulment_refused',
      path: `/lk/executor/acts/${act_id}`,
      text: expect.stringMatching(/^Аннулировать отказались, остаётся в силе: акт № /),
    },
  ]);
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id!] } }));
  await followOrders(app.parts);
  await gatherNotices(app.parts);
  expect(await news(payer)).toMatchObject([{ kind: 'act_payment_rejected', path }]);
  // A user who cancels an order is not told that the bank rejected it.
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id!] } }));
  const [order] = (await app.ok('payments.orders', director, { query: {} })).items;
  await app.ok('payments.cancel', director, { params: { order_id: order!.id } });
  await gatherNotices(app.parts);
  expect((await news(payer)).map(({ count }) => count)).toEqual([1]);
  expect(await news(executor)).toHaveLength(1);
});

test('what one side says at an act the other is told of: who makes acts there, and the executor', async () => {
  const [clerk, payer] = [
    await makeEmployee(app, deal.company, ['manage_acts']),
    await makeEmployee(app, deal.company, ['pay']),
  ];
  const { id: draft } = await makeDraftAct(app, deal);
  const say = (by: Person, act_id: number, comment: string) =>
    app.ok('act_comments.add', by, { body: { act_id, comment } });
  await say(director, draft, 'Премия за ноябрь');
  await gatherNotices(app.parts);
  expect(await news(executor)).toEqual([]);

  const act_id = await makeSentAct(app, deal);
  await gatherNotices(app.parts);
  await app.owner.deleteFrom('notices').execute();
  await app.parts.db.updateTable('users').set({ is_email_verified: true }).execute();
  await say(executor, act_id, 'Почему меньше?');
  await gatherNotices(app.parts);
  const told = { kind: 'act_commented', path: `/lk/business/acts/${act_id}`, count: 1 };
  expect([await news(clerk), await news(director), await news(payer), await news(executor)]).toMatchObject([
    [told],
    [told],
    [],
    [],
  ]);
  expect((await letters('act_commented')).map(({ recipient }) => recipient).toSorted()).toEqual(
    [clerk.email, director.email].toSorted(),
  );
  await say(clerk, act_id, 'Без простоя');
  await gatherNotices(app.parts);
  expect(await news(executor)).toMatchObject([
    {
      kind: 'act_commented',
      path: `/lk/executor/acts/${act_id}`,
      text: expect.stringMatching(/^Вам написали: акт № /),
    },
  ]);
  await say(director, act_id, 'И без аванса');
  await gatherNotices(app.parts);
  expect(await news(executor)).toMatchObject([{ count: 1, path: `/lk/executor/acts/${act_id}` }]);
  // Who has answered is not told of it, and a colleague of theirs neither.
  expect([await news(clerk), await news(director)]).toMatchObject([[told], [told]]);
});

test('an answer at an act costs no SMS unless it is asked for', async () => {
  const act_id = await makeSentAct(app, deal);
  const say = async (comment: string) => {
    await app.ok('act_comments.add', director, { body: { act_id, comment } });
    await gatherNotices(app.parts);
    return (await letters('act_commented')).map(({ channel }) => channel);
  };
  const set = { phone: '+77015550011', is_phone_verified: true, is_email_verified: false };
  await app.parts.db.updateTable('users').set(set).where('id', '=', executor.user_id).execute();
  expect(await say('Да')).toEqual([]);
  const body = { kind: 'act_commented', channel: 'sms', is_on: true } as const;
  await app.ok('notices.choose', executor, { body });
  expect(await say('Нет')).toEqual(['sms']);
  const before = { phone: null, is_phone_verified: false, is_email_verified: true };
  await app.parts.db.updateTable('users').set(before).where('id', '=', executor.user_id).execute();
});

test('several of a kind are one notice until it is read, and one letter of the day', async () => {
  await makeSentActs(app, deal, 2);
  await gatherNotices(app.parts);
  await makeSentAct(app, deal);
  await gatherNotices(app.parts);
  const [all, ...more] = await news(executor);
  expect([all, more]).toMatchObject([{ count: 3, path: '/lk/executor/acts?waiting=true' }, []]);
  expect(all!.text).toContain('На подпись: актов: 3.');
  expect(await letters('act_sent')).toHaveLength(1);
  const kazakh = await app.raw('notices.list', executor, { query: {} }, { locale: 'kz' });
  expect(kazakh.text).toContain('Қол қоюға: 3 акт.');
  expect(await app.ok('notices.read', executor, { params: { notice_id: all!.id } })).toEqual({ unread: 0 });
  await makeSentAct(app, deal);
  await gatherNotices(app.parts);
  expect((await news(executor)).map(({ count, is_read }) => [count, is_read])).toEqual([
    [1, false],
    [3, true],
  ]);
  const unread = await app.ok('notices.list', executor, { query: { unread: true } });
  expect([unread.total, unread.items.map(({ count }) => count)]).toEqual([1, [1]]);
});

test('a notice of several leads to the list of those alone', async () => {
  const [first, second, ...returned] = await makeSentActs(app, deal, 4);
  await gatherNotices(app.parts);
  await signBy(app, executor, first!, second!);
  for (const act_id of returned)
    await app.ok('acts.return', executor, { params: { act_id }, body: { reason: 'Сумма' } });
  await gatherNotices(app.parts);
  const told = new Map((await news(director)).map(({ kind, path }) => [kind, new URL(path, 'http://here')]));
  const listed = async (kind: string) => {
    const { pathname, searchParams } = told.get(kind as 'act_signed')!;
    expect(pathname).toBe('/lk/business/acts');
    expect(searchParams.size).toBe(1);
    const answer = await app.raw('acts.list', director, { query: Object.fromEntries(searchParams) });
    return (JSON.parse(answer.text) as { items: { id: number }[] }).items.map(({ id }) => id);
  };
  expect(await listed('act_returned')).toEqual(expect.arrayContaining(returned));
  expect(await listed('act_returned')).not.toContain(first);
  expect(await listed('act_signed')).toEqual(expect.arrayContaining([first, second]));
});

test('an act that comes again after it was returned is told of by a message of its own', async () => {
  const [act_id, other_id] = await makeSentActs(app, deal, 2);
  await gatherNotices(app.parts);
  const params = { act_id: act_id! };
  const again = async (id: number) => {
    allDone(await app.ok('acts.send', director, { body: { act_ids: [id] } }));
    await gatherNotices(app.parts);
  };
  await app.ok('acts.return', executor, { params, body: { reason: 'Сумма' } });
  await again(act_id!);
  for (const id of [other_id!, act_id!]) {
    await app.ok('acts.recall', director, { params: { act_id: id } });
    await again(id);
  }
  expect((await letters('act_sent')).map(({ body }) => body)).toEqual([
    expect.stringContaining('/lk/executor/acts?waiting=true'),
    expect.stringContaining(`/lk/executor/acts/${act_id}`),
  ]);
});

test('what came after the newest that was seen stays unread', async () => {
  const add = (event_key: string) =>
    app.parts.db
      .insertInto('notices')
      .values({
        user_id: director.user_id,
        kind: 'ticket_answered',
        words: '{"number":"7"}',
        path: '/x',
        event_key,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  await add('a');
  const { id: seen } = await add('b');
  await add('c');
  expect(await app.ok('notices.read_all', director, { body: { up_to: seen } })).toEqual({ unread: 1 });
  expect((await news(director)).map(({ is_read }) => is_read)).toEqual([false, true, true]);
  expect(await app.refused('notices.read_all', executor, { body: { up_to: seen } })).toMatchObject({
    status: 404,
  });
});

test('each way is turned off by itself; what protects the account stays on', async () => {
  await choose(executor, 'act_sent', 'email', false);
  await makeSentAct(app, deal);
  await gatherNotices(app.parts);
  expect([(await news(executor)).length, await letters('act_sent')]).toEqual([1, []]);
  await choose(executor, 'act_sent', 'email', true);
  const answer = await choose(executor, 'act_sent', 'in_app', false);
  expect(answer.items.find(({ kind }) => kind === 'act_sent')).toMatchObject({ in_app: false, email: true });
  await makeSentAct(app, deal);
  await gatherNotices(app.parts);
  expect([(await news(executor))[0]!.count, (await letters('act_sent')).length]).toEqual([1, 1]);
  const body = { kind: 'new_device', channel: 'email', is_on: false } as const;
  expect(await app.refused('notices.choose', executor, { body })).toMatchObject({
    status: 409,
    code: 'notice.always_on',
  });
  expect(answer.items.find(({ kind }) => kind === 'new_device')).toMatchObject({
    is_locked: true,
    email: true,
  });
});

test('reminds by interval and cap, together, by day alone, and once of two servers', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const own = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const [boss, maker] = [company.director, own.executor.person];
  await app.parts.db.updateTable('users').set({ is_email_verified: true }).execute();
  const act_ids = (await makeSentActs(app, own, 2)).toSorted((a, b) => a - b);
  await app.ok('notices.set_reminders', boss, { body: { is_on: true, every_days: 2, most: 2 } });
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T07:00:00Z`);
  const clock = movableClock(noon);
  const reminded = async () =>
    (await letters('sign_reminder')).filter(({ recipient }) => [boss.email, maker.email].includes(recipient));
  const remind = async (days: number, hours = 0) => {
    clock.set(new Date(noon.getTime() + (days * 24 + hours) * 3_600_000));
    await Promise.all([0, 1].map(() => remindToSign({ ...app.parts, clock })));
    return (await reminded()).length;
  };
  expect(await remind(0)).toBe(0);
  // 22:00 in Almaty: it waits for the morning.
  expect(await remind(3, 10)).toBe(0);
  expect(await remind(4)).toBe(1);
  expect(await remind(4)).toBe(1);
  const [both] = await reminded();
  expect(both).toMatchObject({
    recipient: maker.email,
    body: expect.stringMatching(/\/lk\/executor\/acts\?waiting=true&company=\d+&l=ru$/),
  });
  expect((await news(maker))[0]).toMatchObject({ kind: 'sign_reminder', count: 2 });
  // The signer is left alone; one act alone is named. What they signed waits for the director now.
  await signBy(app, maker, act_ids[0]!);
  expect(await remind(6)).toBe(3);
  const second = (await reminded()).slice(1).toSorted((one) => (one.recipient === maker.email ? -1 : 1));
  expect(second).toMatchObject([
    { recipient: maker.email, body: expect.stringContaining(`/lk/executor/acts/${act_ids[1]}`) },
    { recipient: boss.email, body: expect.stringContaining(`/lk/business/acts/${act_ids[0]}`) },
  ]);
  // A company does not remind itself: it is told whose act waits.
  expect((await news(boss)).find(({ kind }) => kind === 'sign_reminder')?.text).toContain(
    plainName(own.executor.name),
  );
  // What a reminder named counts as read once it is signed.
  const waits = async (by: Person) => {
    await gatherNotices(app.parts);
    const { items } = await app.ok('notices.list', by, { query: { unread: true } });
    return items.filter(({ kind }) => kind === 'sign_reminder').map(({ count }) => count);
  };
  expect(await waits(maker)).toEqual([1, 2]);
  // The cap: two of each.
  expect([await remind(7), await remind(8), await remind(20), await remind(30)]).toEqual([3, 4, 4, 4]);
  await app.ok('notices.set_reminders', boss, { body: { is_on: false, every_days: 2, most: 10 } });
  expect(await remind(40)).toBe(4);
  await signBy(app, maker, act_ids[1]!);
  expect(await waits(maker)).toEqual([]);
});

test('the quiet hours are those of Almaty', () => {
  const at = (time: string) => isQuiet(new Date(`2026-11-22T${time}:00+05:00`));
  expect(['08:59', '09:00', '20:59', '21:00', '00:00'].map(at)).toEqual([true, false, false, true, true]);
  const until = (time: string) => quietUntil(new Date(`2026-11-22T${time}:00+05:00`))?.toISOString() ?? null;
  expect(['00:00', '08:59', '09:00', '21:00'].map(until)).toEqual([
    '2026-11-22T04:00:00.000Z',
    '2026-11-22T04:00:00.000Z',
    null,
    '2026-11-23T04:00:00.000Z',
  ]);
});

test('a notice and its letter say in which of one’s companies they are', async () => {
  const second = await makeCompany(app, { algorithm: 'rsa' });
  const { user_id } = director;
  await app.parts.db
    .insertInto('memberships')
    .values({ user_id, company_id: second.id, role_id: 2, rights: ['manage_acts'] })
    .execute();
  const theirs = await makeDeal(app, second, await makeExecutor(app, second, { algorithm: 'rsa' }));
  const act_id = await makeSentAct(app, theirs);
  await app.ok('notices.choose', director, { body: { kind: 'act_returned', channel: 'email', is_on: true } });
  await app.ok('acts.return', theirs.executor.person, { params: { act_id }, body: { reason: 'Сумма' } });
  await gatherNotices(app.parts);
  const [notice] = (await app.ok('notices.list', director, { query: {} })).items;
  const path = `/lk/business/acts/${act_id}`;
  expect(notice).toMatchObject({ path, company: { id: second.id, name: second.name } });
  // It is the other company's: in this one there is no such thing.
  expect((await app.refused('acts.get', director, { params: { act_id } })).status).toBe(404);
  await app.ok('auth.switch_company', director, { body: { company_id: second.id } });
  const there = await signInAs(app, { user_id, company_id: second.id });
  await app.ok('acts.get', there, { params: { act_id } });
  const [letter] = await letters('act_returned');
  expect(letter!.body).toContain(`${path}?company=${second.id}`);
});

test('an event that nobody can be told of lets the others be told of, and is tried again', async () => {
  const [one, other] = [await makeOwnDeal(app), await makeOwnDeal(app)];
  await gatherNotices(app.parts);
  await app.owner.deleteFrom('notices').execute();
  const broken_id = await makeSentAct(app, other);
  await makeSentAct(app, one);
  const theirs = other.executor.person;
  const mend = await breakRows(app, 'notices', `new.user_id = ${theirs.user_id}`);
  await gatherNotices(app.parts);
  await gatherNotices(app.parts);
  expect(await news(one.executor.person)).toMatchObject([{ kind: 'act_sent' }]);
  expect(await failingJobs(app, 'notices.gather')).toMatchObject([
    { company_id: other.company.id, failures: 1 },
  ]);
  await mend();
  await gatherNotices(app.parts);
  expect(await news(theirs)).toMatchObject([{ path: `/lk/executor/acts/${broken_id}` }]);
  expect(await failingJobs(app, 'notices.gather')).toEqual([]);
});
