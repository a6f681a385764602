import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { fingerprint } from '../../../test/fingerprint.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  allDone,
  makeDraftContract,
  makeSignedActs,
  samplePdf,
  signContractBy,
  TODAY,
} from '../../../test/papers.ts';
import { makeAdministrator, makeCompany, makeExecutor } from '../../../test/people.ts';
import { countMarks } from '../../../test/sample-marks.ts';
import { acceptDueHands } from './answer-hand.ts';
import { afterWorkingDays } from '../../platform/working-days.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const maker = await makeExecutor(app, company, { algorithm: 'rsa' });
const [director, executor] = [company.director, maker.person];
await app.parts.db.updateTable('users').set({ is_email_verified: true }).execute();
afterAll(() => app.close());

const of = (doc_id: number) => ({ params: { doc_id } });
const reason = { reason: ' Это не моя подпись ' };
const stateOf = async (id: number) => (await app.ok('documents.get', director, of(id))).status.code;
const mark = async (id: number, bytes?: Uint8Array, by = director) =>
  app.raw('documents.sign_by_hand', by, {
    body: { document_id: String(id) },
    files: { file: { name: 'скан.pdf', bytes: bytes ?? (await samplePdf()) } },
  });
async function marked(): Promise<number> {
  const id = await makeDraftContract(app, company, maker);
  expect((await mark(id)).status).toBe(200);
  return id;
}
const told = async (kind: string) =>
  (await app.parts.db.selectFrom('messages').select('id').where('kind', '=', kind).execute()).length;
/** The clock of the product comes by at that moment. */
const tick = (at: string) => acceptDueHands({ ...app.parts, clock: { now: () => new Date(at) } });
const countsOn = async (id: number) => (await app.ok('documents.get', director, of(id))).hand!.counts_on!;

test('a contract signed on paper counts when the executor says so, and the scan lies beside it', async () => {
  const waits = async (by = executor) =>
    (await app.ok('documents.list', by, { query: { waiting: true } })).items.map((item) => item.id);
  const onHome = async () => (await app.ok('home.analytics', executor, {})).contracts_pending_sign;
  const before = await onHome();
  const id = await marked();
  expect(await waits()).toContain(id);
  expect(await waits(director)).not.toContain(id);
  expect(await onHome()).toBe(before + 1);
  const view = await app.ok('documents.get', executor, of(id));
  expect(view).toMatchObject({
    status: { code: 'signed_by_hand' },
    hand: { state: 'waiting', confirmed_at: null },
    customer_signed_at: null,
  });
  // The draft was frozen with it: both look at the same bytes.
  expect(view.file).not.toBeNull();
  // Both say once that they are of a sandbox.
  for (const call of ['documents.scan', 'documents.file'] as const)
    expect(await countMarks(await app.ok(call, executor, of(id)))).toEqual([1]);
  expect(await told('contract_signed_by_hand')).toBe(1);
  for (let again = 0; again < 2; again++) await app.ok('documents.confirm_hand', executor, of(id));
  expect(await waits()).not.toContain(id);
  expect(await app.ok('documents.get', director, of(id))).toMatchObject({
    status: { code: 'signed' },
    hand: { state: 'settled', confirmed_at: expect.any(String) },
    customer_signed_at: expect.any(String),
    contractor_signed_at: expect.any(String),
  });
  expect(
    (await app.ok('documents.history', executor, of(id))).map(({ action, side, person }) => [
      action,
      side,
      person,
    ]),
  ).toEqual([
    ['confirm_hand', 'executor', expect.any(String)],
    ['sign_by_hand', 'business', null],
    ['send', 'business', null],
  ]);
  await makeSignedActs(app, { company, executor: maker, contract_id: id }, 1);
});

test('without a scan silence never counts, and the executor’s own word does', async () => {
  const id = await makeDraftContract(app, company, maker);
  const view = await app.ok('documents.sign_by_hand', director, { body: { document_id: id } });
  expect(view).toMatchObject({ status: { code: 'signed_by_hand' }, hand: { counts_on: null } });
  expect(await told('contract_without_scan')).toBe(1);
  expect((await app.refused('documents.scan', executor, of(id))).code).toBe('document.no_scan');
  await tick('2099-01-01T12:00:00Z');
  expect(await stateOf(id)).toBe('signed_by_hand');
  await app.ok('documents.confirm_hand', executor, of(id));
  expect(await stateOf(id)).toBe('signed');
});

test('silence counts from the day after five working days on, and not a moment before', async () => {
  const id = await marked();
  const day = await countsOn(id);
  expect(day).toBe(afterWorkingDays(TODAY, 5, new Map()));
  // Almaty is five hours ahead: its day begins at 19:00 of the day before.
  await tick(`${addDays(day, -1)}T18:59:59Z`);
  expect(await stateOf(id)).toBe('signed_by_hand');
  await tick(`${addDays(day, -1)}T19:00:00Z`);
  expect(await stateOf(id)).toBe('signed');
  expect((await app.ok('documents.history', director, of(id)))[0]).toMatchObject({
    action: 'accept_hand',
    side: 'clock',
  });
});

test('a dispute stops new payments under the contract until support has decided', async () => {
  const id = await marked();
  await tick(`${await countsOn(id)}T12:00:00Z`);
  const [first, second] = await makeSignedActs(app, { company, executor: maker, contract_id: id }, 2);
  await app.ok('documents.dispute_hand', executor, { ...of(id), body: reason });
  expect(await stateOf(id)).toBe('signed_by_hand');
  expect(await told('contract_disputed')).toBe(1);
  const pay = async (act_id: number) =>
    (await app.ok('acts.pay', director, { body: { act_ids: [act_id] } })).items[0]!;
  expect(await pay(first!)).toMatchObject({ status: 'failed', code: 'payment.contract_disputed' });
  const both = await app.ok('acts.pay', director, { body: { act_ids: [first!, second!] } });
  expect(both.items.map(({ code }) => code)).toEqual(Array(2).fill('payment.contract_disputed'));
  // Silence counts no more.
  await tick('2099-01-01T12:00:00Z');
  expect(await stateOf(id)).toBe('signed_by_hand');
  expect((await app.refused('documents.confirm_hand', executor, of(id))).code).toBe('document.hand_disputed');

  const support = await makeAdministrator(app, ['support']);
  const list = await app.ok('documents.disputes', support, { query: {} });
  expect(list.items).toMatchObject([{ document_id: id, reason: 'Это не моя подпись' }]);
  expect(await app.ok('documents.disputed_scan', support, of(id))).toEqual(
    await app.ok('documents.scan', director, of(id)),
  );
  const decide = (decision: 'uphold' | 'reject') => ({ ...of(id), body: { decision, reason: 'Экспертиза' } });
  await app.ok('documents.decide_dispute', support, decide('uphold'));
  expect((await app.refused('documents.decide_dispute', support, decide('reject'))).status).toBe(404);
  expect(await stateOf(id)).toBe('signed');
  expect(await told('contract_dispute_decided')).toBe(2);
  const log = await app.parts.db
    .selectFrom('security_events')
    .select(['kind', 'company_id', 'detail'])
    .where('user_id', '=', support.user_id)
    .execute();
  const detail = { document_id: id, decision: 'uphold', reason: 'Экспертиза' };
  expect(log).toEqual([{ kind: 'dispute_decided', company_id: company.id, detail }]);
  expect((await app.refused('documents.dispute_hand', executor, { ...of(id), body: reason })).code).toBe(
    'document.hand_settled',
  );
  expect((await pay(second!)).status).toBe('ok');
});

test('a signature that support does not recognise makes the contract a refused one', async () => {
  const id = await makeDraftContract(app, company, maker);
  await app.ok('documents.send', director, of(id));
  allDone(await signContractBy(app, director, id));
  expect((await mark(id)).status).toBe(200);
  await app.ok('documents.dispute_hand', executor, { ...of(id), body: reason });
  const support = await makeAdministrator(app, ['support']);
  await app.ok('documents.decide_dispute', support, {
    ...of(id),
    body: { decision: 'reject', reason: 'Подпись другая' },
  });
  expect(await app.ok('documents.get', director, of(id))).toMatchObject({
    status: { code: 'refused' },
    reason: 'Подпись другая',
    signatures: [],
  });
});

test('a photograph of the paper becomes a page; what is neither is refused and changes nothing', async () => {
  // One white dot, the smallest JPEG there is.
  const jpeg = Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
    'base64',
  );
  const id = await makeDraftContract(app, company, maker);
  const before = await fingerprint(app);
  expect((await mark(id, Buffer.from('MZ'))).status).toBe(415);
  expect(await fingerprint(app)).toEqual(before);
  expect((await mark(id, jpeg)).status).toBe(200);
  expect(await countMarks(await app.ok('documents.scan', director, of(id)))).toEqual([1]);
});

test('nobody marks a paper of somebody else, nor one that is signed already', async () => {
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  const id = await marked();
  expect((await mark(id, undefined, stranger.director)).status).toBe(404);
  expect((await mark(id, undefined, executor)).status).toBe(403);
  expect((await mark(id)).status).toBe(409);
  const other = await makeExecutor(app, stranger, { algorithm: 'rsa' });
  for (const call of ['documents.confirm_hand', 'documents.scan'] as const)
    expect((await app.refused(call, other.person, of(id))).status).toBe(404);
});

test.each([
  ['2026-11-18', 5, {}, '2026-11-26'],
  ['2026-11-20', 1, {}, '2026-11-24'],
  ['2026-11-20', 1, { '2026-11-21': true }, '2026-11-22'],
  ['2026-12-15', 1, { '2026-12-16': false, '2026-12-17': false }, '2026-12-19'],
])('after %s, %s working days are over with %o on %s', (from, count, exceptions, expected) => {
  expect(afterWorkingDays(from, count, new Map(Object.entries(exceptions)))).toBe(expected);
});

test('days that differ are read from the calendar', async () => {
  const days = [1, 2, 3].map((after) => addDays(TODAY, after));
  await app.parts.db
    .insertInto('calendar_days')
    .values(days.map((day) => ({ day, is_working: false, reason: 'Наурыз' })))
    .execute();
  const free = new Map(days.map((day) => [day, false]));
  expect(await countsOn(await marked())).toBe(afterWorkingDays(TODAY, 5, free));
  expect(afterWorkingDays(TODAY, 5, free)).not.toBe(afterWorkingDays(TODAY, 5, new Map()));
});

test('after all of this the invariants hold', async () => {
  await holdInvariants(app);
});
