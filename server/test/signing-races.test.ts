import { afterAll, expect, test } from 'vitest';
import type { Given } from './calls.ts';
import { holdInvariants } from './hold-invariants.ts';
import { makeTestApp, type TestApp } from './make-app.ts';
import { actBody, makeDeal, signaturesOf } from './papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from './people.ts';
import { makeManySentActs } from './quick-acts.ts';
import { isWhole } from './whole.ts';

/** Two processes of the product on one database. */
const one = await makeTestApp();
const two = await makeTestApp({ beside: one });
const company = await makeCompany(one, { algorithm: 'rsa' });
const deal = await makeDeal(one, company, await makeExecutor(one, company, { algorithm: 'rsa' }));
const [director, executor] = [company.director, deal.executor.person];
const deputy = await makeEmployee(one, company, ['manage_acts', 'sign'], ['organisation', 'right_to_sign']);
afterAll(async () => {
  await two.close();
  await one.close();
});

type Deed = [name: Parameters<TestApp['raw']>[0], by: Person, given: Given];

const ROUNDS = isWhole ? 200 : 40;
const RACED_AT_ONCE = 4;

type Signatures = { act_id: number; cms: string }[];

test('A-22: whoever signs, corrects, deletes, takes back or annuls at the same moment, one order of events came about', async () => {
  const signatureOf = (all: Signatures | undefined, id: number): Given => ({
    body: { signatures: [all!.find(({ act_id }) => act_id === id)!] },
  });
  let signed_by_both = 0;
  let stopped = 0;

  async function round(
    id: number,
    n: number,
    [byDirector, byDeputy, byExecutor]: Signatures[],
  ): Promise<void> {
    const of = { params: { act_id: id } };
    const because = { ...of, body: { reason: 'Спор' } };
    const ours: Deed = ['acts.sign', director, signatureOf(byDirector, id)];
    const signing: Deed[] = [
      ours,
      ours,
      ['acts.sign', deputy, signatureOf(byDeputy, id)],
      ['acts.sign', executor, signatureOf(byExecutor, id)],
    ];
    const against: Deed[] = [
      ['acts.annul', executor, because],
      ['acts.update', director, { ...of, body: actBody(deal, { title: `Круг ${n}` }) }],
      ['acts.delete', director, of],
      ['acts.recall', deputy, of],
      ['acts.return', executor, because],
    ];
    const deeds = [...signing, against[n % against.length]!];
    // Each round begins with another deed, each deed in either process.
    const turned = [...deeds.slice(n % deeds.length), ...deeds.slice(0, n % deeds.length)];
    const replies = await Promise.all(
      turned.map(([name, by, given], i) => ((n + i) % 2 === 0 ? one : two).raw(name, by, given)),
    );
    for (const reply of replies) expect([200, 404, 409], reply.text).toContain(reply.status);

    const { db } = one.parts;
    const act = await db.selectFrom('acts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom('signatures')
      .select(['side', 'is_current', 'version', 'file_id'])
      .where('act_id', '=', id)
      .execute();
    const current = rows.filter((row) => row.is_current);
    expect(new Set(current.map((row) => row.side)).size, `act ${id}`).toBe(current.length);
    for (const row of current)
      expect([row.version, row.file_id], `act ${id}`).toEqual([act.version, act.frozen_file_id]);
    const history = await db
      .selectFrom('act_history')
      .select(['from_status', 'to_status', 'action'])
      .where('act_id', '=', id)
      .orderBy('seq')
      .execute();
    // Each move begins where the one before it ended.
    for (const [i, move] of history.entries())
      if (i > 0) expect([id, move.from_status]).toEqual([id, history[i - 1]!.to_status]);
    expect(history.at(-1)!.to_status).toBe(act.status);
    // What is signed is neither corrected nor deleted.
    if (current.length > 0) expect([act.deleted_at, act.title]).toEqual([null, 'Курьерские услуги']);
    if (act.status === 'signed') signed_by_both++;
    else stopped++;
  }

  const ids = await makeManySentActs(one, deal, ROUNDS);
  const all: Signatures[] = [];
  // One after another: hundreds of signatures hold this thread, and a connection is not waited for without end.
  for (const person of [director, deputy, executor]) all.push(await signaturesOf(one, person, ids));
  for (let from = 0; from < ROUNDS; from += RACED_AT_ONCE)
    await Promise.all(ids.slice(from, from + RACED_AT_ONCE).map((id, place) => round(id, from + place, all)));
  // Both kinds of ends must have been seen, or nothing was raced.
  expect(Math.min(signed_by_both, stopped)).toBeGreaterThan(ROUNDS / 40);
  await holdInvariants(one);
});
