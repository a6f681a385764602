import { expect, test } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import { readPages } from '../server/src/adapters/pdf/typst/read-pages.ts';
import { readRows } from '../server/src/adapters/spreadsheet/xlsx/read-rows.ts';
import { plainName } from '../server/src/platform/plain-name.ts';
import { makeWordFile } from '../server/test/word-files.ts';
import type { ActView } from '../shared/src/features/acts/acts.contract.ts';
import type { BulkAnswer } from '../shared/src/kernel/runs.ts';
import { addDays, almatyDate } from '../shared/src/kernel/dates.ts';
import { callsOf } from './acts.ts';
import { registerCompany } from './own-company.ts';
import { makePdf } from './paper.ts';
import { PASSWORD, people, signInQuietly } from './people.ts';
import { signDigest, type Digests, type TestKey } from './signing.ts';

const mark = Date.now();
/** Runs in every place where a text could be taken for markup or an address. `ran` tells the test. */
const markup = (field: string) =>
  `${mark} ${field} "><img src=x onerror=ran()><svg onload=ran()><script>ran()</script>`;
const link = `javascript:ran(${mark})`;
/** Works for the other company of the demo data, and takes part in no other journey. */
const executorEmail = 'executor18@demo.example';
const executorPhone = '+77022000018';

test('markup in a text or a name is shown as it was typed, to both sides and the desk, and nothing of it runs', async ({
  browser,
  page,
}) => {
  test.setTimeout(300_000);
  const trouble: string[] = [];
  const visit = async (on: Page, path: string, shown: readonly string[]) => {
    await on.goto(path);
    for (const text of shown) await expect(on.getByText(text).first(), `${path}: ${text}`).toBeVisible();
    await expect(on.getByRole('main').getByRole('heading').first()).toBeVisible();
    expect(await on.locator('[href^="javascript:"], img[src="x"], svg[onload]').count(), path).toBe(0);
    expect(trouble, path).toEqual([]);
  };
  const watched = async (email: string) => {
    const context = await browser.newContext();
    await context.exposeFunction('ran', () => trouble.push('a script ran'));
    // What the policy of the page had to stop was not shown as text.
    await context.exposeFunction('stopped', (what: string) => trouble.push(`stopped: ${what}`));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        // Zod asks whether functions may be made of text, and is told no.
        if (event.blockedURI === 'eval') return;
        void (globalThis as unknown as { stopped(what: string): void }).stopped(
          `${event.violatedDirective} ${event.blockedURI}`,
        );
      });
    });
    await signInQuietly(context.request, email);
    return context.newPage();
  };

  const desk = await watched(people.administrator);
  const { email, act_id, doc_id, ticket_id } = await storeMarkup(page.request, desk.request);
  const director = await watched(email);
  await visit(director, `/lk/business/acts/${act_id}`, [markup('act'), markup('info'), markup('line')]);
  await visit(director, `/lk/business/acts/${act_id}/edit`, []);
  await visit(director, `/lk/business/acts?search=${mark}`, [markup('act')]);
  await visit(director, `/lk/business/contracts/${doc_id}`, [markup('contract')]);
  await visit(director, `/lk/business/contracts?search=${mark}`, [markup('contract')]);
  await visit(director, `/lk/business/support/${ticket_id}`, [markup('ticket'), link]);
  await visit(director, '/lk/business/settings/company', [markup('legal')]);
  await visit(director, '/lk/business/settings/employees', [markup('clerk')]);
  await visit(director, '/lk/business/settings/templates', [markup('template')]);
  await visit(director, '/lk/business/executors?view=invited', [markup('invited')]);
  for (const path of ['', '/acts/creating-act', '/executors/invite', '/payments', '/support', '/statistics'])
    await visit(director, `/lk/business${path}`, []);
  for (const path of ['/lk/notices', '/lk/jobs', '/lk/profile']) await visit(director, path, []);

  const executor = await watched(executorEmail);
  await visit(executor, `/lk/executor/acts/${act_id}`, [
    markup('act'),
    markup('info'),
    markup('line'),
    markup('comment'),
    markup('legal'),
    markup('brand'),
  ]);
  await visit(executor, `/lk/executor/acts?search=${mark}`, [markup('act')]);
  await visit(executor, `/lk/executor/contracts/${doc_id}`, [markup('contract'), markup('legal')]);
  await visit(executor, '/lk/notices', [plainName(markup('legal'))]);
  for (const path of ['/lk/executor', '/lk/executor/esf']) await visit(executor, path, []);

  await visit(desk, '/admin/verification', [markup('renamed')]);
  await visit(desk, `/admin/users?search=${mark}`, [markup('clerk')]);
  await visit(desk, `/admin/companies?search=${mark}`, [markup('legal')]);
  await visit(desk, `/admin/tickets/${ticket_id}`, [markup('ticket'), link]);
  for (const path of ['/admin', '/admin/tickets', '/admin/outbox', '/admin/audit', '/admin/consultations'])
    await visit(desk, path, []);
  for (const one of [director, executor, desk]) await one.context().close();
  expect(trouble).toEqual([]);
});

/** In every field that both sides or the desk see, and in the names of a company of its own and of its people. */
async function storeMarkup(request: APIRequestContext, atDesk: APIRequestContext) {
  const email = await registerCompany(request, { name: markup('legal'), ceo: 'Сынақов Әлібек Сынақұлы' });
  const business = await callsOf(request, email);
  const { form, get, post, put, upload } = business;
  const today = almatyDate(new Date());
  const [start_date, end_date] = [addDays(today, -1), addDays(today, 300)];
  await put('company', { display_name: markup('brand') });
  await put('company', { name: markup('renamed') });
  const word = await makeWordFile(['{company_name}']);
  const template = await upload<{ id: number }>('template/contract', 'a.docx', word, {
    name: markup('template'),
  });
  await post('company/invitation', {
    name: markup('invited'),
    phone: `+7701${String(mark).slice(-7)}`,
    end_date,
    contract_document_template_id: template.id,
  });
  await joinAs(markup('clerk'), business, await callsOf(atDesk, people.administrator));

  const { contract_document_id } = await upload<{ contract_document_id: number }>(
    'company/invitation-contract',
    `"><img src=x onerror=ran()>.pdf`,
    makePdf('Contract'),
    { title: markup('contract'), type_id: '1', start_date, end_date },
  );
  const invited = { name: markup('guest'), phone: executorPhone, end_date, contract_document_id };
  const { id } = await post<{ id: number }>('company/invitation', invited);
  const worker = await callsOf(request, executorEmail);
  const accepted = await worker.post<{ document_id: number }>(`executor/invitation/${id}/accept`, {});
  // An unread notice of the demo data would take in ours and name no company.
  const { items: notices } = await worker.get<{ items: { id: number }[] }>('notices');
  if (notices[0]) await worker.post('notices/read', { up_to: notices[0].id });
  const doc_id = accepted.document_id;
  for (const side of [worker, business]) {
    const { file } = await side.get<{ file: Digests }>(`doc/documents/${doc_id}`);
    const [key] = await side.get<TestKey[]>('sandbox/keys');
    const signatures = [{ document_id: doc_id, cms: await signDigest(key!, file) }];
    const signed = await side.post<BulkAnswer>('doc/documents/sign', { signatures });
    expect(signed.items).toMatchObject([{ status: 'ok' }]);
  }

  const { contractor_company } = await get<{ contractor_company: { id: number } }>(`doc/documents/${doc_id}`);
  const { id: act_id } = await post<ActView>('doc/acts', {
    title: markup('act'),
    contract_id: doc_id,
    contractor_company_id: contractor_company.id,
    date: today,
    start_date: today,
    end_date: today,
    knp: '859',
    additional_info: `${markup('info')}\n${link}`,
    services: [{ category_id: 1, unit_id: 1, description: markup('line'), quantity: '1', rate: '4500.00' }],
  });
  await post('doc/acts/send', { act_ids: [act_id] });
  await post('doc/acts/comments', { act_id, comment: `${markup('comment')}\n${link}` });
  const ticket = await form<{ id: number }>('support/tickets', {
    theme_id: '1',
    text: `${markup('ticket')}\n${link}`,
  });

  const packed = (text: string) => text.replace(/\s+/g, '');
  const paper = (await readPages(await business.file(`doc/acts/${act_id}/file`))).join('');
  for (const text of [markup('legal'), markup('line'), markup('info')])
    expect(paper, 'in the PDF').toContain(packed(text));
  const sheet = await readRows(await business.file('doc/acts/export', { act_ids: [act_id] }), {
    max_rows: 10,
    max_columns: 40,
  });
  const cells = sheet.status === 'ok' ? sheet.rows.flatMap((row) => row.cells) : [];
  const values = cells.map((cell) => ('value' in cell ? cell.value : null));
  for (const text of [markup('act'), markup('line')]) expect(values, 'in the sheet').toContain(text);
  return { email, act_id, doc_id, ticket_id: ticket.id };
}

type Calls = Awaited<ReturnType<typeof callsOf>>;

/** An employee types this name behind the link of a letter, in which the company is named, too. */
async function joinAs(full_name: string, director: Calls, desk: Calls): Promise<void> {
  const email = `clerk${mark}@own.example`;
  await director.post('company/employees/invitations', { email, rights: ['view_statistics'] });
  const { items } = await desk.get<{ items: { id: number }[] }>(`admin/outbox?recipient=${email}`);
  const letter = await desk.get<{ subject: string; body: string }>(`admin/outbox/${items[0]!.id}`);
  for (const part of [letter.subject, letter.body]) expect(part).toContain(plainName(markup('legal')));
  const [, token] = /\/join\/([0-9a-f]{64})/.exec(letter.body)!;
  await director.post('employee-invitation/join', { token, full_name, password: PASSWORD });
}
