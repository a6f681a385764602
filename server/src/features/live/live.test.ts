import { TOPICS, type Topic } from '@kelisim/shared/features/live/live.contract.ts';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeReadyEsf } from '../../../test/esf-papers.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeDraftAct, makeSentActs, makeSignedActs } from '../../../test/papers.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeCompany, makeEmployee, makeExecutor, signInAs } from '../../../test/people.ts';
import { relayChanges } from '../../platform/db/relay-changes.ts';
import { setEsf } from '../esf/esf.queries.ts';
import { makeLiveHub, STREAMS_OF_A_SESSION } from './live-hub.ts';

const app = await makeTestApp();
/** Another process of the same product. */
const other = await makeTestApp({ beside: app });
const [address, beside] = [await app.listen(), await other.listen()];
const company = await makeCompany(app, { algorithm: 'rsa' });
const endRelay = relayChanges({ url: app.database_url, log: app.parts.log });
const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
afterAll(async () => {
  await endRelay();
  await other.close();
  await app.close();
});

/** Reads a stream as a browser does: `next()` is the topics of the next event, null at the end. */
async function listen(token: string, at = address) {
  const gone = new AbortController();
  const response = await fetch(`${at}/api/v1/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: gone.signal,
  });
  if (!response.ok) return { status: response.status, next: async () => null, leave: () => undefined };
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<string[] | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (event.startsWith('data: ')) return (JSON.parse(event.slice(6)) as { topics: string[] }).topics;
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return null;
      text += value;
    }
  };
  expect(await next()).toEqual([]);
  return { status: response.status, next, leave: () => gone.abort() };
}

/** Until all of these were told; a stream that ends meanwhile fails. */
async function hear(stream: Awaited<ReturnType<typeof listen>>, ...wanted: string[]): Promise<void> {
  for (const missing = new Set(wanted); missing.size > 0;) {
    const topics = await stream.next();
    expect(topics, `the stream ended before it told of ${[...missing].join(', ')}`).not.toBeNull();
    for (const topic of topics!) missing.delete(topic);
  }
}

const tell = (topic: Topic, { id }: { id: number }) =>
  sql`select tell_change(${topic}, ${id})`.execute(app.parts.db);

/** Until all that was done before is told. */
async function settle(stream: Awaited<ReturnType<typeof listen>>, company: { id: number }): Promise<void> {
  await tell('support', company);
  await hear(stream, 'support');
}

test('tells both sides of what happens, at whichever process it happens, and nobody else', async () => {
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  const foreign = await listen(stranger.director.token);
  await settle(foreign, stranger);
  const [mine, his] = [
    await listen(deal.company.director.token, beside),
    await listen(deal.executor.person.token),
  ];
  await makeSentActs(app, deal, 1);
  await Promise.all([hear(mine, 'acts', 'jobs'), hear(his, 'acts')]);
  // The first event the stranger receives is about their own company.
  await tell('executors', stranger);
  expect(await foreign.next()).toEqual(['executors']);
  for (const stream of [foreign, mine, his]) stream.leave();
});

test('says nothing of a draft to the other side', async () => {
  const [mine, his] = [await listen(deal.company.director.token), await listen(deal.executor.person.token)];
  await settle(his, deal.executor);
  await makeDraftAct(app, deal);
  await hear(mine, 'acts');
  await tell('documents', deal.executor);
  expect(await his.next()).toEqual(['documents']);
  mine.leave();
  his.leave();
});

test('tells of comments, payments and contracts', async () => {
  const [act_id] = await makeSignedActs(app, deal, 1);
  const [mine, his] = [await listen(deal.company.director.token), await listen(deal.executor.person.token)];
  await sql`insert into act_comments (company_id, act_id, seq, side, author_company_id, user_id, comment)
    values (${deal.company.id}, ${act_id}, 1, 'business', ${deal.company.id}, ${deal.company.director.user_id}, 'x')`.execute(
    app.parts.db,
  );
  await hear(his, 'acts');
  await app.ok('acts.pay', deal.company.director, { body: { act_ids: [act_id!] } });
  await hear(mine, 'payments');
  await sql`update documents set updated_at = now() where id = ${deal.contract_id}`.execute(app.parts.db);
  await Promise.all([hear(mine, 'documents'), hear(his, 'documents')]);
  mine.leave();
  his.leave();
});

test('tells both sides what becomes of an electronic paper, not that it is asked about', async () => {
  const { db } = app.parts;
  const [act_id] = await makeSignedActs(app, deal, 1);
  const esf_id = await makeReadyEsf(app, deal, act_id!);
  const [mine, his] = [await listen(deal.company.director.token), await listen(deal.executor.person.token)];
  await Promise.all([settle(mine, deal.company), settle(his, deal.executor)]);
  await setEsf(db, esf_id, { trouble: 'sign_in' });
  await Promise.all([hear(mine, 'esf'), hear(his, 'esf')]);
  await setEsf(db, esf_id, { trouble: 'sign_in', tries: 3, leased_until: new Date(0) });
  for (const company of [deal.company, deal.executor]) await tell('executors', company);
  expect(await Promise.all([mine.next(), his.next()])).toEqual([['executors'], ['executors']]);
  mine.leave();
  his.leave();
});

test('a session that ends loses its stream at once, and so does one that leaves the company', async () => {
  const { director } = deal.company;
  const session = { ...director, ...(await signInAs(app, director)) };
  const [stays, ends] = [await listen(director.token), await listen(session.token, beside)];
  await app.ok('auth.logout', session, {});
  expect(await ends.next()).toBeNull();
  expect(await listen(session.token)).toMatchObject({ status: 401 });

  const employee = await makeEmployee(app, deal.company, []);
  const dismissed = await listen(employee.token);
  await sql`update memberships set ended_at = now() where user_id = ${employee.user_id}`.execute(
    app.parts.db,
  );
  expect(await dismissed.next()).toBeNull();
  const blocked = await makeEmployee(app, deal.company, []);
  const stream = await listen(blocked.token);
  await sql`update users set status = 'blocked' where id = ${blocked.user_id}`.execute(app.parts.db);
  expect(await stream.next()).toBeNull();

  await tell('jobs', deal.company);
  await hear(stays, 'jobs');
  stays.leave();
});

test('a session has so many streams and no more, and one that is left makes room', async () => {
  const { director } = deal.company;
  const session = { ...director, ...(await signInAs(app, director)) };
  const open = [];
  for (let i = 0; i < STREAMS_OF_A_SESSION; i++) open.push(await listen(session.token));
  expect(await listen(session.token)).toMatchObject({ status: 429 });
  open.pop()!.leave();
  await expect.poll(async () => (await listen(session.token)).status).toBe(200);
  for (const stream of open) stream.leave();
});

test('a lost connection to the database is opened again, and everything is told then', async () => {
  const stream = await listen(deal.company.director.token);
  await settle(stream, deal.company);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'kelisim-live' and datname = current_database()`.execute(app.parts.db);
  expect(await stream.next()).toEqual([...TOPICS]);
  await makeDraftAct(app, deal);
  await hear(stream, 'acts');
  stream.leave();
});

test('after a gap few streams are looked at together, and each that stays is told everything', async () => {
  const { db, log } = app.parts;
  const out = new Set<number>();
  let [now, most] = [0, 0];
  const hub = makeLiveHub({
    database_url: app.database_url,
    log,
    async isStillIn(session_id) {
      most = Math.max(most, ++now);
      await sql`select pg_sleep(0.01)`.execute(db);
      now--;
      return !out.has(session_id);
    },
  });
  onTestFinished(() => hub.close());
  const { user_id, company_id } = deal.company.director;
  const [platform_rights, rights] = [new Set<never>(), 'all' as const];
  const person = { user_id, company_id, full_name: '', iin: null, role_id: 1, role: 'business' as const };
  const key = null;
  const events = await Promise.all(
    Array.from({ length: 30 }, async (_, session_id): Promise<string[]> => {
      const actor = {
        ...person,
        key,
        session_id,
        rights,
        platform_rights,
        proof_at: null,
        locale: 'ru' as const,
      };
      const { readable } = await hub.open(actor);
      const heard: string[] = [];
      readable.on('data', (event: Buffer) => heard.push(String(event)));
      readable.on('end', () => heard.push('end'));
      return heard;
    }),
  );
  out.add(7);
  most = 0;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'kelisim-live' and datname = current_database()`.execute(db);
  const all = `data: ${JSON.stringify({ topics: TOPICS })}\n\n`;
  await expect
    .poll(() => events.map((heard) => heard.slice(1)), PATIENT)
    .toEqual(events.map((_, session_id) => [session_id === 7 ? 'end' : all]));
  expect(most).toBe(4);
});

test('a server that is closed ends its streams and does not wait for them', async () => {
  const third = await makeTestApp({ beside: app });
  const stream = await listen(deal.company.director.token, await third.listen());
  const closed = third.close();
  expect(await stream.next()).toBeNull();
  await closed;
});
