import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { addTestKey } from '../../../../test/api-keys.ts';
import { makeDealApp } from '../../../../test/deal-app.ts';
import { makeSentActs, stateOf } from '../../../../test/papers.ts';

const { app, deal, director } = await makeDealApp({ company: { algorithm: 'gost512' } });
afterAll(() => app.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await app.parts.db.deleteFrom('sandbox.nca_faults').execute();
});

const { token } = await addTestKey(app, director);
const signByPhone = async (act_ids: number[]) => {
  const body = { act_ids, by: ['company' as const], means: 'phone' as const };
  const { items } = await app.ok('sandbox.sign', { token }, { body });
  return items.map(({ status, code }) => [status, code]);
};

test('a signature of a phone that waits for НУЦ is told as one that waits, and moves nothing', async () => {
  await app.parts.db.insertInto('sandbox.nca_faults').values({ service: 'tsp', fault: 'silent' }).execute();
  const ids = await makeSentActs(app, deal, 2);
  expect(await signByPhone(ids)).toEqual(ids.map(() => ['pending_proof', null]));
  expect(await stateOf(app, ids[0] ?? 0)).toBe('sent');
});

test('a signing that takes longer than a phone waits is told as one that goes on, and ends by itself', async () => {
  const [id = 0] = await makeSentActs(app, deal, 1);
  const { bulk, db } = app.parts;
  const waiting = vi.spyOn(bulk, 'wait').mockResolvedValue();
  expect(await signByPhone([id])).toEqual([['waiting', null]]);
  expect(await stateOf(app, id)).toBe('sent');
  expect(waiting).toHaveBeenCalledOnce();
  const run = await db.selectFrom('bulk_runs').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await bulk.work(run.id);
  expect(await stateOf(app, id)).toBe('signed_by_business');
});
