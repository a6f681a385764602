import { addDays, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fromBufferPromise } from 'yauzl';
import { afterAll, describe, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  makeDraftContract,
  makeSignedContract,
  samplePdf,
  signContractBy,
  TODAY,
} from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { useTicket } from './download-ticket.ts';
import { endAgreed } from './end-agreed.ts';
import { expireDocuments, tellOfEnds } from './expire-documents.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const maker = await makeExecutor(app, company, { algorithm: 'rsa' });
const [director, executor] = [company.director, maker.person];
await app.parts.db.updateTable('users').set({ is_email_verified: true }).execute();
afterAll(() => app.close());

const of = (doc_id: number) => ({ params: { doc_id } });
const get = (id: number, by = director) => app.ok('documents.get', by, of(id));
const signed = (fields = {}) => makeSignedContract(app, company, maker, fields);
/** The clock of the product at that moment. */
const at = (moment: string) => ({ ...app.parts, clock: { now: () => new Date(moment) } });

describe('the clock', () => {
  test('ends a signed contract once, from midnight in Almaty after its last day on', async () => {
    const id = await signed({ end_date: addDays(TODAY, 20) });
    const last = addDays(TODAY, 20);
    await expireDocuments(at(`${last}T18:59:59Z`));
    expect((await get(id)).status.code).toBe('signed');
    await Promise.all([1, 2].map(() => expireDocuments(at(`${last}T19:00:00Z`))));
    await expireDocuments(at(`${addDays(last, 3)}T12:00:00Z`));
    expect((await get(id)).status.code).toBe('expired');
    const events = await app.ok('documents.history', director, of(id));
    expect(events.filter(({ action }) => action === 'expire')).toMatchObject([
      { side: 'clock', person: null },
    ]);
  });

  test('tells both sides 30, 14 and 3 days before, the nearest alone, and nobody twice', async () => {
    const far = addDays(TODAY, 100);
    const id = await signed({ end_date: far });
    const told = async () =>
      (
        await app.parts.db
          .selectFrom('messages')
          .select('event_key')
          .where('kind', '=', 'contract_ends')
          .where('event_key', 'like', `contract_ends:${id}:%`)
          .orderBy('id')
          .execute()
      ).map(({ event_key }) => event_key!.split(':').slice(3, 4).join());
    const day = async (before: number) => tellOfEnds(at(`${addDays(far, -before)}T07:00:00Z`));
    await day(31);
    expect(await told()).toEqual([]);
    // A minute before nine in Almaty it is still night.
    await tellOfEnds(at(`${addDays(far, -30)}T03:59:00Z`));
    expect(await told()).toEqual([]);
    for (const before of [30, 29, 20]) await day(before);
    expect(await told()).toEqual(['30', '30']);
    // The product stood still for two weeks: the notice of the fourteenth day is too late to be sent beside the third.
    for (const before of [2, 1, 0]) await day(before);
    expect(await told()).toEqual(['30', '30', '3', '3']);
  });

  test('tells nobody of the end of what was renewed', async () => {
    const end_date = addDays(TODAY, 90);
    const id = await signed({ end_date });
    const run = await app.ok('documents.renew', director, {
      body: { document_ids: [id], start_date: addDays(end_date, 1), end_date: addDays(end_date, 365) },
    });
    expect(run).toMatchObject({ state: 'done', total: 1, failed: 0 });
    await tellOfEnds(at(`${addDays(end_date, -3)}T07:00:00Z`));
    const { count } = await app.parts.db
      .selectFrom('document_notices')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });
});

test('a renewal is a draft with new dates and the same file, named on both pages; many are one work', async () => {
  const one = await signed({ title: 'Қызмет шарты' });
  const draft = await makeDraftContract(app, company, maker);
  const dates = { start_date: addDays(TODAY, 201), end_date: addDays(TODAY, 565) };
  const run = await app.ok('documents.renew', director, {
    body: { document_ids: [one, draft, 999_999_999], ...dates, send: true },
  });
  expect(run).toMatchObject({ state: 'done', total: 3, done: 3, failed: 2 });
  const rows = (await app.ok('jobs.rows', director, { params: { run_id: run.id }, query: {} })).items;
  expect(rows.map(({ status, code }) => [status, code])).toEqual([
    ['ok', null],
    ['failed', 'document.not_renewable'],
    ['failed', 'not_found'],
  ]);
  const renewed = await get(rows[0]!.subject_id!, executor);
  expect(renewed).toMatchObject({
    title: 'Қызмет шарты',
    status: { code: 'sent' },
    ...dates,
    renewed_from: { id: one },
  });
  expect((await get(one)).renewals).toMatchObject([{ id: renewed.id }]);
  expect(renewed.number).not.toBe((await get(one)).number);
  // Stamped with an id of its own: the signature of the old one is worth nothing here.
  expect(renewed.file!.sha256).not.toBe((await get(one)).file!.sha256);
});

test('an agreement that both sign ends the contract on its day, and nothing before', async () => {
  const parent = await signed({ number: 'Р-1' });
  const fields = { type_id: '4', parent_id: String(parent), date: TODAY };
  const upload = async (more: object) => ({
    body: {
      title: 'Соглашение о расторжении',
      contractor_id: String(maker.id),
      start_date: TODAY,
      end_date: addDays(TODAY, 200),
      ...fields,
      ...more,
    },
    files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
  });
  expect(
    await app.refused('documents.create', director, await upload({ terminates_on: addDays(TODAY, 201) })),
  ).toMatchObject({ code: 'document.ends_outside', field: 'terminates_on' });
  const unsigned = await makeDraftContract(app, company, maker);
  expect(
    await app.refused(
      'documents.create',
      director,
      await upload({ parent_id: String(unsigned), terminates_on: TODAY }),
    ),
  ).toMatchObject({ code: 'document.not_ending' });
  const end = addDays(TODAY, 3);
  const id = await makeDraftContract(app, company, maker, { ...fields, terminates_on: end });
  expect((await get(parent)).addenda).toMatchObject([{ id, terminates_on: end }]);
  await app.ok('documents.send', director, of(id));
  await signContractBy(app, director, id);
  await endAgreed(at(`${end}T10:00:00+05:00`));
  // One signature ends nothing, whatever the day.
  expect((await get(parent)).status.code).toBe('signed');
  await signContractBy(app, executor, id);
  await endAgreed(at(`${addDays(end, -1)}T23:00:00+05:00`));
  expect((await get(parent)).status.code).toBe('signed');
  await Promise.all([1, 2].map(() => endAgreed(at(`${end}T00:01:00+05:00`))));
  expect(await get(parent)).toMatchObject({
    status: { code: 'terminated' },
    reason: expect.stringContaining('№'),
  });
  const events = await app.ok('documents.history', executor, of(parent));
  expect(events.filter(({ action }) => action === 'end_agreed')).toMatchObject([
    { side: 'clock', person: null },
  ]);
  // Both sides are told once, and no telephone rings in the night.
  for (const [by, side] of [
    [director, 'business'],
    [executor, 'executor'],
  ] as const) {
    const { items } = await app.ok('notices.list', by, { query: {} });
    expect(items.filter(({ kind }) => kind === 'contract_ended')).toMatchObject([
      { text: expect.stringContaining(formatDate(end)), path: `/lk/${side}/contracts/${parent}` },
    ]);
  }
  const letters = await app.parts.db
    .selectFrom('messages')
    .select(['user_id', 'next_try_at'])
    .where('kind', '=', 'contract_ended')
    .execute();
  expect(new Set(letters.map(({ user_id }) => user_id)).size).toBe(2);
  expect(letters.map(({ next_try_at }) => next_try_at?.toISOString())).toEqual(
    [1, 2].map(() => `${end}T04:00:00.000Z`),
  );
});

test('an addendum belongs to a contract with the same executor and stands on its page', async () => {
  const parent = await signed();
  const id = await makeDraftContract(app, company, maker, { type_id: '4', parent_id: String(parent) });
  expect((await get(id)).parent).toMatchObject({ id: parent });
  expect((await get(parent)).addenda).toMatchObject([{ id, status: { code: 'draft' } }]);
  // The executor sees it when it is sent.
  expect((await get(parent, executor)).addenda).toEqual([]);
  await app.ok('documents.send', director, of(id));
  expect((await get(parent, executor)).addenda).toMatchObject([{ id }]);

  const other = await makeExecutor(app, company, { algorithm: 'rsa' });
  const upload = async (fields: Record<string, string>) =>
    (
      await app.refused('documents.create', director, {
        body: {
          title: 'x',
          contractor_id: String(maker.id),
          type_id: '4',
          start_date: TODAY,
          end_date: TODAY,
          ...fields,
        },
        files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
      })
    ).code;
  expect(await upload({})).toBe('document.parent_missing');
  expect(await upload({ parent_id: String(id) })).toBe('document.parent_unknown');
  expect(await upload({ parent_id: String(parent), contractor_id: String(other.id) })).toBe(
    'document.parent_unknown',
  );
  expect(await upload({ parent_id: String(parent), type_id: '1' })).toBe('document.parent_not_addendum');
});

test('a contract is ended before its time with a reason, and the executor is told', async () => {
  const id = await signed();
  const body = { reason: ' Проект закрыт ' };
  expect(await app.ok('documents.terminate', director, { ...of(id), body })).toMatchObject({
    status: { code: 'terminated' },
    reason: 'Проект закрыт',
  });
  expect((await app.refused('documents.terminate', director, { ...of(id), body })).code).toBe(
    'document.wrong_state',
  );
  const letters = await app.parts.db
    .selectFrom('messages')
    .select('recipient')
    .where('kind', '=', 'contract_terminated')
    .execute();
  expect(letters).toHaveLength(1);
});

test('many are deleted and sent together, a row for each', async () => {
  const [a, b] = [await makeDraftContract(app, company, maker), await makeDraftContract(app, company, maker)];
  const over = await signed();
  const rows = (answer: { items: { act_id: number; status: string; code: string | null }[] }) =>
    answer.items.map(({ act_id, status, code }) => [act_id, code ?? status]);
  const sent = await app.ok('documents.send_many', director, { body: { document_ids: [b, over] } });
  expect(rows(sent)).toEqual([
    [b, 'ok'],
    [over, 'document.wrong_state'],
  ]);
  // The ids in the query, as the specification has them.
  const gone = await app.ok('documents.delete_many', director, { query: { document_ids: [a, b] }, body: {} });
  expect(rows(gone)).toEqual([
    [a, 'ok'],
    [b, 'document.wrong_state'],
  ]);
  const none = await app.refused('documents.delete_many', director, { query: {}, body: {} });
  expect(`${none.status} ${none.field}`).toBe('400 document_ids');
});

describe('an archive', () => {
  async function entriesOf(bytes: Uint8Array): Promise<Map<string, Buffer>> {
    const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false });
    const found = new Map<string, Buffer>();
    for await (const entry of zip.eachEntry()) {
      const stream = await zip.openReadStreamPromise(entry);
      found.set(entry.fileName, Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)));
    }
    return found;
  }

  test('holds the very bytes with their signatures, and names what is missing', async () => {
    const id = await signed({ title: 'Шарт "А/Б"' });
    const lost = await signed({ title: 'Потерян' });
    const stranger = await makeCompany(app, { algorithm: 'rsa' });
    const foreign = await makeDraftContract(
      app,
      stranger,
      await makeExecutor(app, stranger, { algorithm: 'rsa' }),
    );
    const row = await app.parts.db
      .selectFrom('documents as d')
      .innerJoin('files as f', 'f.id', 'd.frozen_file_id')
      .select(['f.storage_key', 'f.id'])
      .where('d.id', '=', lost)
      .executeTakeFirstOrThrow();
    const kept = await app.parts.store.get(row.storage_key);
    await unlink(join(app.data_dir, 'files', row.storage_key));
    const entries = await entriesOf(
      await app.ok('documents.download_many', director, { query: { ids: [id, lost, foreign] } }),
    );
    await app.parts.store.put(row.storage_key, kept);
    const { number } = await get(id);
    const stem = `${number} Шарт _А_Б_ (${id})`;
    expect([...entries.keys()]).toEqual([
      `${stem}.pdf`,
      `${stem}-executor.cms`,
      `${stem}-business.cms`,
      'Чего здесь нет.txt',
    ]);
    expect(entries.get(`${stem}.pdf`)).toEqual(Buffer.from(await app.ok('documents.file', director, of(id))));
    const missing = entries.get('Чего здесь нет.txt')!.toString();
    expect(missing).toContain('Потерян');
    expect(missing).toContain(`Договор ${foreign}`);
  });

  test('of many is fetched with a ticket: once, within a minute, by nobody who has left', async () => {
    const id = await signed();
    const give = (by = director) => app.ok('documents.download_ticket', by, { body: { document_ids: [id] } });
    const fetch = (ticket: string) => app.raw('documents.download_by_ticket', null, { params: { ticket } });
    const { ticket, url } = await give();
    expect(url).toBe(`/api/v1/doc/documents/download/ticket/${ticket}`);
    const first = await fetch(ticket);
    expect(first.status).toBe(200);
    expect((await entriesOf(first.bytes)).size).toBe(3);
    expect((await fetch(ticket)).status).toBe(404);

    const late = await give();
    await app.parts.db
      .updateTable('download_tickets')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('used_at', 'is', null)
      .execute();
    expect((await fetch(late.ticket)).status).toBe(404);

    const leaver = await makeExecutor(app, company, { algorithm: 'rsa' });
    const theirs = await give(leaver.person);
    await app.parts.db
      .updateTable('memberships')
      .set({ ended_at: new Date() })
      .where('user_id', '=', leaver.person.user_id)
      .execute();
    expect((await fetch(theirs.ticket)).status).toBe(404);
    const stored = JSON.stringify(await app.parts.db.selectFrom('download_tickets').selectAll().execute());
    expect(stored).not.toContain(ticket);
  });

  test('is begun three times at once for one person, whatever number of tickets come together', async () => {
    const own = await makeCompany(app, { algorithm: 'rsa' });
    const tickets: string[] = [];
    for (let n = 0; n < 12; n += 1)
      tickets.push(
        (await app.ok('documents.download_ticket', own.director, { body: { document_ids: [1] } })).ticket,
      );
    const used = await Promise.allSettled(
      tickets.map((ticket) => useTicket(app.parts, 'documents', ticket, '127.0.0.1')),
    );
    expect(used.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});

test('a PDF comes back from the converter as it is, and what is no such file is refused', async () => {
  const convert = async (file_type: 'pdf' | 'docx', bytes: Uint8Array) =>
    app.raw('documents.convert', executor, { body: { file_type }, files: { file: { name: 'a', bytes } } });
  expect(Buffer.from((await convert('pdf', await samplePdf())).bytes)).toEqual(await samplePdf());
  expect((await convert('docx', await samplePdf())).status).toBe(415);
  expect((await convert('pdf', Buffer.from('MZ'))).status).toBe(415);
});

test('after all of this the invariants hold', async () => {
  await holdInvariants(app);
});
