import type { QuickSign } from '@kelisim/shared/features/quick-sign/quick-sign.contract.ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import {
  actBody,
  makeDeal,
  makeDraftAct,
  makeDraftContract,
  makeSentAct,
  signBy,
  stateOf,
} from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor } from '../../../test/people.ts';
import { signDigests, type SigningKey } from '../../../test/signing-keys.ts';

const { app, deal } = await makeDealApp({
  company: { algorithm: 'gost512' },
  executor: { algorithm: 'gost512' },
});
afterAll(() => app.close());
beforeEach(() => app.parts.db.deleteFrom('sign_in_failures').execute());

const NOBODY = null;
const tokenOf = (url: string) => url.split('/').at(-1)!;

async function makeLink(id: number, doc_type: 'act' | 'document' = 'act'): Promise<string> {
  const { url } = await app.ok('quick_sign.create', deal.company.director, { body: { doc_type, id } });
  return tokenOf(url);
}

const open = (token: string) => app.ok('quick_sign.get', NOBODY, { params: { token } });
const signLink = (token: string, cms: string) =>
  app.raw('quick_sign.sign', NOBODY, { params: { token }, body: { cms } });
const signed = (asked: QuickSign, key: SigningKey = deal.executor.person.key) =>
  signDigests(key, asked.item.file);
const problem = (reply: { status: number; json: unknown }) =>
  `${reply.status} ${(reply.json as { code: string }).code}`;

async function signaturesOf(act_id: number) {
  return app.parts.db.selectFrom('signatures').selectAll().where('act_id', '=', act_id).execute();
}

describe('the link', () => {
  test('is for the executor and three days, and lies hashed', async () => {
    const id = await makeSentAct(app, deal);
    const made = await app.ok('quick_sign.create', deal.company.director, { body: { doc_type: 'act', id } });
    expect(made.url).toMatch(/^http:\/\/localhost:4400\/sign\/[\w-]{22}$/);
    expect(made.signer_name).toBe(deal.executor.name);
    const hours = (Date.parse(made.expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThan(72.1);

    const row = await app.parts.db
      .selectFrom('quick_signs')
      .selectAll()
      .where('act_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toEqual(createHash('sha256').update(tokenOf(made.url)).digest());
    expect(row.signer_user_id).toBe(deal.executor.person.user_id);
    expect(JSON.stringify(row)).not.toContain(tokenOf(made.url));
  });

  test('is made by those who manage acts of this company alone', async () => {
    const body = { doc_type: 'act', id: await makeSentAct(app, deal) };
    const ask = (by: { token: string } | null) => app.raw('quick_sign.create', by, { body });
    const stranger = await makeCompany(app);
    const reader = await makeEmployee(app, deal.company, []);
    const manager = await makeEmployee(app, deal.company, ['manage_acts']);
    expect(problem(await ask(null))).toBe('401 unauthorized');
    expect(problem(await ask(deal.executor.person))).toBe('403 forbidden');
    expect(problem(await ask(reader))).toBe('403 forbidden');
    expect(problem(await ask(stranger.director))).toBe('404 not_found');
    expect((await ask(manager)).status).toBe(200);
  });

  test('is not made for what its reader could not sign', async () => {
    const ask = (id: number) =>
      app.raw('quick_sign.create', deal.company.director, { body: { doc_type: 'act', id } });
    expect(problem(await ask(999_999))).toBe('404 not_found');
    expect(problem(await ask((await makeDraftAct(app, deal)).id))).toBe('409 act.wrong_state');
    const done = await makeSentAct(app, deal);
    await signBy(app, deal.executor.person, done);
    expect(problem(await ask(done))).toBe('409 act.wrong_state');
  });
});

describe('the page behind it', () => {
  test('says what is asked, by whom, of whom, and shows the very bytes', async () => {
    const id = await makeSentAct(app, deal);
    const token = await makeLink(id);
    const asked = await open(token);
    const { iin } = deal.executor.person;
    expect(asked).toMatchObject({
      doc_type: 'act',
      company: deal.company.name,
      signer_name: deal.executor.name,
      signer_iin: `${iin.slice(0, 4)}••••••${iin.slice(-2)}`,
      used_at: null,
      item: { id, amount: '4500.00' },
    });
    expect(JSON.stringify(asked)).not.toContain(iin);

    const bytes = await app.ok('quick_sign.file', NOBODY, { params: { token } });
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(asked.item.file.sha256);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('is not found by another token or a broken one, all in the same words', async () => {
    const token = await makeLink(await makeSentAct(app, deal));
    const { item } = await open(token);
    const cms = await signDigests(deal.executor.person.key, item.file);
    const messages = new Set<string>();
    for (const one of ['a'.repeat(64), token.slice(0, 21), `${token}0`, token.toUpperCase()]) {
      for (const call of ['quick_sign.get', 'quick_sign.file', 'quick_sign.sign'] as const) {
        const given = { params: { token: one }, ...(call === 'quick_sign.sign' ? { body: { cms } } : {}) };
        const { status, code, message } = await app.refused(call, NOBODY, given);
        expect([call, status, code]).toEqual([call, 404, 'not_found']);
        messages.add(message);
      }
      await app.parts.db.deleteFrom('sign_in_failures').execute();
    }
    expect(messages.size).toBe(1);
    expect(await stateOf(app, item.id)).toBe('sent');
  });

  test('is gone when the document was changed, and a new link leads to the new one', async () => {
    const { director } = deal.company;
    const id = await makeSentAct(app, deal);
    const token = await makeLink(id);
    const before = await open(token);
    const cms = await signed(before);

    expect(await app.ok('quick_sign.changes', NOBODY, { params: { token } })).toBeNull();
    const params = { act_id: id };
    await app.ok('acts.recall', director, { params });
    const { version } = await app.ok('acts.get', director, { params });
    await app.ok('acts.update', director, {
      params,
      body: { ...actBody(deal, { title: 'Другая работа' }), version },
    });
    await app.ok('acts.send', director, { body: { act_ids: [id] } });

    const ended = await app.raw('quick_sign.get', NOBODY, { params: { token } });
    expect(problem(ended)).toBe('409 quick_sign.ended');
    expect(ended.json).toMatchObject({ reason: 'replaced', company: deal.company.name });
    for (const call of ['quick_sign.file', 'quick_sign.changes'] as const)
      expect(problem(await app.raw(call, NOBODY, { params: { token } })), call).toBe('409 quick_sign.ended');
    expect(problem(await signLink(token, cms))).toBe('409 quick_sign.ended');
    const again = await makeLink(id);
    const after = await open(again);
    expect(after.item.file.sha256).not.toBe(before.item.file.sha256);
    // It says in what it differs from what was sent before, as the page of the act does.
    expect([before.has_earlier, after.has_earlier]).toEqual([false, true]);
    const changes = (to: string) => app.raw('quick_sign.changes', NOBODY, { params: { token: to } });
    const seen = await app.ok('acts.changes', deal.executor.person, { params });
    expect(seen?.lines).toHaveLength(0);
    expect((await changes(again)).json).toEqual(seen);
    expect(await stateOf(app, id)).toBe('sent');
  });

  test('asks no more than ten guesses of an address', async () => {
    const token = await makeLink(await makeSentAct(app, deal));
    for (let i = 0; i < 10; i++) {
      const params = { token: String(i).repeat(64) };
      expect(problem(await app.raw('quick_sign.get', NOBODY, { params }))).toBe('404 not_found');
    }
    // Even the right one waits now: an answer would say that it is right.
    const reply = await app.raw('quick_sign.get', NOBODY, { params: { token } });
    expect(problem(reply)).toBe('429 too_many');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    await app.parts.db.deleteFrom('sign_in_failures').execute();
    expect((await open(token)).signer_name).toBe(deal.executor.name);
  });
});

describe('the signature', () => {
  test('is taken once; the same again is the same, another one is not needed', async () => {
    const id = await makeSentAct(app, deal);
    const token = await makeLink(id);
    const asked = await open(token);
    const cms = await signed(asked);
    const answer = { signed: true, pending_proof: false, public_id: asked.item.file.public_id };
    expect((await signLink(token, cms)).json).toEqual(answer);
    expect((await signLink(token, cms)).json).toEqual(answer);

    const another = await signLink(token, await signed(asked));
    expect(problem(another)).toBe('409 quick_sign.used');
    const page = await app.raw('quick_sign.get', NOBODY, { params: { token } });
    expect(problem(page)).toBe('409 quick_sign.used');
    expect((page.json as { public_id: string }).public_id).toBe(asked.item.file.public_id);

    const rows = await signaturesOf(id);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      side: 'executor',
      means: 'quick_sign',
      user_id: deal.executor.person.user_id,
      iin: deal.executor.person.iin,
    });
    expect(await stateOf(app, id)).toBe('signed_by_executor');
  });

  test('pressed five times at once is one signature', async () => {
    const id = await makeSentAct(app, deal);
    const token = await makeLink(id);
    const cms = await signed(await open(token));
    const replies = await Promise.all(Array.from({ length: 5 }, () => signLink(token, cms)));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200]);
    expect(await signaturesOf(id)).toHaveLength(1);
  });

  test('of another person, over another file or with a changed byte moves nothing', async () => {
    const id = await makeSentAct(app, deal);
    const token = await makeLink(id);
    const asked = await open(token);
    const other = await open(await makeLink(await makeSentAct(app, deal)));
    const stranger = await makeExecutor(app, deal.company);
    const cms = await signed(asked);
    const bytes = Buffer.from(cms, 'base64');
    bytes[bytes.length - 1]! ^= 1;

    const refusals = [
      await signLink(token, await signed(asked, stranger.person.key)),
      await signLink(token, await signed(asked, deal.company.director.key)),
      await signLink(token, await signed(other)),
      await signLink(token, bytes.toString('base64')),
      await signLink(token, Buffer.from('подпись').toString('base64')),
    ];
    expect(refusals.map(problem)).toEqual([
      '403 signature.other_person',
      '403 signature.other_person',
      '403 signature.other_file',
      '403 signature.invalid',
      '403 signature.invalid',
    ]);
    expect(await signaturesOf(id)).toEqual([]);
    expect(await stateOf(app, id)).toBe('sent');
    expect((await open(token)).used_at).toBeNull();
    expect((await signLink(token, cms)).status).toBe(200);
  });

  test('by a link is a signature like any other: the company signs after it', async () => {
    const id = await makeSentAct(app, deal);
    const token = await makeLink(id);
    await signLink(token, await signed(await open(token)));
    await signBy(app, deal.company.director, id);
    expect(await stateOf(app, id)).toBe('signed');
    const { signatures } = await app.ok('acts.get', deal.executor.person, { params: { act_id: id } });
    expect(signatures.map((one) => one.side).sort()).toEqual(['business', 'executor']);
  });

  test('signs a contract as well as an act', async () => {
    const doc_id = await makeDraftContract(app, deal.company, deal.executor);
    await app.ok('documents.send', deal.company.director, { params: { doc_id } });
    const token = await makeLink(doc_id, 'document');
    const asked = await open(token);
    expect(asked).toMatchObject({ doc_type: 'document', item: { id: doc_id, amount: null } });
    expect((await signLink(token, await signed(asked))).status).toBe(200);
    const { status } = await app.ok('documents.get', deal.executor.person, { params: { doc_id } });
    expect(status.code).toBe('signed_by_executor');
  });

  test('is refused of somebody who has left', async () => {
    const executor = await makeExecutor(app, deal.company);
    const own = await makeDeal(app, deal.company, executor);
    const id = await makeSentAct(app, own);
    const token = await makeLink(id);
    const cms = await signed(await open(token), executor.person.key);
    await app.parts.db
      .updateTable('memberships')
      .set({ ended_at: new Date() })
      .where('user_id', '=', executor.person.user_id)
      .execute();
    expect((await signLink(token, cms)).status).toBe(403);
    expect(await stateOf(app, id)).toBe('sent');
  });
});
