import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Given, Reply } from './calls.ts';
import { holdInvariants } from './hold-invariants.ts';
import { makeTestApp, type TestApp } from './make-app.ts';
import {
  actBody,
  makeDeal,
  makeDraftContract,
  makeSentActs,
  makeSignedActs,
  samplePdf,
  signaturesOf,
  stateOf,
  TODAY,
} from './papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from './people.ts';
import { signDigests } from './signing-keys.ts';
import { PATIENT } from './patience.ts';
import { isWhole } from './whole.ts';

/** Two processes of the product on one database; a click lands on either. */
const one = await makeTestApp();
const two = await makeTestApp({ beside: one });
const company = await makeCompany(one, { algorithm: 'rsa' });
const deal = await makeDeal(one, company, await makeExecutor(one, company, { algorithm: 'rsa' }));
const [director, executor] = [company.director, deal.executor.person];
const deputy = await makeEmployee(
  one,
  company,
  ['pay', 'manage_acts', 'sign'],
  ['organisation', 'right_to_sign'],
);
afterAll(async () => {
  await two.close();
  await one.close();
});

const either = (i: number) => (i % 2 === 0 ? one : two);
const orders = (act_ids: number[]) =>
  one.parts.db
    .selectFrom('payment_orders')
    .select(['act_id', 'status'])
    .where('act_id', 'in', act_ids)
    .execute();
const rows = (reply: Reply) => (reply.json as BulkAnswer).items;

describe('one order an act', () => {
  test('though a hundred pay it at once: two people, two tabs, two processes, the same click and the same key', async () => {
    for (let round = 0; round < (isWhole ? 4 : 1); round++) {
      const act_ids = await makeSignedActs(one, deal, 2);
      const keys = Array.from({ length: 20 }, () => randomUUID());
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, i) => {
          const key = keys[Math.floor(i / 5) % keys.length]!;
          const list = Math.floor(i / 5) % 2 ? act_ids : act_ids.toReversed();
          return either(i).raw(
            'acts.pay',
            i % 10 < 5 ? director : deputy,
            { body: { act_ids: list } },
            { key },
          );
        }),
      );
      for (const reply of replies) expect([reply.status, rows(reply).length], reply.text).toEqual([200, 2]);
      const codes = new Set(replies.flatMap((reply) => rows(reply).map((row) => row.code ?? row.status)));
      expect([...codes].toSorted()).toEqual(['act.already_paying', 'ok']);
      // The same key is the same answer, and each act was paid by exactly one of the runs.
      const runs = new Map(replies.map((reply) => [(reply.json as BulkAnswer).run_id, reply]));
      expect(runs.size).toBe(20);
      for (const id of act_ids) {
        const payers = [...runs.values()].filter((reply) =>
          rows(reply).some((row) => row.act_id === id && row.status === 'ok'),
        );
        expect(payers).toHaveLength(1);
      }
      expect((await orders(act_ids)).map((order) => order.act_id).toSorted((a, b) => a - b)).toEqual(act_ids);
    }
    await holdInvariants(one);
  });

  test('though the answer was lost and the call is made again', async () => {
    const address = new URL('/api/v1/doc/acts/pay', await one.listen());
    const act_ids = await makeSignedActs(one, deal, 3);
    const key = randomUUID();
    const payload = JSON.stringify({ act_ids });
    await new Promise<void>((done) => {
      const call = request(address, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${director.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
          'content-length': payload.length,
        },
      });
      call.on('error', () => done());
      call.end(payload, () => setTimeout(() => call.destroy(), 5));
      call.on('close', () => done());
    });
    const again = await two.ok('acts.pay', director, { body: { act_ids } }, { key });
    expect(again.items.map((row) => row.status)).toEqual(['ok', 'ok', 'ok']);
    expect(await orders(act_ids)).toHaveLength(3);
  });

  test('though the bank’s word comes to both processes at once', async () => {
    const act_ids = await makeSignedActs(one, deal, 6);
    await one.ok('acts.pay', director, { body: { act_ids } });
    one.watch();
    two.watch();
    await vi.waitFor(async () => {
      for (const id of act_ids) expect(await stateOf(one, id)).toBe('paid');
    }, PATIENT);
    const history = await one.parts.db
      .selectFrom('act_history')
      .select('act_id')
      .where('act_id', 'in', act_ids)
      .where('action', '=', 'settle')
      .execute();
    expect(history).toHaveLength(6);
    await holdInvariants(one);
  });
});

describe('one run a key', () => {
  test('though both processes are asked at once: equal answers', async () => {
    const act_ids = await makeSentActs(one, deal, 10);
    const signatures = await signaturesOf(one, executor, act_ids);
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        either(i).raw('acts.sign', executor, { body: { signatures } }, { key }),
      ),
    );
    for (const reply of replies) expect(reply.json).toEqual(replies[0]!.json);
    expect(rows(replies[0]!).every((row) => row.status === 'ok')).toBe(true);
    expect((await orders(act_ids)).length).toBe(0);
    const { count } = await one.parts.db
      .selectFrom('signatures')
      .select(sql<number>`count(*)`.as('count'))
      .where('act_id', 'in', act_ids)
      .executeTakeFirstOrThrow();
    expect(count).toBe(10);
  });

  test('the same key for something else is refused, for another person it is another key', async () => {
    const [first, second] = await makeSentActs(one, deal, 2);
    const key = randomUUID();
    const annul = (by: Person, id: number, app = one) =>
      app.raw('acts.annul_many', by, { body: { act_ids: [id], reason: 'x' } }, { key });
    expect(rows(await annul(director, first!))[0]!.status).toBe('ok');
    expect((await annul(director, second!, two)).json).toMatchObject({ code: 'idempotency_mismatch' });
    const otherCall = await two.raw('acts.delete_many', director, { body: { act_ids: [first!] } }, { key });
    expect([otherCall.status, (otherCall.json as { code: string }).code]).toEqual([
      422,
      'idempotency_mismatch',
    ]);
    expect(rows(await annul(executor, second!))[0]!.status).toBe('ok');
  });
});

describe('one thing a key', () => {
  test('though an act is made eight times at once, and once more when the answer was lost', async () => {
    const key = randomUUID();
    const body = actBody(deal, { title: 'Один раз' });
    const create = (i: number, change = {}, by = director) =>
      either(i).raw('acts.create', by, { body: { ...body, ...change } }, { key });
    // What was refused is forgotten with its change: the key is free when the field is right.
    expect((await create(0, { end_date: '2199-01-01' })).status).toBe(422);
    const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => create(i)));
    for (const reply of replies) expect(reply.json).toEqual(replies[0]!.json);
    expect((await create(9)).json).toEqual(replies[0]!.json);
    const { count } = await one.parts.db
      .selectFrom('acts')
      .select(sql<number>`count(*)`.as('count'))
      .where('title', '=', 'Один раз')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
    expect((await create(1, { title: 'Другой' })).json).toMatchObject({ code: 'idempotency_mismatch' });
    // Another user has separate keys.
    const theirs = await create(0, {}, deputy);
    expect([theirs.status, (theirs.json as { id: number }).id]).not.toEqual([
      200,
      (replies[0]!.json as { id: number }).id,
    ]);
  });

  test('though a contract is uploaded twice at once; another file under the key is refused', async () => {
    const key = randomUUID();
    const upload = (app: TestApp, bytes: Uint8Array) =>
      app.raw(
        'documents.create',
        director,
        {
          body: {
            title: 'Один договор',
            contractor_id: String(deal.executor.id),
            type_id: '1',
            start_date: TODAY,
            end_date: TODAY,
          },
          files: { file: { name: 'a.pdf', bytes } },
        },
        { key },
      );
    const bytes = await samplePdf();
    const replies = await Promise.all([upload(one, bytes), upload(two, bytes), upload(one, bytes)]);
    for (const reply of replies) expect(reply.json).toEqual(replies[0]!.json);
    expect(replies[0]!.status).toBe(200);
    const other = await upload(two, Buffer.concat([bytes, Buffer.from('\n')]));
    expect(other.json).toMatchObject({ code: 'idempotency_mismatch' });
  });
});

test('numbers stay unique and without a hole though twenty hands make a hundred acts', async () => {
  const company = await makeCompany(one, { algorithm: 'rsa' });
  const other = await makeDeal(one, company, await makeExecutor(one, company, { algorithm: 'rsa' }));
  const made: ActView[] = [];
  // More at once would wait for a connection longer than a busy machine gives them.
  const hands = Array.from({ length: 20 }, async (_, i) => {
    for (let n = 0; n < 5; n++)
      made.push(await either(i + n).ok('acts.create', company.director, { body: actBody(other) }));
  });
  await Promise.all(hands);
  const numbers = made.map((act) => Number(act.number.split('/')[0])).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
});

test('whatever both sides do with an act at the same moment, its history is one line of allowed moves', async () => {
  // `npm run attack races` goes on where this ends: two people, two processes, a thousand acts.
  const ids = await makeSentActs(one, deal, 24);
  const seen = new Set<string>();
  for (const [round, id] of ids.entries()) {
    // Where most rounds end alike, it goes on until one has ended otherwise.
    if (!isWhole && round >= 8 && seen.size > 1) break;
    const of = { params: { act_id: id } };
    const [ours] = await signaturesOf(one, director, [id]);
    const [deputys] = await signaturesOf(one, deputy, [id]);
    const [theirs] = await signaturesOf(one, executor, [id]);
    const reason = { ...of, body: { reason: 'Спор' } };
    const deeds: [Parameters<TestApp['raw']>[0], Person, Given][] = [
      ['acts.sign', director, { body: { signatures: [ours] } }],
      ['acts.sign', director, { body: { signatures: [ours] } }],
      ['acts.sign', deputy, { body: { signatures: [deputys] } }],
      ['acts.sign', executor, { body: { signatures: [theirs] } }],
      ['acts.recall', director, of],
      ['acts.annul', director, reason],
      ['acts.annul', executor, reason],
      ['acts.return', executor, reason],
      ['acts.update', director, { ...of, body: actBody(deal, { title: `Круг ${round}` }) }],
      ['acts.delete', deputy, of],
      ['acts.send', director, { body: { act_ids: [id] } }],
      ['acts.pay', deputy, { body: { act_ids: [id] } }],
      ['acts.refuse_annulment', executor, of],
    ];
    // Another order each round, each deed a moment apart from the others.
    const mixed = deeds.map((deed) => ({ deed, at: Math.random() * 30 }));
    const replies = await Promise.all(
      mixed.map(async ({ deed: [name, by, given], at }, i) => {
        await new Promise((resolve) => setTimeout(resolve, at));
        return either(i + round).raw(name, by, given);
      }),
    );
    for (const reply of replies) expect([200, 404, 409], reply.text).toContain(reply.status);
    seen.add(await lastState(id));
    await holdInvariants(one, ['I1', 'I5', 'I6', 'I7', 'I15', 'I19']);
  }
  expect(seen.size).toBeGreaterThan(1);
  await holdInvariants(one);
});

async function lastState(id: number): Promise<string> {
  const row = await one.parts.db
    .selectFrom('acts')
    .select(['status', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.deleted_at ? 'deleted' : row.status;
}

test('whatever both sides do with a contract at the same moment, its file is the one that was signed', async () => {
  const another = await samplePdf();
  for (let round = 0; round < (isWhole ? 10 : 3); round++) {
    const id = await makeDraftContract(one, deal.company, deal.executor);
    const of = { params: { doc_id: id } };
    const { file } = await one.ok('documents.send', director, of);
    const sign = async (by: Person): Promise<Given> => ({
      body: { signatures: [{ document_id: id, cms: await signDigests(by.key, file!) }] },
    });
    const [ours, theirs] = [await sign(director), await sign(executor)];
    const replies = await Promise.all([
      one.raw('documents.sign', director, ours),
      two.raw('documents.sign', executor, theirs),
      two.raw('documents.refuse', executor, { ...of, body: { reason: 'Нет' } }),
      one.raw('documents.replace', director, { ...of, files: { file: { name: 'b.pdf', bytes: another } } }),
      two.raw('documents.delete', director, of),
      one.raw('documents.send', director, of),
    ]);
    for (const reply of replies) expect([200, 404, 409], reply.text).toContain(reply.status);
  }
  await holdInvariants(one);
});
