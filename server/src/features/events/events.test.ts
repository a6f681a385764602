import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EVENT_CODES, type EventType } from '@kelisim/shared/features/events/event-types.ts';
import { makeDealApp, makeOwnDeal } from '../../../test/deal-app.ts';
import { holdInvariants, worldOf } from '../../../test/hold-invariants.ts';
import type { TestApp } from '../../../test/make-app.ts';
import {
  allDone,
  makeDraftAct,
  makeDraftContract,
  makeSentAct,
  signBy,
  signContractBy,
  TODAY,
  type Deal,
} from '../../../test/papers.ts';
import { openFeed as beginFeed } from '../../../test/open-feed.ts';
import { payOne } from '../../../test/pay-net.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeEmployee, type Person } from '../../../test/people.ts';
import { feedsAreComplete } from '../../invariants/feeds-are-complete.ts';
import { BEGINNING, listEvents, nextTransaction, openFeed, readEvent } from './events.queries.ts';

let app: TestApp, deal: Deal, director: Person, executor: Person;
beforeAll(async () => {
  ({ app, deal, director, executor } = await makeDealApp());
  for (const by of [director, executor]) await beginFeed(() => read(by));
});
afterAll(() => app.close());

/** What has just been committed is read once every transaction that began before has ended. */
const soon = (said: () => Promise<void>) => vi.waitFor(said, PATIENT);

const read = (by: Person, query: Record<string, unknown> = {}) => app.ok('events.list', by, { query });

/** What happened from now on, to these eyes. */
async function from(by: Person) {
  const { next } = await read(by, { limit: 1000, after: (await read(by, { limit: 1000 })).next });
  return async (object: string, id?: number) => {
    const { items } = await read(by, { after: next, limit: 1000 });
    return items
      .filter(({ data }) => data.object === object && (id === undefined || data.id === id))
      .map(({ type, data }) => (data.version === null ? type : `${type} ${data.version}`));
  };
}

test('both sides are told of an act, the executor of what was sent to them', async () => {
  const [ours, theirs] = [await from(director), await from(executor)];
  const { id } = await makeDraftAct(app, deal);
  expect(await theirs('act')).toEqual([]);
  allDone(await app.ok('acts.send', director, { body: { act_ids: [id] } }));
  await app.ok('act_comments.add', executor, { body: { act_id: id, comment: 'Проверьте дату' } });
  await app.ok('acts.recall', director, { params: { act_id: id } });
  await app.ok('acts.delete', director, { params: { act_id: id } });
  await soon(async () =>
    expect(await ours('act', id)).toEqual([
      'act.created 1',
      'act.sent 2',
      'act.commented',
      'act.recalled 3',
      'act.deleted 4',
    ]),
  );
  await soon(async () =>
    expect(await theirs('act', id)).toEqual(['act.sent 2', 'act.commented', 'act.recalled 3']),
  );
});

test('a signed act that is paid is followed to its end', async () => {
  const ours = await from(director);
  const id = await makeSentAct(app, deal);
  for (const by of [executor, director]) allDone(await signBy(app, by, id));
  await soon(async () =>
    expect(await ours('act', id)).toEqual([
      'act.created 1',
      'act.sent 2',
      'act.signed_by_executor 3',
      'act.signed 4',
    ]),
  );
  await soon(async () => expect(await ours('run')).toContain('run.finished'));
});

test('contracts, executors and invitations are told of too, where they can be read', async () => {
  const [ours, theirs] = [await from(director), await from(executor)];
  const id = await makeDraftContract(app, deal.company, deal.executor);
  await app.ok('documents.send', director, { params: { doc_id: id } });
  await app.ok('documents.refuse', executor, { params: { doc_id: id }, body: { reason: 'Нет' } });
  await soon(async () =>
    expect(await ours('contract', id)).toEqual([
      'contract.created 1',
      'contract.sent 2',
      'contract.refused 3',
    ]),
  );
  await soon(async () =>
    expect(await theirs('contract', id)).toEqual(['contract.sent 2', 'contract.refused 3']),
  );
  const { executor_company_id } = { executor_company_id: deal.executor.id };
  await app.ok('executors.stop', director, { params: { executor_company_id } });
  await app.ok('executors.resume', director, { params: { executor_company_id } });
  await soon(async () => {
    const told = (await ours('executor')).map((event) => event.split(' ')[0]);
    expect(told).toEqual(['executor.stopped', 'executor.resumed']);
  });
  const { items } = await read(director, { limit: 1000 });
  for (const { data } of items.filter(({ type }) => /^(contract|executor)/.test(type))) {
    const reply = await app.http.inject({
      url: data.url,
      headers: { authorization: `Bearer ${director.token}` },
    });
    expect(reply.statusCode, data.url).toBe(200);
  }
});

test('a reconciliation is told of to both sides, by its own state and then by that of its paper', async () => {
  const [ours, theirs] = [await from(director), await from(executor)];
  const period = { date_from: `${TODAY.slice(0, 4)}-01-01`, date_to: TODAY };
  await makeSentAct(app, deal).then((id) => signBy(app, executor, id).then(() => signBy(app, director, id)));
  const send = { body: { ...period, executor_company_ids: [deal.executor.id] } };
  const sent = async () => {
    allDone(await app.ok('reconciliations.send', director, send));
    return (await app.ok('reconciliations.list', executor, { query: {} })).items[0]!.id;
  };
  const gone = await sent();
  await app.ok('reconciliations.withdraw', director, { params: { reconciliation_id: gone } });
  const id = await sent();
  const params = { reconciliation_id: id };
  for (const opening of ['5.00', '7.00'])
    await app.ok('reconciliations.answer', executor, { params, body: { opening } });
  const { document } = await app.ok('reconciliations.issue', director, { params });
  for (const by of [executor, director]) allDone(await signContractBy(app, by, document!.id));
  for (const told of [ours, theirs])
    await soon(async () => {
      expect(await told('reconciliation', gone)).toEqual(['reconciliation.sent', 'reconciliation.withdrawn']);
      expect(await told('reconciliation', id)).toEqual([
        'reconciliation.sent',
        'reconciliation.differences',
        'reconciliation.differences',
        'reconciliation.issued',
        'reconciliation.signed_by_executor',
        'reconciliation.signed',
      ]);
      expect(await told('contract', document!.id)).toEqual([]);
    });
  await isReadAtItsAddress(director, 'reconciliation', id);
});

test('an income certificate is told of from when it waits for its signature', async () => {
  const own = await makeOwnDeal(app);
  const [by, person] = [own.company.director, own.executor.person];
  const [ours, theirs] = [await from(by), await from(person)];
  await payOne(app, own);
  const months = { month_from: `${TODAY.slice(0, 4)}-01`, month_to: TODAY.slice(0, 7) };
  const ask = { body: { company_id: own.company.id, ...months } };
  const { document_id: refused } = await app.ok('income.ask', person, ask);
  await app.ok('income.refuse', by, { params: { doc_id: refused }, body: { reason: 'Ошибка' } });
  const { document_id: id } = await app.ok('income.ask', person, ask);
  allDone(await signContractBy(app, by, id));
  for (const told of [ours, theirs])
    await soon(async () => {
      expect(await told('certificate', refused)).toEqual(['certificate.issued 2', 'certificate.refused 3']);
      expect(await told('certificate', id)).toEqual(['certificate.issued 2', 'certificate.signed 3']);
    });
  await isReadAtItsAddress(by, 'certificate', id);
});

test.each<EventType>([
  'reconciliation.sent',
  'reconciliation.differences',
  'reconciliation.withdrawn',
  'reconciliation.issued',
  'reconciliation.signed_by_executor',
  'reconciliation.signed',
  'certificate.issued',
  'certificate.signed',
  'certificate.refused',
])('to a feed without its %s somebody is told that it lacks one', async (type) => {
  const back = new Error('taken back');
  const companies: number[] = [];
  let faults: string[] = [];
  const look = app.owner.transaction().execute(async (tx) => {
    const { rows } = await sql<{ company_id: number }>`
      with gone as (delete from events where type = ${EVENT_CODES[type]} returning company_id)
      select distinct company_id from gone order by 1`.execute(tx);
    companies.push(...rows.map(({ company_id }) => company_id));
    ({ faults } = await feedsAreComplete.check({ ...worldOf(app), db: tx }));
    throw back;
  });
  await expect(look).rejects.toBe(back);
  expect(companies).toHaveLength(2);
  const [thing] = type.split('.');
  for (const id of companies) expect(faults.join('\n')).toContain(` of company ${id}: `);
  for (const fault of faults) expect(fault).toMatch(new RegExp(`^${thing} \\d+ of company`));
});

async function isReadAtItsAddress(by: Person, object: string, id: number) {
  const { items } = await read(by, { limit: 1000 });
  const url = items.find(({ data }) => data.object === object && data.id === id)!.data.url;
  const reply = await app.http.inject({ url, headers: { authorization: `Bearer ${by.token}` } });
  expect([reply.statusCode, reply.json()], url).toMatchObject([200, { id }]);
}

test('nothing of another company, and only for whoever manages the settings', async () => {
  const other = await makeOwnDeal(app);
  await beginFeed(() => read(other.company.director));
  const id = await makeSentAct(app, other);
  await soon(async () => {
    const { items: own } = await read(other.company.director, { limit: 1000 });
    expect(own.filter(({ data }) => data.id === id).map(({ type }) => type)).toEqual([
      'act.created',
      'act.sent',
    ]);
    expect(new Set(own.map(({ company_bin }) => company_bin))).toEqual(new Set([other.company.bin]));
  });
  for (const by of [director, executor]) {
    const { items } = await read(by, { limit: 1000 });
    expect(items.filter(({ data }) => data.object === 'act' && data.id === id)).toEqual([]);
  }
  const employee = await makeEmployee(app, other.company, ['manage_acts']);
  expect(await app.refused('events.list', employee)).toMatchObject({ status: 403 });
});

test('what is written first and committed last is read behind what was committed first, once', async () => {
  const tell = (tx: Pick<TestApp, 'owner'>['owner'], thing_id: number) =>
    sql`insert into events (company_id, thing_id, type) values (${deal.company.id}, ${thing_id}, 101)`.execute(
      tx,
    );
  const place = (await read(director, { limit: 1000 })).next;
  const things = async (after: string) => {
    const { items, next } = await read(director, { after, limit: 1000 });
    return { ids: items.map(({ data }) => data.id), next };
  };
  const slow = await app.owner.startTransaction().execute();
  await tell(slow, 9_001);
  await app.owner.transaction().execute((tx) => tell(tx, 9_002));
  const during = await things(place);
  expect(during.ids).toEqual([]);
  await tell(slow, 9_003);
  await slow.commit().execute();
  await soon(async () => expect((await things(during.next)).ids).toEqual([9_001, 9_003, 9_002]));
  const after = await things(during.next);
  expect((await things(after.next)).ids).toEqual([]);
  expect((await things(place)).ids).toEqual([9_001, 9_003, 9_002]);
});

test('pages of a few and chosen types give the same as all at once', async () => {
  const last = await makeSentAct(app, deal);
  await soon(async () => {
    const { items } = await read(director, { limit: 1000, types: ['act.sent'] });
    expect(items.at(-1)!.data.id).toBe(last);
  });
  const few: string[] = [];
  const { items: before } = await read(director, { limit: 1000 });
  const sent = before.filter(({ type }) => type === 'act.sent');
  const whole = await read(director, { limit: sent.length, types: ['act.sent'] });
  expect([whole.items.length, whole.has_more]).toEqual([sent.length, false]);
  for (let after: string | undefined, more = true; more;) {
    const page = await read(director, { limit: 3, ...(after && { after }) });
    few.push(...page.items.map(({ id }) => id));
    [after, more] = [page.next, page.has_more];
  }
  // The run of the deed may have ended meanwhile.
  const { items } = await read(director, { limit: 1000 });
  expect(items.slice(0, few.length).map(({ id }) => id)).toEqual(few);
  expect(few.length).toBeGreaterThanOrEqual(before.length);
  const types: EventType[] = ['act.sent', 'act.signed'];
  const chosen = await read(director, { limit: 1000, types });
  expect(chosen.items).toEqual(items.filter(({ type }) => types.includes(type)));
  expect(chosen.items.length).toBeGreaterThan(0);
  // Nothing of the types chosen is looked through again.
  expect((await read(director, { after: chosen.next })).items).toEqual([]);
});

test.each([
  ['12:30:05', '12:30:05.000'],
  ['12:30:05.4', '12:30:05.400'],
  ['12:30:05.123', '12:30:05.123'],
  ['12:30:05.1239', '12:30:05.123'],
  ['00:00:00.000001', '00:00:00.000'],
])('an event at %s is told of at %s', async (time, told) => {
  const back = new Error('taken back');
  const tell = app.owner.transaction().execute(async (tx) => {
    await sql`insert into events (company_id, tx, at, thing_id, type)
      values (${deal.company.id}, 1, ${`2026-02-03 ${time}Z`}::timestamptz, 1, 101)`.execute(tx);
    const rows = await listEvents(tx, deal.company.id, { after: BEGINNING, types: null, limit: 1 });
    expect(rows.map(readEvent).map(({ at, version }) => [at, version])).toEqual([
      [`2026-02-03T${told}Z`, 'null'],
    ]);
    throw back;
  });
  await expect(tell).rejects.toBe(back);
});

test('while there is more, the header leads to the next page of the same question', async () => {
  const headers = { authorization: `Bearer ${director.token}` };
  const ids: string[] = [];
  let url: string | undefined = '/api/v1/events?types=act.sent&limit=2&types=act.signed';
  while (url !== undefined) {
    const reply = await app.http.inject({ url, headers });
    const page: { items: { id: string }[]; next: string; has_more: boolean } = reply.json();
    ids.push(...page.items.map(({ id }) => id));
    const link = reply.headers.link as string | undefined;
    url = /^<(.*)>; rel="next"$/.exec(link ?? '')?.[1];
    expect(url).toBe(
      page.has_more ? `/api/v1/events?types=act.sent&limit=2&types=act.signed&after=${page.next}` : undefined,
    );
  }
  expect(ids.length).toBeGreaterThan(2);
  const all = await read(director, { limit: 1000, types: ['act.sent', 'act.signed'] });
  expect(ids).toEqual(all.items.map(({ id }) => id));
});

test('a place of a database that was brought back is refused', async () => {
  const tx = await nextTransaction(app.parts.db);
  const ahead = { query: { after: `${tx + 1_000_000}-1` } };
  expect(await app.refused('events.list', director, ahead)).toMatchObject({ code: 'events.restored' });
});

test('a feed is open when nobody can be left who has not seen it', async () => {
  const other = await makeOwnDeal(app);
  await sql`delete from event_feeds where company_id = ${other.company.id}`.execute(app.owner);
  const slow = await app.owner.startTransaction().execute();
  await sql`select pg_current_xact_id()`.execute(slow);
  const { db } = app.parts;
  await db.insertInto('event_feeds').values({ company_id: other.company.id }).execute();
  const tx = await nextTransaction(db);
  expect(await openFeed(db, other.company.id, tx)).toBeUndefined();
  await slow.rollback().execute();
  // Transactions of other databases of the same server count too.
  await soon(async () => expect(await openFeed(db, other.company.id, tx)).toBeInstanceOf(Date));
  const { since } = await read(other.company.director);
  // Whoever asked at the same moment moves it no further.
  expect((await openFeed(db, other.company.id, tx))?.toISOString()).toBe(since);
  const at = await makeSentAct(app, other);
  await soon(async () => {
    const { items } = await read(other.company.director);
    expect(items.filter(({ data }) => data.object === 'act' && data.id === at)).toHaveLength(2);
    expect(items.every(({ timestamp }) => timestamp >= since)).toBe(true);
  });
});

test('a company without a feed costs no row', async () => {
  const other = await makeOwnDeal(app);
  await makeSentAct(app, other);
  const { rows } =
    await sql`select from events where company_id in (${other.company.id}, ${other.executor.id})`.execute(
      app.owner,
    );
  expect(rows).toEqual([]);
});

test('an event is kept a year, and the application changes none', async () => {
  const { db } = app.parts;
  const throwAway = async () =>
    (await sql<{ n: number }>`select throw_away_events(now()) as n`.execute(db)).rows[0]!.n;
  const ids = async () => (await read(director, { limit: 1000 })).items.map(({ id }) => Number(id.slice(4)));
  const oldest = Math.min(...(await ids()));
  await sql`update events set at = now() - interval '364 days' where id = (select min(id) from events)`.execute(
    app.owner,
  );
  expect(await throwAway()).toBe(0);
  expect(await ids()).toContain(oldest);
  await sql`update events set at = now() - interval '366 days' where id = (select min(id) from events where company_id = ${deal.company.id})`.execute(
    app.owner,
  );
  expect(await throwAway()).toBe(1);
  expect(await ids()).not.toContain(oldest);
  for (const statement of ['delete from events', 'update events set type = 101'])
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
});

test('the invariants hold', async () => {
  await sql`delete from events where thing_id > 9000`.execute(app.owner);
  await sql`update event_feeds set open_at = now()`.execute(app.owner);
  await makeSentAct(app, deal);
  expect((await feedsAreComplete.check(worldOf(app))).checked).toBe(2);
  await holdInvariants(app);
});
