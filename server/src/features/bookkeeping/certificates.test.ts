import { lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';
import { certificatesAreOne } from '../../invariants/certificates-are-one.ts';
import { holdInvariants, worldOf } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, signContractBy, TODAY, type Deal } from '../../../test/papers.ts';
import { payAct, payOne } from '../../../test/pay-net.ts';
import { makeCompany, makeEmployee, makeExecutor } from '../../../test/people.ts';
import { countMarks } from '../../../test/sample-marks.ts';
import { gatherNotices } from '../notices/gather-notices.ts';
import { freezePeriod } from './freeze-period.ts';

/** Two processes on one database; a click lands on either. */
const app = await makeTestApp();
const two = await makeTestApp({ beside: app });
afterAll(async () => {
  await holdInvariants(app);
  await two.close();
  await app.close();
});

const year = TODAY.slice(0, 4);
const month = TODAY.slice(0, 7);
const months = { month_from: `${year}-01`, month_to: month };

async function makePaid(): Promise<Deal> {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  await payOne(app, deal);
  return deal;
}

const ask = async ({ company, executor }: Deal, period = months, by = app) =>
  (await by.ok('income.ask', executor.person, { body: { company_id: company.id, ...period } })).document_id;
const issue = async ({ company, executor }: Deal, period = months, by = app) =>
  (await by.ok('income.issue', company.director, { body: { executor_company_id: executor.id, ...period } }))
    .document_id;
const paperOf = (doc_id: number, { company }: Deal) =>
  app.ok('documents.get', company.director, { params: { doc_id } });
const listOf = (by: Deal['company']['director'], query: object = {}) =>
  app.ok('documents.list', by, { query: { type: 'income_certificate', ...query } });
const newsOf = async (person: { user_id: number }) =>
  (
    await app.parts.db
      .selectFrom('notices')
      .select(['kind', 'path'])
      .where('user_id', '=', person.user_id)
      .where('kind', 'like', 'certificate%')
      .orderBy('id')
      .execute()
  ).map(({ kind, path }) => `${kind} ${path}`);
const gather = () => gatherNotices(app.parts);

test('the company signs a certificate, the executor downloads it in both languages, and anybody checks it', async () => {
  const deal = await makePaid();
  const { director } = deal.company;
  const { person } = deal.executor;
  const doc_id = await issue(deal);
  const waiting = await paperOf(doc_id, deal);
  expect([waiting.type.code, waiting.status.code, waiting.date]).toEqual([
    'income_certificate',
    'sent',
    TODAY,
  ]);
  expect([waiting.start_date, waiting.end_date]).toEqual([`${year}-01-01`, lastDayOf(month)]);
  // Nobody but the company signs it, and nothing of a contract can be done with it.
  expect((await signContractBy(app, person, doc_id).catch(({ code }) => code)) ?? '').toBeTruthy();
  expect((await app.ok('home.analytics', person, {})).contracts_pending_sign).toBe(0);
  const doc = { params: { doc_id } };
  for (const refusal of [
    app.refused('documents.refuse', person, { ...doc, body: { reason: 'x' } }),
    app.refused('documents.terminate', director, { ...doc, body: { reason: 'x' } }),
    app.refused('documents.delete', director, doc),
  ])
    expect((await refusal).code).toBe('document.wrong_state');

  const signed = await signContractBy(app, director, doc_id);
  expect(signed.items.map(({ status }) => status)).toEqual(['ok']);
  const paper = await paperOf(doc_id, deal);
  expect([paper.status.code, paper.status.name, paper.contractor_signed_at]).toEqual([
    'signed',
    'Подписано',
    null,
  ]);

  const file = await app.raw('documents.file', person, doc);
  const pages = await readPages(file.bytes);
  expect(await countMarks(file.bytes)).toEqual([1, 1]);
  for (const page of pages)
    for (const words of ['300000,00', '30000,00', '6000,00', '13500,00', '12075,00', '238425,00'])
      expect(page).toContain(words);
  const [ru, kz] = pages as [string, string];
  expect(ru).toContain(`Справкаодоходахза01.${year}`);
  expect(kz).toContain('табыстуралыанықтама');
  const until = TODAY.split('-').toReversed().join('.');
  expect(ru).toContain(`выплаченопо${until}включительно`);
  expect(kz).toContain(`${until}қосаалғандатөленген`);

  const verified = await app.ok('verification.document', null, {
    params: { public_id: paper.file!.public_id },
  });
  expect(verified).toMatchObject({
    type: 'income_certificate',
    months: { from: `${year}-01-01`, to: lastDayOf(month) },
    signers: ['business'],
    is_current: true,
    is_sample: true,
    status: { code: 'signed' },
    signatures: [{ card: { side: 'business' }, verdict: { status: 'valid' } }],
  });
  const card = await app.raw('proofs.document_ddc', person, doc);
  expect(card.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await gather();
  expect(await newsOf(person)).toEqual([`certificate_signed /lk/executor/contracts/${doc_id}`]);

  // What is paid later changes not a byte of it, and makes another one.
  await payAct(app, deal);
  expect((await app.raw('documents.file', person, doc)).bytes.equals(file.bytes)).toBe(true);
  const next = await ask(deal);
  expect(next).not.toBe(doc_id);
  expect(Number((await paperOf(next, deal)).number)).toBe(Number(paper.number) + 1);
  expect((await listOf(person)).total).toBe(2);
  expect((await app.ok('documents.list', person, { query: {} })).items.map(({ id }) => id)).not.toContain(
    doc_id,
  );
});

test('the executor asks: the company is told and sees it waiting; asked again it says what was paid since', async () => {
  const deal = await makePaid();
  const { director } = deal.company;
  const { person } = deal.executor;
  const doc_id = await ask(deal);
  await gather();
  expect(await newsOf(director)).toEqual([`certificate_asked /lk/business/contracts/${doc_id}`]);
  const home = await app.ok('home.analytics', director, {});
  expect(home).toMatchObject({ certificates_waiting: 1, contracts_pending_sign: 0 });
  expect((await listOf(director, { waiting: true })).total).toBe(1);
  expect((await listOf(person, { waiting: true })).total).toBe(0);
  expect([await ask(deal), await issue(deal)]).toEqual([doc_id, doc_id]);
  const before = await paperOf(doc_id, deal);

  await payAct(app, deal);
  expect(await ask(deal)).toBe(doc_id);
  const after = await paperOf(doc_id, deal);
  expect(after.number).toBe(before.number);
  expect(after.file!.sha256).not.toBe(before.file!.sha256);
  const { bytes } = await app.raw('documents.file', person, { params: { doc_id } });
  expect((await readPages(bytes)).join('')).toContain('600000,00');

  await app.ok('income.refuse', director, { params: { doc_id }, body: { reason: 'Сначала закроем месяц' } });
  await gather();
  expect(await newsOf(person)).toEqual([`certificate_refused /lk/executor/contracts/${doc_id}`]);
  expect((await app.ok('documents.get', person, { params: { doc_id } })).reason).toBe(
    'Сначала закроем месяц',
  );
  expect(await ask(deal)).not.toBe(doc_id);
});

test('closed months are as they were stored, and the same paper whoever asks and when', async () => {
  const deal = await makePaid();
  const { company } = deal;
  const period = { month_from: `${year}-01`, month_to: `${year}-01` };
  const { db } = app.parts;
  const order = sql`(select max(order_id) from settlements where company_id = ${company.id})`;
  await sql`update settlements set day = ${`${year}-01-20`} where order_id = ${order}`.execute(db);
  await db.transaction().execute((tx) => freezePeriod(tx, company.id, `${year}-01-31`, new Date()));
  const doc_id = await issue(deal, period);
  await signContractBy(app, company.director, doc_id);
  const { bytes } = await app.raw('documents.file', deal.executor.person, { params: { doc_id } });
  const said = (await readPages(bytes)).join('');
  expect(said).toContain('Всеэтимесяцызаказчикзакрыл');
  expect(said).not.toContain('включительно');
  // Money that moved afterwards counts in the first open month, and the closed one is what it was.
  await payAct(app, deal);
  expect(await ask(deal, period)).toBe(doc_id);
  const { document_id: both } = await app.ok('income.ask', deal.executor.person, {
    body: { company_id: company.id, ...months },
  });
  const open = await app.raw('documents.file', deal.executor.person, { params: { doc_id: both } });
  // In January no month of the year is open beside the closed one.
  const words = month === period.month_to ? 'Всеэтимесяцызаказчикзакрыл' : `Месяцыс02.${year}`;
  expect((await readPages(open.bytes)).join('')).toContain(words);
});

test('asked for by both sides at once on two servers it is one', async () => {
  const deal = await makePaid();
  const asked = Array.from({ length: 8 }, (_, i) =>
    (i % 4 < 2 ? ask : issue)(deal, months, i % 2 === 0 ? app : two),
  );
  expect(new Set(await Promise.all(asked)).size).toBe(1);
  expect((await listOf(deal.company.director)).total).toBe(1);
});

test('signed while it is asked for again, it is one of the two and never both', async () => {
  const deal = await makePaid();
  const doc_id = await ask(deal);
  const before = await paperOf(doc_id, deal);
  await payAct(app, deal);
  const [signed, again] = await Promise.all([
    signContractBy(app, deal.company.director, doc_id).catch(() => null),
    ask(deal, months, two),
  ]);
  const paper = await paperOf(doc_id, deal);
  const isSigned = signed?.items[0]?.status === 'ok';
  expect(paper.status.code).toBe(isSigned ? 'signed' : 'sent');
  // Either what was signed is as it was signed, or the newer words wait.
  expect(paper.file!.sha256 === before.file!.sha256).toBe(isSigned);
  expect(again === doc_id).toBe(!isSigned);
});

test('the invariants see a certificate without its words, of other months, and two that wait', async () => {
  const deal = await makePaid();
  const doc_id = await ask(deal);
  const said = async (statement: ReturnType<typeof sql>) => {
    const back = new Error('taken back');
    let found: string[] = [];
    await app.owner
      .transaction()
      .execute(async (tx) => {
        await statement.execute(tx);
        ({ faults: found } = await certificatesAreOne.check({ ...worldOf(app), db: tx }));
        throw back;
      })
      .catch((error: unknown) => expect(error).toBe(back));
    return found;
  };
  const mine = sql`document_id = ${doc_id}`;
  expect(await said(sql`delete from income_certificates where ${mine}`)).toEqual([
    `certificate ${doc_id} says what nobody kept`,
  ]);
  expect(await said(sql`update documents set start_date = start_date - 40 where id = ${doc_id}`)).toEqual([
    `certificate ${doc_id} is of other months than it says`,
  ]);
  const another = sql`with d as (insert into documents (company_id, contractor_company_id, number, date, title, type, status,
      start_date, end_date, source_file_id, frozen_file_id, version)
      select company_id, contractor_company_id, '999', date, title, type, status, start_date, end_date, source_file_id,
        frozen_file_id, version from documents where id = ${doc_id} returning company_id, id, version)
    insert into income_certificates select d.company_id, d.id, d.version, c.said, c.reckoned_at
    from d, income_certificates c where c.document_id = ${doc_id}`;
  expect(await said(another)).toContain(`certificate ${doc_id} waits beside another of its period`);
});

describe('it is refused', () => {
  test('for months that are turned round, to come, too many or without money', async () => {
    const deal = await makePaid();
    const { company, executor } = deal;
    for (const [month_from, month_to, code] of [
      [month, `${Number(year) - 1}-12`, 'income.period'],
      [month, `${Number(year) + 1}-12`, 'income.period'],
      [`${Number(year) - 3}-01`, month, 'income.period'],
      [`${Number(year) - 1}-01`, `${Number(year) - 1}-12`, 'income.nothing_paid'],
    ] as const) {
      const period = { month_from, month_to };
      const asked = await app.refused('income.ask', executor.person, {
        body: { company_id: company.id, ...period },
      });
      expect([asked.code, asked.field]).toEqual([code, 'month_to']);
    }
  });

  test('to strangers of either side, and to employees without the right', async () => {
    const [mine, other] = [await makePaid(), await makePaid()];
    const foreign = [
      app.refused('income.issue', other.company.director, {
        body: { ...months, executor_company_id: mine.executor.id },
      }),
      app.refused('income.ask', other.executor.person, { body: { ...months, company_id: mine.company.id } }),
      app.refused('income.refuse', other.company.director, {
        params: { doc_id: await ask(mine) },
        body: { reason: 'x' },
      }),
    ];
    for (const refusal of foreign) expect((await refusal).code).toBe('not_found');
    const worker = await makeEmployee(app, mine.company, ['sign', 'manage_contracts']);
    const { status } = await app.refused('income.issue', worker, {
      body: { ...months, executor_company_id: mine.executor.id },
    });
    expect(status).toBe(403);
  });
});
