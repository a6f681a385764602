import { expect, test } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import { fill } from '../shared/src/kernel/fill.ts';
import actsKz from '../shared/src/texts/kz/acts.ts';
import authKz from '../shared/src/texts/kz/auth.ts';
import documentsKz from '../shared/src/texts/kz/documents.ts';
import homeKz from '../shared/src/texts/kz/home.ts';
import invitationsKz from '../shared/src/texts/kz/invitations.ts';
import paymentsKz from '../shared/src/texts/kz/payments.ts';
import sandboxKz from '../shared/src/texts/kz/sandbox-newcomer.ts';
import signUpKz from '../shared/src/texts/kz/sign-up.ts';
import signingKz from '../shared/src/texts/kz/signing.ts';
import standingsKz from '../shared/src/texts/kz/standings.ts';
import papersKz from '../shared/src/texts/kz/papers.ts';
import actsRu from '../shared/src/texts/ru/acts.ts';
import authRu from '../shared/src/texts/ru/auth.ts';
import documentsRu from '../shared/src/texts/ru/documents.ts';
import homeRu from '../shared/src/texts/ru/home.ts';
import invitationsRu from '../shared/src/texts/ru/invitations.ts';
import paymentsRu from '../shared/src/texts/ru/payments.ts';
import sandboxRu from '../shared/src/texts/ru/sandbox-newcomer.ts';
import signUpRu from '../shared/src/texts/ru/sign-up.ts';
import signingRu from '../shared/src/texts/ru/signing.ts';
import standingsRu from '../shared/src/texts/ru/standings.ts';
import papersRu from '../shared/src/texts/ru/papers.ts';
import { faultsOf } from './faults.ts';
import { pairs } from './languages.ts';
import { makePdf } from './paper.ts';
import { startProduct, type Product } from './product.ts';

const words = {
  ru: {
    acts: actsRu,
    auth: authRu,
    documents: documentsRu,
    home: homeRu,
    invitations: invitationsRu,
    payments: paymentsRu,
    sandbox: sandboxRu,
    signUp: signUpRu,
    signing: signingRu,
    standings: standingsRu,
    papers: papersRu,
  },
  kz: {
    acts: actsKz,
    auth: authKz,
    documents: documentsKz,
    home: homeKz,
    invitations: invitationsKz,
    payments: paymentsKz,
    sandbox: sandboxKz,
    signUp: signUpKz,
    signing: signingKz,
    standings: standingsKz,
    papers: papersKz,
  },
};
type Locale = keyof typeof words;

const password = 'түйе қар астында ән салды';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct({ environment: { SANDBOX: 'empty' } });
});
test.afterAll(() => product?.stop());

/** The database holds nobody: both sides are new, and the pages themselves say what to type. */
for (const [ours, theirs] of pairs)
  test(`two newcomers come to a paid act by what the pages offer and Home says (${ours} and ${theirs})`, async ({
    browser,
  }) => {
    const t = words[ours];
    const w = words[theirs];
    expect(await (await fetch(`${product.url}/api/v1/sandbox/sign-ins`)).json()).toEqual([]);
    const company = await open(browser, ours, { width: 1280, height: 900 });
    const executor = await open(browser, theirs, { width: 360, height: 740 });
    const end = `7${Date.now()}`.slice(-8);
    const name = `Newcomer ${end}`;

    await test.step('a company registers with sample data, and comes in', async () => {
      await company.goto('/auth/sign-up/business');
      await offered(company, t.sandbox.phone).click();
      await press(company, t.signUp.start.send);
      await registerMail(company, ours);
      await offered(company, t.sandbox.bin).click();
      await expect(company.getByText(t.signUp.company.found)).toBeVisible();
      await press(company, t.signUp.next);
      await offered(company, t.sandbox.iban).click();
      await press(company, t.signUp.next);
      await press(company, t.sandbox.role_head);
      await press(company, t.signUp.ecp.sign);
      await acceptAndEnter(company, ours);
    });

    await test.step('Home leads to an invitation', async () => {
      await lead(company, t.home.first.invite);
      const { dialog: d, ...invited } = t.invitations;
      const dialog = company.getByRole('dialog', { name: d.title });
      await dialog.getByLabel(d.name, { exact: false }).first().fill(name);
      await dialog.getByLabel(d.phone).fill(`+7705${end.slice(-7)}`);
      await dialog.getByLabel(d.file).setInputFiles({
        name: 'contract.pdf',
        mimeType: 'application/pdf',
        buffer: makePdf(name),
      });
      await dialog.getByLabel(d.start).fill('01.11.2026');
      await dialog.getByLabel(d.end).fill('31.12.2028');
      await dialog.getByRole('button', { name: d.submit }).click();
      await company.getByRole('button', { name: fill(invited.deeds_of, { name }) }).click();
      await company.getByRole('menuitem', { name: invited.copy }).click();
      await expect(company.getByText(invited.copied.split('.')[0]!)).toBeVisible();
      await company.goto('/lk/business');
      await expect(company.getByRole('heading', { name: t.home.first.wait_executor.title })).toBeVisible();
    });

    await test.step('the executor registers by the link and signs the contract', async () => {
      const link = new URL(await company.evaluate(() => navigator.clipboard.readText()));
      await executor.goto(link.pathname + link.search);
      await press(executor, w.signUp.start.send);
      await registerMail(executor, theirs);
      await offered(executor, w.sandbox.iin).click();
      expect(await faultsOf(executor)).toEqual([]);
      await press(executor, w.signUp.next);
      await executor.getByRole('combobox', { name: w.signUp.address.label }).fill('Алматы, Абай 5');
      await press(executor, w.signUp.next);
      await offered(executor, w.sandbox.iban).click();
      await press(executor, w.signUp.next);
      await offered(executor, w.sandbox.role_person).click();
      await press(executor, w.signUp.ecp.sign);
      await press(executor, w.signUp.esf.postpone);
      await acceptAgreement(executor, theirs);
      await offered(executor, w.sandbox.role_person).click();
      await expect(executor.getByRole('group', { name: w.papers.pdf.label })).toBeVisible();
      await press(executor, w.signUp.contract.sign);
      await enter(executor, theirs);
    });

    await test.step('the executor tells how they work', async () => {
      await expect(executor.getByRole('heading', { name: w.standings.ask_title })).toBeVisible();
      await press(executor, w.standings.tell);
      const dialog = executor.getByRole('dialog', { name: w.standings.own_title });
      await dialog.getByRole('button', { name: w.standings.save, exact: true }).click();
      await expect(executor.getByText(w.standings.saved)).toBeVisible();
      await expect(executor.getByRole('heading', { name: w.standings.ask_title })).toBeHidden();
    });

    await test.step('Home leads the company to the contract, and it signs', async () => {
      await company.reload();
      await lead(company, t.home.first.sign_contract);
      await company.getByRole('table').getByRole('link', { name: 'contract' }).click();
      await press(company, t.documents.action.sign);
      await sign(company, ours);
    });

    await test.step('Home leads to an act, which is sent', async () => {
      await company.goto('/lk/business');
      await lead(company, t.home.first.make_act);
      const at = (field: string) => company.locator(`[data-field="${field}"]`);
      await expect(at('contract_id')).not.toHaveValue('');
      await at('title').fill(name);
      await press(company, t.acts.form.this_month);
      await chooseFirst(at('services.0.category_id'));
      await at('services.0.description').fill('Жұмыс');
      await at('services.0.quantity').fill('1');
      await chooseFirst(at('services.0.unit_id'));
      await at('services.0.rate').fill('25000');
      await press(company, t.acts.form.save_and_send);
      await expect(company.getByText(t.acts.business_says.sent)).toBeVisible();
    });

    await test.step('each side is led to its signature', async () => {
      await executor.goto('/lk/executor');
      await executor.getByRole('button', { name: w.home.executor.sign, exact: true }).click();
      await sign(executor, theirs);
      await company.goto('/lk/business');
      await lead(company, t.home.first.sign_act);
      await sign(company, ours);
    });

    await test.step('the company pays, and both see it paid', async () => {
      await company.goto('/lk/business');
      await lead(company, t.home.first.pay_act);
      const dialog = company.getByRole('dialog', { name: t.payments.title });
      const pay = new RegExp(fill(t.payments.pay, { amount: '.*' }).trim());
      await dialog.getByRole('button', { name: pay }).click();
      await dialog.getByRole('button', { name: t.payments.finish, exact: true }).click();
      await expect(company.getByRole('heading', { name: t.home.waiting.title })).toBeVisible();
      await executor.goto('/lk/executor');
      await expect(executor.getByText(/25[\s\u00a0]000/).first()).toBeVisible();
      await expect(executor.getByRole('heading', { name: w.home.executor.nothing })).toBeVisible();
    });
    await Promise.all([company.context().close(), executor.context().close()]);
  });

async function open(browser: Browser, locale: Locale, viewport: { width: number; height: number }) {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await context.addCookies([{ name: 'locale', value: locale, url: product.url }]);
  return await context.newPage();
}

/** A button of the sandbox, whatever value it offers. */
function offered(page: Page, text: string): Locator {
  const [before, after] = text.split(/\{\{\w+\}\}/) as [string, string];
  return page.getByRole('button', { name: new RegExp(`^${before}\\S.*${after}$`) });
}

async function chooseFirst(field: Locator): Promise<void> {
  await field.focus();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).not.toHaveValue('');
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

async function registerMail(page: Page, locale: Locale): Promise<void> {
  const { sandbox, signUp } = words[locale];
  await offered(page, sandbox.code).click();
  await offered(page, sandbox.email).click();
  await page.locator('input[autocomplete="new-password"]').fill(password);
  await press(page, signUp.email.submit);
  await offered(page, sandbox.code).click();
}

async function acceptAgreement(page: Page, locale: Locale): Promise<void> {
  const { agreement } = words[locale].signUp;
  await expect(page.getByRole('heading', { name: agreement.title })).toBeVisible();
  await expect(page.getByRole('group', { name: words[locale].papers.pdf.label })).toBeVisible();
  await page.getByRole('checkbox').check();
  await press(page, agreement.submit);
}

async function acceptAndEnter(page: Page, locale: Locale): Promise<void> {
  await acceptAgreement(page, locale);
  await enter(page, locale);
}

/** The e-mail is known to the sign-in already. */
async function enter(page: Page, locale: Locale): Promise<void> {
  const { auth, home, signUp } = words[locale];
  await press(page, signUp.waiting.enter);
  await expect(page.getByLabel(auth.email)).toHaveValue(/@newcomer\.example$/);
  await page.getByLabel(auth.password, { exact: true }).fill(password);
  await press(page, auth.sign_in);
  await expect(page.getByRole('heading', { name: home.title, level: 1 })).toBeVisible();
}

/** What Home says is next, by its one main button. */
async function lead(page: Page, step: { title: string; go: string }): Promise<void> {
  await expect(page.getByRole('heading', { name: step.title })).toBeVisible();
  const main = page.getByRole('main');
  const go = { name: step.go, exact: true };
  await main.getByRole('link', go).or(main.getByRole('button', go)).click();
}

async function sign(page: Page, locale: Locale): Promise<void> {
  const { title, how, done } = words[locale].signing;
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: how.gost }).click();
  const one = 'sign__one' in how ? how.sign__one : how.sign__other;
  await dialog.getByRole('button', { name: fill(one, { count: 1 }) }).click();
  await dialog.getByRole('button', { name: done.finish, exact: true }).click();
  await expect(dialog).toBeHidden();
}
