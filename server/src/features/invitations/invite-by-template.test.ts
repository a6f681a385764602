import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { fromBufferPromise } from 'yauzl';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { samplePdf, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import {
  beginRegistration,
  ensureAgreement,
  goTo,
  lastMessage,
  linkOf,
  makeInvitationContract,
  makeNewcomer,
  newPhone,
} from '../../../test/registrations.ts';
import { makeTemplate } from '../../../test/templates.ts';

/** What stood in the Word files that were turned into PDF. */
const filled: string[] = [];
// LibreOffice takes seconds to start and is tried elsewhere; here the pages do not matter, what fills them does.
const app = await makeTestApp({
  docx_to_pdf: {
    async convert(docx) {
      filled.push(await textOf(docx));
      return samplePdf();
    },
    close: async () => undefined,
  },
});
const company = await makeCompany(app);
await ensureAgreement(app);
const template_id = await makeTemplate(
  app,
  company.director,
  ['№ {contract_number}', '{company_name} – {executor_name}, {executor_iin}, {executor_iban}'],
  'Договор с курьером',
);
afterAll(() => app.close());

/** The words of a Word file. */
async function textOf(docx: Uint8Array): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(docx));
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'word/document.xml') continue;
    const chunks = await Array.fromAsync((await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>);
    return Buffer.concat(chunks)
      .toString('utf8')
      .replace(/<[^>]+>/g, '');
  }
  throw new Error('no words');
}

const end_date = addDays(TODAY, 7);
const ask = (phone: string, more: object = {}) => ({
  body: { name: 'Шақырылған Адам', phone, end_date, contract_document_template_id: template_id, ...more },
});
const paperOf = (company_id: number, bin: string) =>
  app.parts.db
    .selectFrom('documents as d')
    .innerJoin('companies as x', 'x.id', 'd.contractor_company_id')
    .innerJoin('executors as e', (join) =>
      join
        .onRef('e.company_id', '=', 'd.company_id')
        .onRef('e.executor_company_id', '=', 'd.contractor_company_id'),
    )
    .selectAll('d')
    .select('e.status as executor_status')
    .where((eb) => eb.and({ 'd.company_id': company_id, 'x.bin': bin }))
    .execute();

test('a newcomer’s contract is filled with what he has entered, when he accepts', async () => {
  const who = await makeNewcomer(app, 'executor');
  const made = await app.ok('invitations.create', company.director, ask(who.phone));
  expect(made).toMatchObject({
    contract_document_id: null,
    contract_document_template_id: template_id,
    contract_title: 'Договор с курьером',
  });
  const hash = linkOf(await lastMessage(app, who.phone, 'executor_invited'));
  const hash_key = await beginRegistration(app, who, hash);
  await goTo(app, who, hash_key, 'contract');
  const papers = await paperOf(company.id, who.bin);
  expect(filled).toHaveLength(1);
  for (const word of [`№ ${papers[0]!.number}`, company.name, who.name, who.bin, who.account.iban])
    expect(filled[0]).toContain(word);
  expect(papers).toMatchObject([
    {
      title: 'Договор с курьером',
      status: 'sent',
      template_id,
      original_file_id: expect.any(Number),
      start_date: TODAY,
      end_date: addDays(TODAY, 364),
      executor_status: 'invited',
    },
  ]);
});

test('who has an account only accepts, and what the template wants of him and he has not is named', async () => {
  const rich = await makeExecutor(app, await makeCompany(app));
  const poor = await makeExecutor(app, await makeCompany(app), { account: false });
  const invite = async (user_id: number) => {
    const phone = newPhone();
    await app.parts.db
      .updateTable('users')
      .set({ phone, is_phone_verified: true })
      .where('id', '=', user_id)
      .execute();
    const terms = {
      contract_title: 'Курьер 2',
      contract_type_id: 2,
      contract_end_date: addDays(TODAY, 30),
    };
    return (await app.ok('invitations.create', company.director, ask(phone, terms))).id;
  };
  const accept = (invitation_id: number) => ({ params: { invitation_id } });
  const first = await invite(rich.person.user_id);
  const accepted = await app.ok('invitations.accept', rich.person, accept(first));
  expect(await app.ok('invitations.accept', rich.person, accept(first))).toEqual(accepted);
  expect(await paperOf(company.id, rich.bin)).toMatchObject([
    { id: accepted.document_id, title: 'Курьер 2', type: 'gph', executor_status: 'active' },
  ]);
  const refused = await app.refused(
    'invitations.accept',
    poor.person,
    accept(await invite(poor.person.user_id)),
  );
  expect(refused).toMatchObject({ status: 422, code: 'template.missing_values' });
  expect(await paperOf(company.id, poor.bin)).toEqual([]);
});

test('what the company itself has to fill in is asked of it before anybody is invited', async () => {
  const wanting = await makeTemplate(app, company.director, ['{company_address}'], 'С адресом');
  const more = { contract_document_template_id: wanting };
  expect(await app.refused('invitations.create', company.director, ask(newPhone(), more))).toMatchObject({
    code: 'template.missing_values',
    field: 'contract_document_template_id',
  });
  const both = { contract_document_id: await makeInvitationContract(app, company) };
  expect(await app.refused('invitations.create', company.director, ask(newPhone(), both))).toMatchObject({
    code: 'invitation.contract_twice',
  });
  const foreign = await makeTemplate(app, (await makeCompany(app)).director);
  const theirs = { contract_document_template_id: foreign };
  expect(await app.refused('invitations.create', company.director, ask(newPhone(), theirs))).toMatchObject({
    code: 'invitation.contract_unknown',
  });
  const none = await app.refused('invitations.create', company.director, {
    body: { name: 'Ә', phone: newPhone(), end_date },
  });
  expect(none).toMatchObject({ status: 400, field: 'contract_document_id' });
});

test('a row of a table may name a template, and the table one for all', async () => {
  const rows = [
    { name: 'Ән', phone: newPhone() },
    { name: 'Би', phone: newPhone(), contract: 'договор с курьером' },
  ];
  const body = { dry_run: false, end_date, contract_document_template_id: template_id, rows };
  const { run } = await app.ok('invitations.create_many', company.director, { body });
  expect(run).toMatchObject({ done: 2, failed: 0 });
  const { items } = await app.ok('invitations.list', company.director, { query: { limit: 2 } });
  expect(items.map((item) => item.contract_document_template_id)).toEqual([template_id, template_id]);
});
