import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import { makeDraftContract, makeSentAct, signBy, stateOf } from '../../../test/papers.ts';
import { readLiveCode } from '../messages/public.ts';
import { signDigests } from '../../../test/signing-keys.ts';

const { app, deal, director, executor } = await makeDealApp();
afterAll(() => app.close());
beforeEach(() => app.parts.db.deleteFrom('sign_in_failures').execute());

async function makeLink(id: number, doc_type: 'act' | 'document' = 'act') {
  const { url } = await app.ok('quick_sign.create', director, { body: { doc_type, id } });
  return { params: { token: url.split('/').at(-1)! } };
}
const open = (of: { params: { token: string } }) => app.ok('quick_sign.get', null, of);
async function sign(of: { params: { token: string } }) {
  const { item } = await open(of);
  const cms = await signDigests(executor.key, item.file);
  return app.ok('quick_sign.sign', null, { ...of, body: { cms } });
}

describe('what is read before it is signed', () => {
  test('is the act as text, and the same lies inside the PDF whose bytes are signed', async () => {
    const id = await makeSentAct(app, deal, { additional_info: 'Оплата <на> карту' });
    const of = await makeLink(id);
    const { paper, item, company_phone } = await open(of);
    expect(paper).toMatchObject({
      number: expect.stringMatching(/^\d+\/\d{4}$/),
      total: '4500.00',
      additional_info: 'Оплата <на> карту',
      services: [{ amount: '4500.00' }],
    });
    expect(company_phone).toBe(
      (await app.ok('acts.get', executor, { params: { act_id: id } })).company.phone,
    );

    const pdf = await app.ok('quick_sign.file', null, of);
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(item.file.sha256);
    const files = await app.parts.pdf.files.read(pdf);
    expect(files?.map(({ name }) => name)).toEqual(['act.json']);
    const inside = JSON.parse(Buffer.from(files![0]!.bytes).toString('utf8')) as object;
    expect(inside).toMatchObject({
      form: 'kz.r-1',
      public_id: item.file.public_id,
      customer: { bin: deal.company.bin },
      ...paper,
    });
  });

  test('is no text where the rows are no more what was hashed, nor of a contract', async () => {
    const id = await makeSentAct(app, deal);
    const of = await makeLink(id);
    await app.owner
      .updateTable('acts')
      .set({ content_hash: Buffer.alloc(32) })
      .where('id', '=', id)
      .execute();
    expect((await open(of)).paper).toBeNull();
    const doc_id = await makeDraftContract(app, deal.company, deal.executor);
    await app.ok('documents.send', director, { params: { doc_id } });
    expect(await open(await makeLink(doc_id, 'document'))).toMatchObject({ paper: null, withheld: null });
  });
});

describe('who does not sign', () => {
  test('returns the act with a reason, and the link ends with it', async () => {
    const id = await makeSentAct(app, deal);
    const of = await makeLink(id);
    const body = { reason: 'Сумма неверна: было 12 заказов' };
    expect(await app.ok('quick_sign.return', null, { ...of, body })).toEqual({ returned: true });
    expect(await stateOf(app, id)).toBe('returned');
    const [last] = await app.ok('acts.history', director, { params: { act_id: id } });
    expect(last).toMatchObject({
      action: 'return',
      note: body.reason,
      means: 'quick_sign',
      side: 'executor',
    });
    const again = await app.raw('quick_sign.return', null, { ...of, body });
    expect(again.json).toMatchObject({ code: 'quick_sign.ended', reason: 'returned' });
  });

  test('cannot return what they have signed', async () => {
    const id = await makeSentAct(app, deal);
    const of = await makeLink(id);
    await sign(of);
    const refused = await app.refused('quick_sign.return', null, { ...of, body: { reason: 'x' } });
    expect(refused.code).toBe('quick_sign.used');
    expect(await stateOf(app, id)).toBe('signed_by_executor');
  });

  test('asks a question that the company finds at the act, ten at most', async () => {
    const id = await makeSentAct(app, deal);
    const of = await makeLink(id);
    const ask = (question: string) => app.raw('quick_sign.ask', null, { ...of, body: { question } });
    for (let i = 1; i <= 10; i++) expect((await ask(`Вопрос ${i}`)).status).toBe(200);
    const refused = await ask('Ещё один');
    expect([refused.status, refused.json]).toMatchObject([429, { code: 'quick_sign.questions' }]);
    const comments = await app.ok('act_comments.list', director, { params: { act_id: id } });
    expect(comments).toHaveLength(10);
    expect(comments[0]).toMatchObject({ comment: 'Вопрос 1', side: 'executor', is_unread: true });
  });

  test('reads by the same link who answered, when and what, and nothing of other acts', async () => {
    const [id, other] = [await makeSentAct(app, deal), await makeSentAct(app, deal)];
    const of = await makeLink(id);
    expect((await open(of)).said).toEqual([]);
    const asked = await app.ok('quick_sign.ask', null, { ...of, body: { question: 'За какой месяц?' } });
    expect(asked.said).toMatchObject([{ seq: 1, side: 'executor', comment: 'За какой месяц?' }]);
    const say = (act_id: number, comment: string) =>
      app.ok('act_comments.add', director, { body: { act_id, comment } });
    await say(other, 'О другом акте');
    const answer = await say(id, 'За октябрь');
    expect((await open(of)).said).toEqual([
      ...asked.said,
      {
        seq: 2,
        side: 'business',
        name: answer.user_name,
        comment: 'За октябрь',
        created_at: answer.created_at,
      },
    ]);
  });

  test('does neither with a contract', async () => {
    const doc_id = await makeDraftContract(app, deal.company, deal.executor);
    await app.ok('documents.send', director, { params: { doc_id } });
    const of = await makeLink(doc_id, 'document');
    const codes = [
      (await app.refused('quick_sign.return', null, { ...of, body: { reason: 'x' } })).code,
      (await app.refused('quick_sign.ask', null, { ...of, body: { question: 'x' } })).code,
    ];
    expect(codes).toEqual(['quick_sign.act_only', 'quick_sign.act_only']);
  });
});

describe('what comes after the signature', () => {
  const after = (of: { params: { token: string } }) => app.ok('quick_sign.after', null, of);

  test('is said only to whoever has signed', async () => {
    const of = await makeLink(await makeSentAct(app, deal));
    expect((await app.refused('quick_sign.after', null, of)).code).toBe('quick_sign.not_signed');
    expect((await app.refused('quick_sign.next', null, of)).code).toBe('quick_sign.not_signed');
  });

  test('is the company’s signature, then the money by its term, and how late it is', async () => {
    const id = await makeSentAct(app, deal);
    const of = await makeLink(id);
    await sign(of);
    expect(await after(of)).toMatchObject({
      waits_for: 'company',
      company: deal.company.name,
      expected_on: null,
    });
    await app.parts.db
      .updateTable('companies')
      .set({ payment_term_days: 5 })
      .where('id', '=', deal.company.id)
      .execute();
    await signBy(app, director, id);
    const soon = await after(of);
    expect(soon).toMatchObject({ waits_for: 'payment', term_days: 5, late_days: 0 });
    expect(soon.expected_on).not.toBeNull();
    const before = new Date(app.parts.clock.now().getTime() - 8 * 86_400_000);
    await app.owner.updateTable('act_history').set({ created_at: before }).where('act_id', '=', id).execute();
    expect(await after(of)).toMatchObject({ waits_for: 'payment', late_days: 3 });
    const home = await app.ok('home.analytics', executor, {});
    expect('coming' in home && home.coming.find((one) => one.act_id === id)).toMatchObject({
      term_days: 5,
      late_days: 3,
    });
  });

  test('is the next paper, for a quarter of an hour', async () => {
    const [one, other] = [await makeSentAct(app, deal), await makeSentAct(app, deal)];
    const of = await makeLink(one);
    await sign(of);
    const { waiting } = await after(of);
    expect(waiting).toBeGreaterThan(0);
    const { url } = await app.ok('quick_sign.next', null, of);
    const next = { params: { token: url!.split('/').at(-1)! } };
    expect((await open(next)).item.id).toBeLessThanOrEqual(other);
    await app.owner
      .updateTable('quick_signs')
      .set({ used_at: new Date(Date.now() - 16 * 60_000) })
      .where('act_id', '=', one)
      .execute();
    expect((await app.refused('quick_sign.next', null, of)).code).toBe('quick_sign.sign_in_for_next');
  });
});

describe('a link that has ended', () => {
  const PHONE = '+77015554433';
  const why = async (of: { params: { token: string } }) => (await app.raw('quick_sign.get', null, of)).json;
  const end = (id: number) =>
    app.parts.db
      .updateTable('quick_signs')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('act_id', '=', id)
      .execute();
  const codeTo = async (of: { params: { token: string } }) => {
    await app.owner.deleteFrom('message_requests').execute();
    await app.ok('quick_sign.code', null, of);
    return (await readLiveCode(app.parts, PHONE))!;
  };

  test('says why and of whom, and hides the phone', async () => {
    await app.parts.db
      .updateTable('users')
      .set({ phone: PHONE, is_phone_verified: true })
      .where('id', '=', executor.user_id)
      .execute();
    const id = await makeSentAct(app, deal);
    const of = await makeLink(id);
    await end(id);
    const said = await why(of);
    expect(said).toMatchObject({ code: 'quick_sign.ended', reason: 'expired', company: deal.company.name });
    expect(JSON.stringify(said)).not.toContain(PHONE);
    await app.ok('acts.recall', director, { params: { act_id: id } });
    expect(await why(of)).toMatchObject({ reason: 'recalled' });
  });

  test('opens a new one by a code to that phone while the act waits', async () => {
    const id = await makeSentAct(app, deal);
    const of = await makeLink(id);
    await end(id);
    const code = await codeTo(of);
    const wrong = code === '000000' ? '000001' : '000000';
    const refused = await app.refused('quick_sign.open', null, { ...of, body: { code: wrong } });
    expect(refused.code).toBe('code.wrong');
    const { url, session } = await app.ok('quick_sign.open', null, { ...of, body: { code } });
    expect(session).toBeNull();
    expect((await open({ params: { token: url!.split('/').at(-1)! } })).item.id).toBe(id);
    // A code is good once, and for its own link.
    expect((await app.refused('quick_sign.open', null, { ...of, body: { code } })).code).toBe('code.over');
  });

  test('that was used leads into the account of whom it was for', async () => {
    const of = await makeLink(await makeSentAct(app, deal));
    await sign(of);
    expect(await why(of)).toMatchObject({ code: 'quick_sign.used', company: deal.company.name });
    const { url, session } = await app.ok('quick_sign.open', null, {
      ...of,
      body: { code: await codeTo(of) },
    });
    expect(url).toBeNull();
    expect(session).toHaveProperty('access_token');
  });
});
