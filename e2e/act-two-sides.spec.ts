import { expect, test } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import type { ActListItem, ActView } from '../shared/src/features/acts/acts.contract.ts';
import { fill } from '../shared/src/kernel/fill.ts';
import actsKz from '../shared/src/texts/kz/acts.ts';
import proofsKz from '../shared/src/texts/kz/proofs.ts';
import searchKz from '../shared/src/texts/kz/search.ts';
import versionsKz from '../shared/src/texts/kz/versions.ts';
import actsRu from '../shared/src/texts/ru/acts.ts';
import proofsRu from '../shared/src/texts/ru/proofs.ts';
import searchRu from '../shared/src/texts/ru/search.ts';
import versionsRu from '../shared/src/texts/ru/versions.ts';
import { bodyLike, callsOf, makeActs, sendActs } from './acts.ts';
import { languages } from './languages.ts';
import { people } from './people.ts';
import type { Locale } from './words.ts';

const words = {
  ru: {
    acts: actsRu,
    search: searchRu,
    sign_by: proofsRu.paper.sign_by,
    versions: versionsRu,
    typed: {
      title: 'На исправление',
      fault: 'Лишний день',
      remark: 'Четвёртого я не работал',
      mended: ', исправлено',
      note: 'Без четвёртого числа',
      twice: 'Акт составлен дважды',
    },
  },
  kz: {
    acts: actsKz,
    search: searchKz,
    sign_by: proofsKz.paper.sign_by,
    versions: versionsKz,
    typed: {
      title: 'Түзетуге',
      fault: 'Артық күн жазылған',
      remark: 'Төртінші күні жұмыс істеген жоқпын',
      mended: ', түзетілді',
      note: 'Төртінші күнсіз',
      twice: 'Қайталанған акт',
    },
  },
};

/** What two sides do to one act, without a mouse: every step is a Tab, a word, a letter with Ctrl or Enter. */
async function open(browser: Browser, email: string, locale: Locale) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
  const calls = await callsOf(context.request, email);
  return { page: await context.newPage(), calls, close: () => context.close() };
}

/** From the home page to an act by its name, as somebody goes whose hands stay on the keys. */
async function goToAct(page: Page, home: string, name: string, locale: Locale): Promise<void> {
  await page.goto(home);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+KeyK');
  await expect(page.getByRole('combobox', { name: words[locale].search.open })).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/acts\/\d+$/);
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

/** The same act with another remark, saved past the screens. */
async function remarkOn(
  { get, put }: Awaited<ReturnType<typeof callsOf>>,
  id: number,
  additional_info: string | null,
  name?: string,
): Promise<void> {
  const act = await get<ActView>(`doc/acts/${id}`);
  await put(`doc/acts/${id}`, { ...bodyLike(act), title: name ?? act.title, additional_info });
}

for (const locale of languages('ru'))
  test(`an act comes back for correction with a reason, is corrected and sent again (${locale})`, async ({
    browser,
  }) => {
    const { acts: t, sign_by, versions, typed } = words[locale];
    const director = await open(browser, people.director, locale);
    const executor = await open(browser, people.executor, locale);
    const title = `${typed.title} ${Date.now().toString(36)}`;
    await director.calls.put('company/signing-term', { days: 3 });
    await sendActs(director.page.request, [title]);

    await goToAct(executor.page, '/lk/executor', title, locale);
    const day = new RegExp(sign_by.replace('{{date}}', String.raw`.*\d{4}`));
    await expect(executor.page.getByText(day)).toBeVisible();
    await press(executor.page, t.actions.return);
    await answer(executor.page, t.actions.return, { label: t.ask.return_reason, text: typed.fault });
    await expect(executor.page.getByText(t.executor_says.returned)).toBeVisible();
    await expect(executor.page.getByText(day)).toBeHidden();
    await tabTo(executor.page, t.comments.field, 'textbox');
    await executor.page.keyboard.type(typed.remark);
    await executor.page.keyboard.press('Control+Enter');
    await expect(executor.page.getByText(typed.remark)).toBeVisible();

    const { page } = director;
    await goToAct(page, '/lk/business', title, locale);
    await expect(page.getByText(fill(t.page.reason_note, { reason: typed.fault }))).toBeVisible();
    await expect(page.getByText(typed.remark)).toBeVisible();
    await tabTo(page, t.actions.edit, 'link');
    await page.keyboard.press('Enter');
    await tabTo(page, t.form.name, 'textbox');
    await page.keyboard.press('End');
    await page.keyboard.type(typed.mended);
    await tabTo(page, t.form.info, 'textbox');
    await page.keyboard.press('Control+KeyA');
    await page.keyboard.type(typed.note);
    await press(page, t.form.save);
    await expect(page.getByText(versions.draft)).toBeVisible();
    await press(page, t.actions.send);
    await answer(page, t.actions.send);
    await expect(page.getByText(t.business_says.sent)).toBeVisible();

    await expect(executor.page.getByText(t.executor_says.sent)).toBeVisible();
    await expect(executor.page.getByText(`${title}${typed.mended}`).first()).toBeVisible();
    // Both read in what it differs from what was returned, and only that.
    for (const one of [page, executor.page]) {
      await expect(one.getByText(day)).toBeVisible();
      const differs = one
        .getByRole('term')
        .filter({ hasText: versions.fact.additional_info })
        .locator('xpath=following-sibling::dd');
      await expect(one.getByRole('heading', { name: versions.title })).toBeVisible();
      await expect(differs.getByRole('insertion')).toHaveText(typed.note);
      await expect(one.getByRole('insertion')).toHaveCount(1);
    }
    await director.calls.put('company/signing-term', { days: null });
    await Promise.all([director.close(), executor.close()]);
  });

for (const locale of languages('kz'))
  test(`an act that a colleague changes meanwhile is compared, and either text may stay (${locale})`, async ({
    browser,
  }) => {
    const { acts: t, typed } = words[locale];
    const director = await open(browser, people.director, locale);
    const accountant = await open(browser, people.accountant, locale);
    const { page } = director;
    const [act] = await makeActs(director.calls, [`${typed.title} ${Date.now().toString(36)}`]);
    const { id, title } = act!;
    const name = page.getByRole('textbox', { name: t.form.name, exact: true });
    const info = page.getByRole('textbox', { name: t.form.info, exact: true });
    const stale = page.getByRole('alert').filter({ hasText: t.form.stale });
    /** The director types a name while the accountant saves a remark; then the director saves. */
    const collide = async (own: string, remark: string) => {
      await page.goto(`/lk/business/acts/${id}/edit`);
      await name.fill(own);
      await remarkOn(accountant.calls, id, remark);
      await press(page, t.form.save);
      await expect(stale.getByRole('rowheader')).toHaveText([t.form.name, t.form.info]);
      await expect(stale.getByRole('cell')).toHaveText([title, own, remark, '—']);
    };

    const own = `${title}${typed.mended}`;
    await collide(own, typed.fault);
    await press(page, t.form.stale_keep);
    await expect(stale).toBeHidden();
    await press(page, t.form.save);
    await expect(page).toHaveURL(new RegExp(`/acts/${id}$`));
    const kept = await director.calls.get<ActView>(`doc/acts/${id}`);
    expect([kept.title, kept.additional_info]).toEqual([own, null]);

    await remarkOn(accountant.calls, id, null, title);
    await collide(own, typed.remark);
    await press(page, t.form.stale_take);
    await expect(stale).toBeHidden();
    await expect(name).toHaveValue(title);
    await expect(info).toHaveValue(typed.remark);
    await Promise.all([director.close(), accountant.close()]);
  });

for (const locale of languages('kz'))
  test(`an act that both have signed is annulled when both agree, and not before (${locale})`, async ({
    browser,
  }) => {
    const { acts: t, typed } = words[locale];
    const director = await open(browser, people.dalaDirector, locale);
    const executor = await open(browser, 'executor19@demo.example', locale);
    const signed = await executor.calls.get<{ items: ActListItem[] }>('doc/acts?limit=1&status_id=5');
    const { id, number } = signed.items[0]!;
    const stateOf = async () => (await director.calls.get<ActView>(`doc/acts/${id}`)).status.code;
    const reason = { label: t.reason, text: typed.twice };
    await goToAct(director.page, '/lk/business', number, locale);
    await goToAct(executor.page, '/lk/executor', number, locale);

    await press(director.page, t.actions.annul);
    await answer(director.page, t.actions.annul, reason);
    await expect(director.page.getByText(t.business_says.annulment_own)).toBeVisible();
    await expect(executor.page.getByText(reason.text, { exact: true })).toBeVisible();
    expect(await stateOf()).toBe('annulment_requested');
    await press(executor.page, t.actions.agree);
    await answer(executor.page, t.actions.agree);
    for (const { page } of [executor, director])
      await expect(page.getByText(t.business_says.annulled)).toBeVisible();
    expect(await stateOf()).toBe('annulled');
    await Promise.all([director.close(), executor.close()]);
  });
