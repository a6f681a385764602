import { afterAll, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import { allDone, makeSentAct, makeSentActs, signBy } from '../../../test/papers.ts';
import { makeEmployee, type Person } from '../../../test/people.ts';
import { gatherNotices } from './gather-notices.ts';

const { app, deal, director, executor } = await makeDealApp();
afterAll(() => app.close());

test('what is done counts as read, by whomever it was done; the rest and what is news stays', async () => {
  await gatherNotices(app.parts);
  await app.owner.deleteFrom('notices').execute();
  const colleague = await makeEmployee(app, deal.company, ['sign']);
  const unread = async (by: Person) => {
    await gatherNotices(app.parts);
    const { items } = await app.ok('notices.list', by, { query: { unread: true } });
    expect(await app.ok('notices.count', by, {})).toEqual({ unread: items.length });
    return items.map(({ kind, count }) => `${kind} ${count}`);
  };
  // One from before, which was looked at and still waits, keeps no later ones unread.
  await makeSentAct(app, deal);
  await gatherNotices(app.parts);
  const { items } = await app.ok('notices.list', executor, { query: {} });
  await app.ok('notices.read', executor, { params: { notice_id: items[0]!.id } });
  const [first, second, recalled] = await makeSentActs(app, deal, 3);
  expect(await unread(executor)).toEqual(['act_sent 3']);
  allDone(await signBy(app, executor, first!, second!));
  expect(await unread(executor)).toEqual(['act_sent 3']);
  await app.ok('acts.recall', director, { params: { act_id: recalled! } });
  expect(await unread(executor)).toEqual([]);

  expect([await unread(director), await unread(colleague)]).toEqual([['act_signed 2'], ['act_signed 2']]);
  allDone(await signBy(app, director, first!));
  expect(await unread(colleague)).toEqual(['act_signed 2']);
  allDone(await signBy(app, director, second!));
  expect([await unread(director), await unread(colleague)]).toEqual([[], []]);
  // Nobody asks the executor for anything by that.
  expect(await unread(executor)).toEqual(['act_signed 2']);

  // Of one it is the same; what is over at once was never asked for.
  const [returned, annulled] = await makeSentActs(app, deal, 2);
  await app.ok('acts.return', executor, { params: { act_id: returned! }, body: { reason: 'Сумма' } });
  await app.ok('acts.annul', executor, { params: { act_id: annulled! }, body: { reason: 'Дубль' } });
  expect((await unread(director)).toSorted()).toEqual(['act_annulled 1', 'act_returned 1']);
  await app.ok('acts.delete', director, { params: { act_id: returned! } });
  expect(await unread(director)).toEqual(['act_annulled 1']);
});
