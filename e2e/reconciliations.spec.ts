import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { addDays, almatyDate } from '../shared/src/kernel/dates.ts';
import { fill } from '../shared/src/kernel/fill.ts';
import reconciliationsKz from '../shared/src/texts/kz/reconciliations.ts';
import signingKz from '../shared/src/texts/kz/signing.ts';
import progressKz from '../shared/src/texts/kz/job-progress.ts';
import progressRu from '../shared/src/texts/ru/job-progress.ts';
import uiKz from '../shared/src/texts/kz/ui.ts';
import reconciliationsRu from '../shared/src/texts/ru/reconciliations.ts';
import signingRu from '../shared/src/texts/ru/signing.ts';
import uiRu from '../shared/src/texts/ru/ui.ts';
import { callsOf } from './acts.ts';
import { openPage } from './open-page.ts';
import { languages } from './languages.ts';
import { many } from './many.ts';
import { answerBySelf, findAct, findSides, signBySelf, type ReconciledSide } from './reconciled-sides.ts';

/**
 * E2E_PARTIES=300 reconciles so many counterparties; every twenty-fifth, and two at least, has it otherwise. Two of them
 * answer and sign on a phone, the others beside the screens.
 */
const COUNT = Number(process.env.E2E_PARTIES ?? 6);
const DISPUTES = Math.max(2, Math.round(COUNT / 25));

const journeys = [
  {
    locale: 'ru',
    words: { t: reconciliationsRu, signing: signingRu, ui: uiRu, progress: progressRu },
    remark: 'Возврат 12.11 не учтён',
  },
  {
    locale: 'kz',
    words: { t: reconciliationsKz, signing: signingKz, ui: uiKz, progress: progressKz },
    remark: '12.11 қайтару есепке алынбаған',
  },
] as const;
type Words = (typeof journeys)[number]['words'];

for (const { locale, words, remark } of journeys.filter(({ locale }) => languages('kz').includes(locale)))
  test(`${COUNT} counterparties are reconciled: sent at once, answered by line, disputed, signed by both (${locale})`, async ({
    browser,
  }) => {
    test.setTimeout(300_000 + COUNT * 10_000);
    const soon = { timeout: 120_000 + COUNT * 1_000 };
    const { t, ui, progress } = words;
    // A period of its own, so that the journey may be gone again over the same data.
    const period = {
      date_from: addDays(locale === 'kz' ? '2024-01-01' : '2025-01-01', Math.floor(Math.random() * 360)),
      date_to: almatyDate(new Date()),
    };
    const list = `/lk/business/reconciliation/acts?date_from=${period.date_from}&date_to=${period.date_to}&limit=100`;
    const { director, sides } = await findSides(browser, COUNT, period);
    const [agreeing, disputing] = [sides[0]!, sides[1]!];
    const page = await openPage(browser, director, locale, 1280, 820);
    const bar = page.getByRole('region', { name: ui.bulk.bar });
    const chip = (state: keyof typeof t.state, count: number) =>
      page.getByRole('button', { name: `${t.state[state]} · ${count}`, exact: true });

    /** One by one where the company has more than are meant; more than a page by «all of this filter». */
    const chooseAll = async () => {
      const boxOf = ({ name }: ReconciledSide) =>
        page.getByRole('checkbox', { name: fill(ui.table.select_row, { name }), exact: true });
      if (COUNT <= 20) {
        for (const side of sides) await boxOf(side).check();
        return;
      }
      // Before the rows have come the box above them chooses nothing.
      await expect(boxOf(agreeing).first()).toBeVisible();
      await page.getByRole('checkbox', { name: ui.table.select_page }).check();
      if (COUNT <= 100) return;
      await bar.getByRole('button', { name: fill(t.select_all, { shown: COUNT }) }).click();
    };

    await test.step('the company sends to all of them in one run', async () => {
      await page.goto(list);
      await chooseAll();
      await bar.getByRole('button', { name: fill(t.send_some, { count: COUNT }) }).click();
      const dialog = page.getByRole('dialog', { name: t.send_title });
      await expect(dialog.getByText(many(t, 'send_to', COUNT))).toBeVisible();
      await dialog.getByRole('button', { name: t.send, exact: true }).click();
      const run = page.getByRole('dialog');
      await expect(run.getByText(fill(progress.progress, { done: COUNT, total: COUNT }))).toBeVisible(soon);
      await run.getByRole('button', { name: ui.close }).last().click();
      await expect(chip('sent', COUNT)).toBeVisible();
    });

    await test.step('one agrees with everything on a phone', async () => {
      const phone = await openPage(browser, agreeing.email, locale, 360, 820);
      await openFromHome(phone, words, agreeing);
      await phone.getByRole('button', { name: t.answer.agree }).click();
      await expect(phone.getByText(t.say.executor.to_sign)).toBeVisible();
      await phone.getByRole('button', { name: t.sign, exact: true }).click();
      await sign(phone, words, 1);
      await expect(phone.getByText(t.say.executor.signed_by_me)).toBeVisible();
      await phone.context().close();
    });

    await test.step('another has a line otherwise, and one of its own', async () => {
      const phone = await openPage(browser, disputing.email, locale, 360, 820);
      await openFromHome(phone, words, disputing);
      await phone.getByRole('switch', { name: t.answer.differs }).nth(1).check();
      await phone.getByLabel(t.answer.mine).fill('0');
      await phone.getByLabel(t.answer.why).fill(remark);
      await phone.getByRole('button', { name: t.answer.add }).click();
      await phone.getByLabel(t.answer.number).fill('77/1');
      await phone.getByLabel(t.answer.mine).last().fill('1500,50');
      await phone.getByRole('button', { name: t.answer.send }).click();
      await expect(phone.getByText(t.say.executor.differences)).toBeVisible();
      await phone.context().close();
    });

    await test.step('the others answer', async () => {
      for (const [index, side] of sides.slice(2).entries())
        await answerBySelf(browser, side, index < DISPUTES - 1 ? '12.50' : null);
      await page.reload();
      await expect(chip('differences', DISPUTES)).toBeVisible();
      await expect(chip('agreed', COUNT - DISPUTES - 1)).toBeVisible();
    });

    await test.step('the company looks at each difference and signs with it', async () => {
      for (let left = DISPUTES; left > 0; left -= 1) {
        await chip('differences', left).click();
        // The rows of the whole list stand until those of the filter have come.
        const table = page.getByRole('main').getByRole('table');
        await expect(table.getByRole('row')).toHaveCount(left + 1);
        await table.getByRole('link').first().click();
        await expect(page.getByText(t.say.business.differences)).toBeVisible();
        if (await page.getByText(remark).isVisible()) await expect(page.getByText('77/1')).toBeVisible();
        await page.getByRole('button', { name: t.issue }).click();
        await page.getByRole('dialog').getByRole('button', { name: t.issue }).click();
        await expect(page.getByText(t.say.business.to_sign)).toBeVisible();
        await page.goto(list);
      }
    });

    await test.step('and signs all of them in one gesture', async () => {
      await expect(chip('agreed', COUNT - 1)).toBeVisible();
      await chooseAll();
      await bar.getByRole('button', { name: fill(t.sign_some, { count: COUNT }) }).click();
      await sign(page, words, COUNT, soon);
    });

    await test.step('the other side signs too, and nothing is left', async () => {
      const phone = await openPage(browser, disputing.email, locale, 360, 820);
      await openFromHome(phone, words, disputing);
      await phone.getByRole('button', { name: t.sign, exact: true }).click();
      await sign(phone, words, 1);
      await expect(phone.getByText(t.say.executor.signed)).toBeVisible();
      await phone.context().close();
      for (const side of sides.slice(2)) await signBySelf(browser, side);
      await page.goto(list);
      await expect(chip('signed', COUNT)).toBeVisible(soon);
      const calls = await callsOf(page.request, director);
      const { states } = await calls.get<{ states: { state: string; count: number }[] }>(
        `reconciliations/parties?date_from=${period.date_from}&date_to=${period.date_to}`,
      );
      expect(states.find(({ state }) => state === 'signed')?.count).toBe(COUNT);
    });
    await page.context().close();
  });

/** From the home page to what waits, and there to the act of that period: an earlier try may have left others. */
async function openFromHome(phone: Page, { t }: Words, side: ReconciledSide): Promise<void> {
  const { id } = await findAct(await callsOf(phone.request, side.email), side);
  await phone.goto('/lk/executor');
  await phone.locator('a[href="/lk/executor/reconciliation/acts?waiting=true"]').click();
  await phone.getByRole('main').getByRole('table').locator(`a[href*="${id}"]`).first().click();
  await expect(phone.getByText(t.opening).first()).toBeVisible();
  await expect(phone.getByText(side.period.date_from.slice(0, 4)).first()).toBeVisible();
}

async function sign(where: Page, { signing }: Words, count: number, soon = {}): Promise<void> {
  const { title: name, how, done } = signing;
  const dialog: Locator = where.getByRole('dialog', { name });
  await dialog.getByRole('button', { name: how.gost }).click();
  await dialog.getByRole('button', { name: many(how, 'sign', count) }).click();
  await expect(dialog.getByText(many(done, 'all_document', count))).toBeVisible(soon);
  await dialog.getByRole('button', { name: done.finish, exact: true }).click();
  await expect(dialog).toBeHidden();
}
