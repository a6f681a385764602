import { expect, test } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import type { ActListItem } from '../shared/src/features/acts/acts.contract.ts';
import kz from '../shared/src/texts/kz/acts.ts';
import ru from '../shared/src/texts/ru/acts.ts';
import { callsOf, sendActs } from './acts.ts';
import { people } from './people.ts';

/** What two sides do to one act, without a mouse: every step is a Tab, a word or Enter. */
async function open(browser: Browser, email: string, locale: 'ru' | 'kz') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
  const calls = await callsOf(context.request, email);
  return { page: await context.newPage(), calls, close: () => context.close() };
}

/** Goes on with Tab until the keyboard is where a person would hear this name. */
async function tabTo(
  page: Page,
  name: string,
  role: 'button' | 'textbox' | 'link' = 'button',
  within: Page | Locator = page,
): Promise<void> {
  const wanted = within.getByRole(role, { name, exact: true }).last();
  await expect(wanted).toBeVisible();
  for (let i = 0; i < 120; i++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard never came to «${name}»`);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Answers the open question: the reason, where it is asked for, and the button that means it. */
async function answer(page: Page, button: string, reason?: { label: string; text: string }): Promise<void> {
  const dialog = page.getByRole('dialog');
  // It comes when it is first wanted: until then the button of the same name is the one that opened it.
  await expect(dialog).toBeVisible();
  if (reason) {
    await expect(dialog.getByLabel(reason.label)).toBeFocused();
    await page.keyboard.type(reason.text);
  }
  await tabTo(page, button, 'button', dialog);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

test('an act comes back for correction with a reason, is corrected and sent again', async ({ browser }) => {
  const director = await open(browser, people.director, 'ru');
  const executor = await open(browser, people.executor, 'ru');
  const [id] = await sendActs(director.page.request, [`На исправление ${Date.now().toString(36)}`]);

  await executor.page.goto(`/lk/executor/acts/${id}`);
  await press(executor.page, ru.actions.return);
  await answer(executor.page, ru.actions.return, { label: ru.ask.return_reason, text: 'Лишний день' });
  await expect(executor.page.getByText(ru.executor_says.returned)).toBeVisible();
  await tabTo(executor.page, ru.comments.field, 'textbox');
  await executor.page.keyboard.type('Четвёртого я не работал');
  await executor.page.keyboard.press('Control+Enter');
  await expect(executor.page.getByText('Четвёртого я не работал')).toBeVisible();

  const { page } = director;
  await page.goto(`/lk/business/acts/${id}`);
  await expect(page.getByText('Причина: Лишний день')).toBeVisible();
  await expect(page.getByText('Четвёртого я не работал')).toBeVisible();
  await tabTo(page, ru.actions.edit, 'link');
  await page.keyboard.press('Enter');
  await tabTo(page, ru.form.name, 'textbox');
  await page.keyboard.press('End');
  await page.keyboard.type(', исправлено');
  await press(page, ru.form.save_and_send);
  await expect(page.getByText(ru.business_says.sent)).toBeVisible();

  await expect(executor.page.getByText(ru.executor_says.sent)).toBeVisible();
  await expect(executor.page.getByText(/, исправлено$/).first()).toBeVisible();
  await Promise.all([director.close(), executor.close()]);
});

test('екеуі қол қойған акт екі тараптың келісімімен ғана күшін жояды', async ({ browser }) => {
  const director = await open(browser, people.dalaDirector, 'kz');
  const executor = await open(browser, 'executor19@demo.example', 'kz');
  const signed = await executor.calls.get<{ items: ActListItem[] }>('doc/acts?limit=1&status_id=5');
  const { id } = signed.items[0]!;
  const reason = { label: kz.reason, text: 'Қайталанған акт' };
  await director.page.goto(`/lk/business/acts/${id}`);
  await executor.page.goto(`/lk/executor/acts/${id}`);

  await press(director.page, kz.actions.annul);
  await answer(director.page, kz.actions.annul, reason);
  await expect(director.page.getByText(kz.business_says.annulment_own)).toBeVisible();
  await expect(executor.page.getByText(reason.text, { exact: true })).toBeVisible();
  await press(executor.page, kz.actions.agree);
  await answer(executor.page, kz.actions.agree);
  for (const { page } of [executor, director])
    await expect(page.getByText(kz.business_says.annulled)).toBeVisible();
  await Promise.all([director.close(), executor.close()]);
});
