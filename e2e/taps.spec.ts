import { expect, test } from '@playwright/test';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { fill } from '../shared/src/kernel/fill.ts';
import type { ActView } from '../shared/src/features/acts/acts.contract.ts';
import acts from '../shared/src/texts/ru/acts.ts';
import app from '../shared/src/texts/ru/app.ts';
import home from '../shared/src/texts/ru/home.ts';
import invitations from '../shared/src/texts/ru/invitations.ts';
import phoneWords from '../shared/src/texts/ru/phone.ts';
import payments from '../shared/src/texts/ru/payments.ts';
import qr from '../shared/src/texts/ru/qr-signing.ts';
import link from '../shared/src/texts/ru/quick-sign.ts';
import signing from '../shared/src/texts/ru/signing.ts';
import support from '../shared/src/texts/ru/support.ts';
import ui from '../shared/src/texts/ru/ui.ts';
import { callsOf, makeActs, sendActs } from './acts.ts';
import { many } from './many.ts';
import { messageIn } from './messages.ts';
import { people } from './people.ts';
import { startProduct, type Product } from './product.ts';

/** How many taps the daily deeds take, counted by the browser: what is typed is no tap, and each press is one. */

interface TestKey {
  algorithm: 'gost512' | 'rsa';
  file_name: string;
  password: string;
  pkcs12: string;
}

const soon = { timeout: 180_000 };
const SIGN = /^Подписать \d+ документ/;

test.describe.configure({ mode: 'serial' });
test.describe('taps', () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct();
  });
  test.afterAll(() => product.stop());

  /** A page of this person, and how often it was tapped since the last question. */
  async function enter(browser: Browser, email: string, width: number) {
    const context = await browser.newContext({ baseURL: product.url, viewport: { width, height: 800 } });
    const calls = await callsOf(context.request, email);
    return { calls, ...(await countTaps(context)) };
  }

  async function countTaps(context: BrowserContext) {
    let count = 0;
    await context.exposeBinding('tapped', () => void (count += 1));
    // Bubbling: a press that Playwright takes back, since another thing came under it, goes no further than the window.
    await context.addInitScript("addEventListener('pointerdown', (press) => press.isTrusted && tapped())");
    const page = await context.newPage();
    const taps = () => {
      const made = count;
      count = 0;
      return made;
    };
    return { page, taps, leave: () => context.close() };
  }

  const waiting = async (calls: Awaited<ReturnType<typeof callsOf>>) =>
    calls.get<{ acts_pending_sign: number; acts_to_pay: number }>('company/analytics');
  /** How many wait once all of these have been sent, which so many are by a run. */
  const sendAll = async (page: Page, calls: Awaited<ReturnType<typeof callsOf>>, titles: string[]) => {
    const count = (await waiting(calls)).acts_pending_sign + titles.length;
    await sendActs(page.context().request, titles);
    await expect.poll(async () => (await waiting(calls)).acts_pending_sign).toBe(count);
    return count;
  };
  const button = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name });
  const startsWith = (word: string) => new RegExp(`^${word}`);

  test('an executor signs all that waits in three, on a phone', async ({ browser }) => {
    const { page, calls, taps, leave } = await enter(browser, people.executor, 360);
    expect((await waiting(calls)).acts_pending_sign).toBeGreaterThan(0);
    await page.goto('/lk/executor');
    await page.getByRole('button', { name: home.executor.sign, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: signing.title });
    await button(dialog, signing.how.gost).click();
    await button(dialog, SIGN).click();
    await expect(button(dialog, signing.done.finish)).toBeVisible(soon);
    expect(taps()).toBe(3);
    expect((await waiting(calls)).acts_pending_sign).toBe(0);
    await leave();
  });

  test('a director signs more than a phone takes at once, part after part', async ({ browser }) => {
    const { page, calls, leave } = await enter(browser, people.director, 1280);
    const more = Array.from({ length: 101 }, (_, at) => `С телефона ${at + 1}`);
    const count = await sendAll(page, calls, more);
    await page.goto('/lk/business');
    await button(page, startsWith(`${home.waiting.go_sign}: ${home.waiting.sign}`)).click();
    const dialog = page.getByRole('dialog', { name: signing.title });
    await button(dialog, signing.how.phone).click();
    for (const part of [1, 2]) {
      await expect(dialog.getByText(fill(signing.phone.part, { part, parts: 2 }))).toBeVisible();
      const link = dialog.getByRole('link', { name: qr.here.sandbox });
      const [phone] = await Promise.all([page.waitForEvent('popup'), link.click()]);
      await button(phone, phoneWords.review.next).click();
      await button(phone, SIGN).click();
      await expect(phone.getByRole('heading', { name: phoneWords.done.title, exact: true })).toBeVisible(
        soon,
      );
      await phone.close();
      const so_far = part === 1 ? 100 : count;
      await expect(dialog.getByText(fill(signing.done.some, { ok: so_far, total: count }))).toBeVisible(soon);
      expect((await waiting(calls)).acts_pending_sign).toBe(count - so_far);
      if (part === 1) await button(dialog, fill(signing.phone.next, { part: 2, parts: 2 })).click();
    }
    await dialog.getByRole('button', { name: signing.done.close }).last().click();
    await expect(dialog).toBeHidden();
    await leave();
  });

  test('a director with a kept key signs all that waits in two', async ({ browser }) => {
    const { page, calls, taps, leave } = await enter(browser, people.director, 1280);
    const keys = await calls.get<TestKey[]>('sandbox/keys');
    const { file_name, pkcs12, password } = keys.find(({ algorithm }) => algorithm === 'gost512')!;
    await calls.upload('auth/store/load', file_name, Buffer.from(pkcs12, 'base64'));
    // More than one page of a list.
    const more = Array.from({ length: 101 }, (_, at) => `Ещё один акт ${at + 1}`);
    const count = await sendAll(page, calls, more);
    await page.goto('/lk/business');
    await button(page, startsWith(`${home.waiting.go_sign}: ${home.waiting.sign}`)).click();
    const dialog = page.getByRole('dialog', { name: signing.title });
    const kept = dialog.getByRole('form', { name: signing.how.kept });
    await expect(kept.getByLabel(signing.how.password, { exact: true })).toBeFocused(soon);
    await page.keyboard.type(password);
    await button(kept, SIGN).click();
    await expect(dialog.getByText(many(signing.done, 'all_act', count))).toBeVisible(soon);
    expect(taps()).toBe(2);
    expect((await waiting(calls)).acts_pending_sign).toBe(0);
    await leave();
  });

  test('a person of two companies signs in both in eight, each asked apart, with a reload between', async ({
    browser,
  }) => {
    const { page, calls, taps, leave } = await enter(browser, people.dalaDirector, 1280);
    const [act] = await makeActs(calls, ['Две компании'], '');
    await calls.post('doc/acts/send', { act_ids: [act!.id] });
    const director = await enter(browser, people.director, 1280);
    await sendActs(director.page.context().request, ['Две компании']);
    await director.calls.post('company/employees/invitations', {
      email: people.dalaDirector,
      rights: ['sign'],
    });
    await director.leave();
    const letter = () => messageIn(product.log(), people.dalaDirector, /\/join\/([0-9a-f]{64})/);
    await expect.poll(letter).toBeDefined();
    const { company_id } = await calls.post<{ company_id: number }>('employee-invitation/accept', {
      token: letter(),
    });
    const toSign = () => calls.get<{ id: number }[]>('company/to-sign');
    const both = await toSign();
    expect(both).toHaveLength(2);
    await calls.post('auth/switch-company', { company_id: both.find(({ id }) => id !== company_id)?.id });

    const sign = async (last: string) => {
      const dialog = page.getByRole('dialog', { name: signing.title });
      await button(dialog, signing.how.gost).click(soon);
      await button(dialog, SIGN).click();
      await button(dialog, startsWith(last)).click(soon);
    };
    await page.goto('/lk/business');
    await button(page, home.in_turn.go).click();
    await sign(fill(home.in_turn.next, { name: '' }));
    await expect(page.getByRole('dialog', { name: signing.title })).toBeVisible(soon);
    expect((await toSign()).map(({ id }) => id)).toEqual([company_id]);
    await page.reload();
    const place = fill(home.in_turn.step, { step: 2, total: 2 });
    const turn = page.getByRole('region', { name: place });
    await button(turn, home.waiting.go_sign).click();
    await sign(home.in_turn.to_end);
    await expect(page.getByRole('region', { name: home.in_turn.end, exact: true })).toBeVisible();
    expect(taps()).toBe(8);
    expect(await toSign()).toEqual([]);
    await page.reload();
    await button(page, home.in_turn.finish).click();
    await expect(page).toHaveURL('/lk/business');
    await leave();
  });

  test('a director pays all that waits in three, the proof of who it is among them', async ({ browser }) => {
    const { page, calls, taps, leave } = await enter(browser, people.director, 1280);
    expect((await waiting(calls)).acts_to_pay).toBeGreaterThan(0);
    await page.goto('/lk/business');
    await button(page, startsWith(`${home.waiting.go_pay}: ${home.waiting.pay}`)).click();
    const dialog = page.getByRole('dialog', { name: payments.title });
    await button(dialog, startsWith(home.waiting.go_pay)).click(soon);
    await expect(button(dialog, payments.finish)).toBeVisible(soon);
    expect(taps()).toBeLessThanOrEqual(3);
    await leave();
  });

  test('a courier signs the act behind a link in four, with the key in the phone', async ({ browser }) => {
    const director = await enter(browser, people.director, 1280);
    const [act_id] = await sendActs(director.page.context().request, ['По ссылке']);
    const { url } = await director.calls.post<{ url: string }>('doc/quick-sign', {
      doc_type: 'act',
      id: act_id,
    });
    const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
    const { page, taps, leave } = await countTaps(context);
    await page.goto(new URL(new URL(url).pathname, product.url).href);
    await button(page, link.to_sign).click();
    const app = page.getByRole('link', { name: qr.here.sandbox });
    const [phone] = await Promise.all([page.waitForEvent('popup'), app.click()]);
    await button(phone, phoneWords.review.next).click();
    await button(phone, SIGN).click();
    await expect(page.getByRole('heading', { name: link.done.title_act })).toBeVisible(soon);
    expect(taps()).toBeLessThanOrEqual(4);
    const { signatures } = await director.calls.get<ActView>(`doc/acts/${act_id}`);
    expect(signatures.map(({ means }) => means)).toEqual(['egov_mobile']);
    await director.leave();
    await leave();
  });

  test('a director makes an act like the last one in four', async ({ browser }) => {
    const { page, calls, taps, leave } = await enter(browser, people.director, 1280);
    await page.goto('/lk/business');
    await page.getByRole('link', { name: app.nav.acts, exact: true }).first().click();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await button(page, acts.more.copy).click();
    const last = Number(/\d+$/.exec(page.url())![0]);
    const dialog = page.getByRole('dialog');
    await button(dialog, acts.copy.confirm).click();
    await expect(page).not.toHaveURL(new RegExp(`/acts/${last}$`));
    await expect(page).toHaveURL(/\/acts\/\d+$/);
    expect(taps()).toBe(4);
    const [before, made] = await Promise.all(
      [last, /\d+$/.exec(page.url())![0]].map((id) => calls.get<ActView>(`doc/acts/${id}`)),
    );
    expect(made).toMatchObject({ amount: before!.amount, title: before!.title, status: { code: 'draft' } });
    await leave();
  });

  test('a ticket is answered in two', async ({ browser }) => {
    const asker = await enter(browser, people.director, 1280);
    const text = `Где акт ${Date.now()}?`;
    await asker.calls.form('support/tickets', { theme_id: '1', text });
    await asker.leave();
    const { page, taps, leave } = await enter(browser, people.administrator, 1280);
    await page.goto('/admin/tickets');
    await page.getByRole('link', { name: text }).click();
    await page.getByLabel(support.write.label, { exact: true }).click();
    await page.keyboard.type('Он в списке отправленных.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('log').getByText('Он в списке отправленных.')).toBeVisible();
    expect(taps()).toBe(2);
    await leave();
  });

  test('an executor returns an act in two', async ({ browser }) => {
    const { page, calls, taps, leave } = await enter(browser, people.executor, 360);
    const director = await enter(browser, people.director, 1280);
    const [act_id] = await sendActs(director.page.context().request, ['К возврату']);
    await director.leave();
    await page.goto(`/lk/executor/acts/${act_id}`);
    await button(page, acts.actions.return).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(acts.ask.return_reason)).toBeFocused();
    await page.keyboard.type('Сумма другая');
    await button(dialog, acts.actions.return).click();
    await expect(dialog).toBeHidden();
    expect(taps()).toBe(2);
    expect((await calls.get<ActView>(`doc/acts/${act_id}`)).status.code).toBe('returned');
    await leave();
  });

  test('a director invites ten in three', async ({ browser }) => {
    const { page, taps, leave } = await enter(browser, people.director, 1280);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/lk/business/executors');
    const people_to_invite = Array.from(
      { length: 10 },
      (_, at) => `Шақырылған ${at + 1}\t+7 701 555 01 ${String(at + 10)}`,
    );
    await page.evaluate((text) => navigator.clipboard.writeText(text), people_to_invite.join('\n'));
    await page.getByRole('link', { name: invitations.many.open }).click();
    await page.getByLabel(invitations.many.paste).click();
    await page.keyboard.press('ControlOrMeta+V');
    await button(page, many(invitations.many, 'submit', people_to_invite.length)).click();
    await expect(page.getByText(many(invitations.many, 'done', people_to_invite.length))).toBeVisible(soon);
    expect(taps()).toBe(3);
    await leave();
  });

  test('of a mixed selection each deed says how many it is for, and what it leaves out', async ({
    browser,
  }) => {
    const { page, calls, leave } = await enter(browser, people.director, 1280);
    const name = 'Вперемешку с телефона';
    const [sent, draft] = await sendActs(page.context().request, [name, name]);
    await calls.post('doc/acts/recall', { act_ids: [draft] });
    await page.goto(`/lk/business/acts?search=${encodeURIComponent(name)}`);
    const rows = page.getByRole('row').filter({ hasText: name });
    await expect(rows).toHaveCount(2);
    for (const row of await rows.all()) await row.getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: ui.bulk.bar });
    await expect(bar).toContainText(acts.bulk.partly);
    await bar.getByRole('button', { name: `${acts.actions.send} 1`, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(fill(acts.bulk.left_out, { shown: 1 }));
    await button(dialog, acts.actions.send).click();
    await expect(dialog.getByText(fill(acts.bulk.left_out, { shown: 1 }))).toBeHidden();
    const stateOf = async (id: number | undefined) =>
      (await calls.get<ActView>(`doc/acts/${id}`)).status.code;
    await expect.poll(() => stateOf(draft)).toBe('sent');
    expect(await stateOf(sent)).toBe('sent');
    await leave();
  });
});
