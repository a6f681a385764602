import { TWO_PARTS } from '@kelisim/shared/kernel/sms-parts.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import {
  makeDeal,
  makeDraftAct,
  makeDraftContract,
  makeSentAct,
  makeSentActs,
  signBy,
  type Deal,
} from '../../../test/papers.ts';
import { makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';
import { gatherNotices } from '../notices/gather-notices.ts';
import { remindToSign } from '../notices/remind-to-sign.ts';
import { openMessage } from '../messages/public.ts';
import { signLinksOf } from './make-link.ts';

const { app, deal, director, executor } = await makeDealApp();
afterAll(() => app.close());
const db = app.parts.db;
const PHONE = '+77011112233';
const reach = (person: Person, phone: string) =>
  db
    .updateTable('users')
    .set({ phone, is_email_verified: true, is_phone_verified: true })
    .where('id', '=', person.user_id)
    .execute();
await db.updateTable('users').set({ is_email_verified: true }).execute();
await reach(executor, PHONE);
beforeEach(async () => {
  await gatherNotices(app.parts);
  for (const table of ['messages', 'message_requests', 'notices', 'paper_reminders'] as const)
    await app.owner.deleteFrom(table).execute();
});

type Channel = 'sms' | 'email';
const send = (act_ids: number[], channel: Channel = 'sms', by: Person = director) =>
  app.ok('quick_sign.send_acts', by, { body: { act_ids, channel } });
const outcomes = ({ items }: Awaited<ReturnType<typeof send>>) =>
  items.map(({ status, code }) => code ?? status);
const tokenIn = (text: string) => /\/sign\/([\w-]{22})\?l=(?:ru|kz)/.exec(text)?.[1] ?? '';
const open = (token: string) => app.ok('quick_sign.get', null, { params: { token } });

const linksOf = (id: number) => app.ok('quick_sign.list', director, { query: { doc_type: 'act', id } });

/** Messages as their receivers read them, and as the outbox keeps them. */
async function messages(kind: string) {
  const rows = await db.selectFrom('messages').selectAll().where('kind', '=', kind).orderBy('id').execute();
  return rows.map((row) => ({ ...row, text: openMessage(app.parts, row).body }));
}

async function anotherDeal(): Promise<Deal> {
  const other = await makeExecutor(app, deal.company, { algorithm: 'rsa' });
  await reach(other.person, `+7702${String(other.person.user_id).padStart(7, '0')}`);
  return makeDeal(app, deal.company, other);
}

test('an SMS brings the executor a link in their language, and nobody else can read it', async () => {
  await db.updateTable('users').set({ locale: 'kz' }).where('id', '=', executor.user_id).execute();
  const id = await makeSentAct(app, deal);
  expect(outcomes(await send([id]))).toEqual(['ok']);
  const [sms, ...more] = await messages('sign_link');
  expect(more).toEqual([]);
  expect(sms).toMatchObject({ channel: 'sms', recipient: PHONE, locale: 'kz' });
  expect(sms!.text).toMatch(/қол қоюыңызды сұрайды: № \d+\/\d{4} акт\. http\S+\/sign\/[\w-]{22}\?l=kz$/);
  expect(sms!.text.length).toBeLessThanOrEqual(TWO_PARTS);
  expect(sms!.body).not.toContain('/sign/');
  expect((await open(tokenIn(sms!.text))).item.id).toBe(id);
  await db.updateTable('users').set({ locale: 'ru' }).where('id', '=', executor.user_id).execute();
});

test('the deed is written down, and the page of the act says how its message fares', async () => {
  const id = await makeSentAct(app, deal);
  await send([id], 'email');
  const [letter] = await messages('sign_link');
  expect(letter).toMatchObject({ channel: 'email', recipient: executor.email });
  const list = async () => (await linksOf(id)).links;
  expect(await list()).toMatchObject([
    { channel: 'email', delivery: { state: 'waiting', sent_at: null }, opened_at: null, used_at: null },
  ]);
  await db
    .updateTable('messages')
    .set({ state: 'failed', gateway_says: '550 unknown user' })
    .where('id', '=', letter!.id)
    .execute();
  await open(tokenIn(letter!.text));
  const [link] = await list();
  expect(link).toMatchObject({ delivery: { state: 'failed', said: '550 unknown user' } });
  expect(link!.opened_at).not.toBeNull();
  const [last] = await app.ok('acts.history', director, { params: { act_id: id } });
  expect(last).toMatchObject({ action: 'send_link', means: 'email', from_status: 'sent', to_status: 'sent' });
});

test('several acts of one person are one message with their number; each person has their own', async () => {
  const other = await anotherDeal();
  const own = await makeSentActs(app, deal, 2);
  const theirs = await makeSentAct(app, other);
  const waiting = (await app.ok('acts.list', executor, { query: { waiting: true } })).total;
  expect(outcomes(await send([...own, theirs]))).toEqual(['ok', 'ok', 'ok']);
  const sent = await messages('sign_link');
  expect(sent).toHaveLength(2);
  expect(sent[0]!.recipient).toBe(PHONE);
  expect(sent[0]!.text).toContain(`актов: ${waiting}`);
  expect((await open(tokenIn(sent[1]!.text))).item.id).toBe(theirs);
});

test('whoever got one a moment ago gets no other: the row says when', async () => {
  const id = await makeSentAct(app, deal);
  expect(outcomes(await send([id]))).toEqual(['ok']);
  expect(outcomes(await send([id, id]))).toEqual(['too_many']);
  expect(await messages('sign_link')).toHaveLength(1);
  // What was not sent is not written down either.
  const history = await app.ok('acts.history', director, { params: { act_id: id } });
  expect(history.filter(({ action }) => action === 'send_link')).toHaveLength(1);
});

test('goes only to what was confirmed, and only for what waits for the executor', async () => {
  const other = await anotherDeal();
  await db
    .updateTable('users')
    .set({ is_phone_verified: false, is_email_verified: false })
    .where('id', '=', other.executor.person.user_id)
    .execute();
  const theirs = await makeSentAct(app, other);
  expect(outcomes(await send([theirs]))).toEqual(['quick_sign.no_sms']);
  expect(outcomes(await send([theirs], 'email'))).toEqual(['quick_sign.no_email']);
  const draft = (await makeDraftAct(app, deal)).id;
  const signed = await makeSentAct(app, deal);
  await signBy(app, executor, signed);
  expect(outcomes(await send([draft, signed, 999_999]))).toEqual([
    'act.wrong_state',
    'act.wrong_state',
    'not_found',
  ]);
  expect(await messages('sign_link')).toEqual([]);
});

test('contracts go the same way, with the right of contracts', async () => {
  const doc_id = await makeDraftContract(app, deal.company, deal.executor);
  await app.ok('documents.send', director, { params: { doc_id } });
  const body = { document_ids: [doc_id], channel: 'sms' as const };
  const acts_only = await makeEmployee(app, deal.company, ['manage_acts']);
  expect(await app.refused('quick_sign.send_documents', acts_only, { body })).toMatchObject({ status: 403 });
  await app.ok('quick_sign.send_documents', director, { body });
  const [sms] = await messages('sign_link');
  expect(await open(tokenIn(sms!.text))).toMatchObject({ doc_type: 'document', item: { id: doc_id } });
});

test('a name that is too long gives way, the link never does', async () => {
  const name = `Товарищество с ограниченной ответственностью «${'Очень длинное название '.repeat(4)}»`;
  const was = deal.company.name;
  await db.updateTable('companies').set({ name }).where('id', '=', deal.company.id).execute();
  await send([await makeSentAct(app, deal)]);
  const [sms] = await messages('sign_link');
  expect(sms!.text.length).toBeLessThanOrEqual(TWO_PARTS);
  expect(sms!.text).toContain('…');
  expect(tokenIn(sms!.text)).not.toBe('');
  await db.updateTable('companies').set({ name: was }).where('id', '=', deal.company.id).execute();
});

test('the SMS of a waiting act holds such a link beside the e-mail, unless it was turned off', async () => {
  const id = await makeSentAct(app, deal);
  await gatherNotices(app.parts, signLinksOf(app.parts));
  const [letter, sms, ...more] = await messages('act_sent');
  expect(more).toEqual([]);
  expect(letter!.text).toContain(`/lk/executor/acts/${id}`);
  expect(sms).toMatchObject({ channel: 'sms', recipient: PHONE });
  expect(sms!.text.length).toBeLessThanOrEqual(TWO_PARTS);
  expect((await open(tokenIn(sms!.text))).item.id).toBe(id);
  expect((await linksOf(id)).links).toMatchObject([{ channel: 'sms', delivery: { state: 'waiting' } }]);

  // A second act of the day is no second SMS, and no link that nobody has.
  const second = await makeSentAct(app, deal);
  await gatherNotices(app.parts, signLinksOf(app.parts));
  expect(await messages('act_sent')).toHaveLength(2);
  expect(await linksOf(second)).toEqual({
    signer: { name: deal.executor.name, phone: PHONE, email: executor.email },
    links: [],
  });

  await app.owner.deleteFrom('messages').execute();
  await app.ok('notices.choose', executor, { body: { kind: 'act_sent', channel: 'sms', is_on: false } });
  await makeSentAct(app, deal);
  await gatherNotices(app.parts, signLinksOf(app.parts));
  expect((await messages('act_sent')).map(({ channel }) => channel)).toEqual(['email']);
  await app.owner.deleteFrom('notice_choices').execute();
});

test('a reminder holds it too; who reminds the company itself gets none', async () => {
  const id = await makeSentAct(app, deal);
  const signed = await makeSentAct(app, deal);
  await signBy(app, executor, signed);
  await app.owner
    .updateTable('act_history')
    .set({ created_at: new Date(app.parts.clock.now().getTime() - 4 * 86_400_000) })
    .where('act_id', 'in', [id, signed])
    .execute();
  const noon = {
    ...app.parts,
    clock: { now: () => new Date(`${new Date().toISOString().slice(0, 10)}T07:00:00Z`) },
  };
  await remindToSign(noon, signLinksOf(app.parts));
  const texts = (await messages('sign_reminder')).map(({ channel, recipient, text }) => [
    `${channel} ${recipient}`,
    tokenIn(text) !== '',
  ]);
  expect(new Map(texts as [string, boolean][])).toEqual(
    new Map([
      [`email ${executor.email}`, false],
      [`sms ${PHONE}`, true],
      [`email ${director.email}`, false],
    ]),
  );
});
