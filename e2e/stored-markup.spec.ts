import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import type { ActView } from '../shared/src/features/acts/acts.contract.ts';
import { callsOf, sendActs } from './acts.ts';
import { makePdf } from './paper.ts';
import { people, signInQuietly } from './people.ts';

const mark = Date.now();
/** Runs in every place where a text could be taken for markup or an address. `ran` tells the test. */
const markup = (field: string) =>
  `${mark} ${field} "><img src=x onerror=ran()><svg onload=ran()><script>ran()</script>`;
const link = `javascript:ran(${mark})`;

test('markup in a text is shown as it was typed, to both sides and the desk, and nothing of it runs', async ({
  browser,
  page,
}) => {
  test.setTimeout(300_000);
  const stored = await storeMarkup(page.request);

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

  const { act_id, doc_id, ticket_id } = stored;
  const director = await watched(people.director);
  await visit(director, `/lk/business/acts/${act_id}`, [markup('act'), markup('info'), markup('line')]);
  await visit(director, `/lk/business/acts/${act_id}/edit`, []);
  await visit(director, `/lk/business/acts?search=${mark}`, [markup('act')]);
  await visit(director, `/lk/business/contracts/${doc_id}`, [markup('contract')]);
  await visit(director, `/lk/business/contracts?search=${mark}`, [markup('contract')]);
  await visit(director, `/lk/business/support/${ticket_id}`, [markup('ticket'), link]);
  for (const path of ['', '/acts/creating-act', '/executors/invite', '/payments', '/support', '/statistics'])
    await visit(director, `/lk/business${path}`, []);
  for (const path of ['/lk/notices', '/lk/jobs']) await visit(director, path, []);

  const executor = await watched(people.executor);
  await visit(executor, `/lk/executor/acts/${act_id}`, [
    markup('act'),
    markup('info'),
    markup('line'),
    markup('comment'),
  ]);
  await visit(executor, `/lk/executor/acts?search=${mark}`, [markup('act')]);
  await visit(executor, `/lk/executor/contracts/${doc_id}`, [markup('contract')]);
  for (const path of ['/lk/executor', '/lk/executor/esf', '/lk/notices']) await visit(executor, path, []);

  const desk = await watched(people.administrator);
  await visit(desk, `/admin/tickets/${ticket_id}`, [markup('ticket'), link]);
  for (const path of ['/admin', '/admin/tickets', '/admin/outbox', '/admin/audit', '/admin/consultations'])
    await visit(desk, path, []);
  for (const one of [director, executor, desk]) await one.context().close();
  expect(trouble).toEqual([]);
});

/** In every field that both sides or the desk see, on papers of its own. */
async function storeMarkup(request: APIRequestContext) {
  const { get, post } = await callsOf(request, people.director);
  const [act_id] = (await sendActs(request, [markup('act')])) as [number];
  await post(`doc/acts/${act_id}/recall`, undefined);
  const act = await get<ActView>(`doc/acts/${act_id}`);
  const token = await signInQuietly(request, people.director);
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const changed = await request.put(`/api/v1/doc/acts/${act_id}`, {
    headers,
    data: {
      title: act.title,
      contract_id: act.contract_id,
      contractor_company_id: act.contractor_company.id,
      date: act.act_date,
      start_date: act.start_date,
      end_date: act.end_date,
      knp: act.knp,
      additional_info: `${markup('info')}\n${link}`,
      version: act.version,
      services: act.services.map(({ category, unit, quantity, rate }) => ({
        category_id: category.id,
        unit_id: unit.id,
        description: markup('line'),
        quantity,
        rate,
      })),
    },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  await post('doc/acts/send', { act_ids: [act_id] });
  await post('doc/acts/comments', { act_id, comment: `${markup('comment')}\n${link}` });
  const contract = await request.post('/api/v1/doc/documents', {
    headers,
    multipart: {
      title: markup('contract'),
      contractor_id: String(act.contractor_company.id),
      type_id: '1',
      start_date: act.start_date,
      end_date: '2099-12-31',
      additional_info: markup('note'),
      file: {
        name: `"><img src=x onerror=ran()>.pdf`,
        mimeType: 'application/pdf',
        buffer: makePdf('Contract'),
      },
    },
  });
  expect(contract.status(), await contract.text()).toBe(200);
  const { id: doc_id } = (await contract.json()) as { id: number };
  await post(`doc/documents/${doc_id}/send`, undefined);
  const ticket = await request.post('/api/v1/support/tickets', {
    headers,
    multipart: { theme_id: '1', text: `${markup('ticket')}\n${link}` },
  });
  expect(ticket.status(), await ticket.text()).toBe(200);
  return { act_id, doc_id, ticket_id: ((await ticket.json()) as { id: number }).id };
}
