import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { breakRows, failingJobs } from '../../../test/break-rows.ts';
import { makeOwnDeal } from '../../../test/deal-app.ts';
import { makeSentAct, type Deal } from '../../../test/papers.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeWebhookTrial } from '../../../test/webhook-trial.ts';
import { takeEndpoints } from './endpoints.queries.ts';

const trial = await makeWebhookTrial();
const { app, deal, director, receiver, move, add, endpoint, deliveries, deliver } = trial;
afterAll(() => app.close());
beforeEach(trial.beginAnew);
const things = () => receiver.got.map(({ body }) => (JSON.parse(body) as { data: { id: number } }).data.id);

test('another address begins without the faults of the one before, and is judged as a new one is', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  const params = { endpoint_id: item.id };
  receiver.answer = () => 'refused';
  await makeSentAct(app, deal);
  await deliver();
  expect((await endpoint(item.id)).failing_since).not.toBeNull();
  const inside = { params, body: { url: 'https://10.0.0.1/hook' } };
  expect((await app.refused('webhooks.update', director, inside)).code).toBe('webhook.address');
  const body = { url: 'https://two.example.kz/hook' };
  expect(await app.ok('webhooks.update', director, { params, body })).toMatchObject({
    ...body,
    failing_since: null,
  });
});

test('of one that is removed neither a secret nor anything that waits is left', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  receiver.answer = () => 'refused';
  await makeSentAct(app, deal);
  await deliver();
  await app.ok('webhooks.remove', director, { params: { endpoint_id: item.id } });
  const { rows } = await sql<{ bytes: number; waiting: number }>`
    select length(w.secret_sealed) as bytes,
      (select count(*) from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'waiting') as waiting
    from webhook_endpoints w where w.id = ${item.id}`.execute(app.parts.db);
  expect(rows).toEqual([{ bytes: 0, waiting: 0 }]);
});

test('an answer that comes when another process has the endpoint changes nothing', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  await makeSentAct(app, deal);
  let answerLate: (said: { status: number }) => void = () => undefined;
  const late = new Promise<{ status: number }>((resolve) => (answerLate = resolve));
  receiver.answer = () => (receiver.got.length === 1 ? late : {});
  const slow = deliver();
  await vi.waitFor(() => expect(receiver.got).toHaveLength(1), PATIENT);
  move(61_000);
  await deliver();
  expect(receiver.got).toHaveLength(2);
  answerLate({ status: 500 });
  await slow;
  expect(await deliveries(item.id)).toMatchObject([{ state: 'delivered', status: 200, attempts: 1 }]);
});

test('a delivery keeps what came of each of its attempts', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  const answers = ['refused', { status: 503, text: 'Wartung' }, {}] as const;
  receiver.answer = () => answers[receiver.got.length - 1] ?? {};
  await makeSentAct(app, deal);
  for (const pause_ms of [6_000, 600_000, 0]) {
    await deliver();
    move(pause_ms);
  }
  const [{ id: delivery_id } = { id: 0 }] = await deliveries(item.id);
  const params = { endpoint_id: item.id, delivery_id };
  const { earlier, status, tried_at } = await app.ok('webhooks.delivery', director, { params });
  expect(status).toBe(200);
  expect(earlier).toMatchObject([
    { status: null, fault: 'refused', answer: null },
    { status: 503, fault: 'status', answer: 'Wartung' },
  ]);
  const moments = [...earlier.map(({ at }) => at), tried_at];
  expect(moments).toEqual([...new Set(moments)].toSorted());
});

test('when an outage is over, what waits for a later attempt is sent at once', async () => {
  await add(director, { types: ['act.sent'] });
  receiver.answer = () => 'refused';
  const first = await makeSentAct(app, deal);
  for (const pause_ms of [6_000, 60_000]) {
    await deliver();
    move(pause_ms);
  }
  receiver.got.length = 0;
  receiver.answer = () => ({});
  const second = await makeSentAct(app, deal);
  await deliver();
  expect(things()).toEqual([second, first]);
});

test('to send all since a moment leaves nothing out that was not sent yet', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  const id = await makeSentAct(app, deal);
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(app.parts.db);
  const body = { since: rows[0]?.at.toISOString() ?? '' };
  await app.ok('webhooks.resend_since', director, { params: { endpoint_id: item.id }, body });
  await deliver();
  expect(things()).toEqual([id]);
});

test('a redirect is no success, and is not followed', async () => {
  const { item } = await add(director, { types: ['act.sent'] });
  receiver.answer = () => ({ status: 302 });
  await makeSentAct(app, deal);
  await deliver();
  expect(await deliveries(item.id)).toMatchObject([{ state: 'waiting', status: 302, fault: 'status' }]);
  expect(receiver.got[0]?.limits).toEqual({ timeout_ms: 15_000, most_bytes: 16_384 });
});

test('a company with many addresses leaves room for others', async () => {
  const other = await makeOwnDeal(app);
  for (const by of [director, director, director, director, other.company.director]) {
    const { item } = await add(by);
    await app.ok('webhooks.test', by, { params: { endpoint_id: item.id } });
  }
  const how = { troubled: false, most: 8, of_company: 2, lease_s: 60 };
  const taken = await takeEndpoints(app.parts.db, new Date(), how);
  const countOf = ({ company }: Deal) => taken.filter((one) => one.company_id === company.id).length;
  expect([countOf(deal), countOf(other)]).toEqual([2, 1]);
});

test('one that answers slowly is served apart from then on, until it is quick again', async () => {
  await add(director, { types: ['act.sent'] });
  const began = performance.now.bind(performance);
  let slept_ms = 0;
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => began() + slept_ms);
  const isSlow = async () => {
    await makeSentAct(app, deal);
    await deliver();
    const { rows } = await sql`select is_slow from webhook_endpoints where state = 'on'`.execute(
      app.parts.db,
    );
    return rows;
  };
  receiver.answer = () => {
    slept_ms += 4_000;
    return {};
  };
  expect(await isSlow()).toEqual([{ is_slow: true }]);
  receiver.answer = () => ({});
  expect(await isSlow()).toEqual([{ is_slow: false }]);
  watch.mockRestore();
});

test('an endpoint that fails by our fault is put off, others are served, and it goes on when that is mended', async () => {
  const url = (name: string) => `https://${name}.example.kz/hook`;
  const broken = await add(director, { types: ['act.sent'], url: url('one') });
  await add(director, { types: ['act.sent'], url: url('two') });
  const mend = await breakRows(app, 'webhook_deliveries', `new.endpoint_id = ${broken.item.id}`);
  const id = await makeSentAct(app, deal);
  const sentTo = () => receiver.got.map((one) => one.url);
  const taken = app.parts.db
    .selectFrom('webhook_endpoints')
    .select('lease_token')
    .where('id', '=', broken.item.id);
  // A round that is still busy with the other may take it once more before its failure is written down.
  await deliver();
  const before = await taken.execute();
  await deliver();
  expect(await taken.execute()).toEqual(before);
  expect(sentTo()).toEqual([url('two')]);
  expect(await failingJobs(app, 'webhooks.deliver')).toMatchObject([
    { subject_id: broken.item.id, company_id: deal.company.id, failures: 1 },
  ]);
  await mend();
  await deliver();
  expect(sentTo()).toEqual([url('two'), url('one')]);
  expect(things()).toEqual([id, id]);
  expect(await failingJobs(app, 'webhooks.deliver')).toEqual([]);
});
