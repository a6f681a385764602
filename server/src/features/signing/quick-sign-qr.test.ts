import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeDraftContract, makeSentAct, stateOf } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { testPhone } from '../../../test/phone.ts';

const app = await makeTestApp();
const phone = testPhone(app.http);
const company = await makeCompany(app);
const deal = await makeDeal(app, company, await makeExecutor(app, company));
afterAll(() => app.close());
beforeEach(() => app.parts.db.deleteFrom('sign_in_failures').execute());

const NOBODY = null;

async function makeLink(id: number, doc_type: 'act' | 'document' = 'act'): Promise<string> {
  const { url } = await app.ok('quick_sign.create', deal.company.director, { body: { doc_type, id } });
  return url.split('/').at(-1)!;
}
const codeOf = (token: string) => app.ok('quick_sign.qr', NOBODY, { params: { token } });
const progress = (token: string, session_id: number) =>
  app.ok('quick_sign.qr_check', NOBODY, { params: { token }, query: { session_id } });
const problem = (reply: { status: number; json: unknown }) =>
  `${reply.status} ${(reply.json as { code: string }).code}`;

/** Reads the code and shows the document, as the app does. */
async function scanned(text: string) {
  const { document } = await phone.invitation(text);
  return { document, shown: await phone.documents(document) };
}

test('nobody has signed in, the phone signs, and the link is used up', async () => {
  const id = await makeSentAct(app, deal);
  const token = await makeLink(id);
  const { item } = await app.ok('quick_sign.get', NOBODY, { params: { token } });
  const code = await codeOf(token);
  expect(code).toMatchObject({ doc_type: 'act', doc_ids: [id] });
  expect(code.mobile_link).toContain('https://m.egov.kz/mobileSign/?link=');
  const { document, shown } = await scanned(code.text!);
  expect((await progress(token, code.session_id)).session).toMatchObject({ state: 'opened' });

  const reply = await phone.put(document, await phone.sign(shown, deal.executor.person.key));
  expect(reply.status).toBe(200);
  // Back to what everybody may see: the link itself is a secret.
  expect(reply.json).toMatchObject({ backUrl: `http://localhost:4400/verify/${item.file.public_id}` });
  expect(await progress(token, code.session_id)).toMatchObject({
    items: [{ doc_id: id, is_signed: true }],
    session: { state: 'signed', signed_count: 1, errors: [] },
  });
  expect(await stateOf(app, id)).toBe('signed_by_executor');
  const [signature] = await app.parts.db
    .selectFrom('signatures')
    .select(['means', 'signer_company_id'])
    .where('act_id', '=', id)
    .execute();
  expect(signature).toEqual({ means: 'egov_mobile', signer_company_id: deal.executor.id });

  const again = await app.raw('quick_sign.get', NOBODY, { params: { token } });
  expect(again).toMatchObject({
    status: 409,
    json: { code: 'quick_sign.used', public_id: item.file.public_id },
  });
  expect(problem(await app.raw('quick_sign.qr', NOBODY, { params: { token } }))).toBe('409 act.wrong_state');
});

test('a contract is signed in the same way', async () => {
  const doc_id = await makeDraftContract(app, deal.company, deal.executor);
  await app.ok('documents.send', deal.company.director, { params: { doc_id } });
  const token = await makeLink(doc_id, 'document');
  const code = await codeOf(token);
  const { document, shown } = await scanned(code.text!);
  await phone.put(document, await phone.sign(shown, deal.executor.person.key));
  expect((await progress(token, code.session_id)).session).toMatchObject({ state: 'signed' });
});

test('another person’s phone is refused, and the signer may still use the same code', async () => {
  const id = await makeSentAct(app, deal);
  const token = await makeLink(id);
  const code = await codeOf(token);
  const { document, shown } = await scanned(code.text!);
  const stranger = await makeExecutor(app, deal.company);
  const refused = await phone.put(document, await phone.sign(shown, stranger.person.key));
  expect(problem(refused)).toBe('403 signature.other_person');
  expect(await stateOf(app, id)).toBe('sent');
  expect((await progress(token, code.session_id)).session?.errors).toMatchObject([
    { doc_id: id, code: 'signature.other_person' },
  ]);
  expect((await phone.put(document, await phone.sign(shown, deal.executor.person.key))).status).toBe(200);
});

test('one link sees nothing of another, and a dead one makes no code', async () => {
  const [one, other] = [
    await makeLink(await makeSentAct(app, deal)),
    await makeLink(await makeSentAct(app, deal)),
  ];
  const code = await codeOf(one);
  expect((await progress(one, code.session_id)).session).not.toBeNull();
  expect((await progress(other, code.session_id)).session).toBeNull();
  const token = 'ab'.repeat(32);
  expect(problem(await app.raw('quick_sign.qr', NOBODY, { params: { token } }))).toBe('404 not_found');
  const query = { session_id: code.session_id };
  expect(problem(await app.raw('quick_sign.qr_check', NOBODY, { params: { token }, query }))).toBe(
    '404 not_found',
  );
});

test('a newer code of the link ends the one before', async () => {
  const token = await makeLink(await makeSentAct(app, deal));
  const first = await codeOf(token);
  await codeOf(token);
  expect((await progress(token, first.session_id)).session).toMatchObject({ state: 'expired' });
  expect(problem(await phone.scan(first.text!))).toBe('403 qr.expired');
});

test('neither the address of the link nor its key lies readable', async () => {
  const token = await makeLink(await makeSentAct(app, deal));
  const { session_id } = await codeOf(token);
  const row = await app.parts.db
    .selectFrom('qr_sessions')
    .selectAll()
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(token);
});
