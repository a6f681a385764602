import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { readRows } from '../server/src/adapters/spreadsheet/xlsx/read-rows.ts';
import { writeBook } from '../server/src/adapters/spreadsheet/xlsx/write-book.ts';
import { ACT_COLUMNS } from '../server/src/features/acts/act-columns.ts';
import type { ActColumn } from '../server/src/features/acts/act-columns.ts';
import { almatyDate } from '../shared/src/kernel/dates.ts';
import { fill } from '../shared/src/kernel/fill.ts';
import tableKz from '../shared/src/texts/kz/act-import.ts';
import actsKz from '../shared/src/texts/kz/acts.ts';
import paymentsKz from '../shared/src/texts/kz/payments.ts';
import proofsKz from '../shared/src/texts/kz/proofs.ts';
import signingKz from '../shared/src/texts/kz/signing.ts';
import statesKz from '../shared/src/texts/kz/states.ts';
import progressKz from '../shared/src/texts/kz/job-progress.ts';
import uiKz from '../shared/src/texts/kz/ui.ts';
import tableRu from '../shared/src/texts/ru/act-import.ts';
import actsRu from '../shared/src/texts/ru/acts.ts';
import paymentsRu from '../shared/src/texts/ru/payments.ts';
import proofsRu from '../shared/src/texts/ru/proofs.ts';
import signingRu from '../shared/src/texts/ru/signing.ts';
import statesRu from '../shared/src/texts/ru/states.ts';
import progressRu from '../shared/src/texts/ru/job-progress.ts';
import uiRu from '../shared/src/texts/ru/ui.ts';
import { download, makeJudge } from './judge.ts';
import { languages } from './languages.ts';
import { many } from './many.ts';
import { people, signInQuietly } from './people.ts';

const executor = 'Ахметов Нұрлан Қайратұлы';
/** Fewer than there are acts, so that only «all by this filter» reaches every one. */
const ON_A_PAGE = 20;

/**
 * By keyboard alone. E2E_ACTS=500 is the whole month end; without it there are only enough acts for every step to be what
 * it is then.
 */
const COUNT = Number(process.env.E2E_ACTS ?? 21);
const months = [
  {
    locale: 'ru',
    words: {
      acts: actsRu,
      table: tableRu,
      payments: paymentsRu,
      proofs: proofsRu,
      signing: signingRu,
      states: statesRu,
      ui: uiRu,
      progress: progressRu,
    },
  },
  {
    locale: 'kz',
    words: {
      acts: actsKz,
      table: tableKz,
      payments: paymentsKz,
      proofs: proofsKz,
      signing: signingKz,
      states: statesKz,
      ui: uiKz,
      progress: progressKz,
    },
  },
] as const;
type Month = (typeof months)[number];

for (const month of months.filter(({ locale }) => languages('kz').includes(locale)))
  test(`a month (${month.locale}): acts out of a table, sent, signed by both, paid, and judged by others`, async ({
    browser,
  }) => {
    test.setTimeout(900_000 + COUNT * 2_000);
    const { words } = month;
    const soon = { timeout: 300_000 + COUNT * 500 };
    const open = async (email: string, viewport: { width: number; height: number }) => {
      const context = await browser.newContext({ viewport });
      await context.addCookies([{ name: 'locale', value: month.locale, url: process.env.E2E_BASE_URL! }]);
      await signInQuietly(context.request, email);
      return await context.newPage();
    };
    const page = await open(people.director, { width: 1280, height: 900 });
    /** Only of these acts, so that the journey may be gone again over the same data. */
    const title = `Перевозка ${Date.now().toString(36)}`;
    const click = async (what: Locator) => {
      // A key, unlike a click, waits for nothing: the button of a payment is closed until its payees are shown.
      await expect(what).toBeEnabled();
      return what.press('Enter');
    };
    /** Every act of the month, those of other pages too. */
    const chooseAll = async (where: Page, list: string) => {
      await where.goto(`${list}?limit=${ON_A_PAGE}&search=${encodeURIComponent(title)}`);
      const rows = where.getByRole('checkbox', {
        name: new RegExp(`^${fill(words.ui.table.select_row, { name: '' })}`),
      });
      await expect(rows).toHaveCount(ON_A_PAGE);
      const whole = where.getByRole('checkbox', { name: words.ui.table.select_page });
      if (await whole.isVisible()) await whole.press('Space');
      else for (const row of await rows.all()) await row.press('Space');
      const bar = where.getByRole('region', { name: words.ui.bulk.bar });
      await click(bar.getByRole('button', { name: fill(words.acts.bulk.all, { shown: COUNT }) }));
      await expect(bar).toContainText(many(words.acts.bulk, 'count', COUNT));
      return async (deed: string) => click(bar.getByRole('button', { name: deed, exact: true }));
    };
    const sign = async (where: Page, key: string) => {
      const { title: name, how, done } = words.signing;
      const dialog = where.getByRole('dialog', { name });
      await click(dialog.getByRole('button', { name: key }));
      await click(dialog.getByRole('button', { name: many(how, 'sign', COUNT) }));
      await expect(dialog.getByText(many(done, 'all_act', COUNT))).toBeVisible(soon);
      await click(dialog.getByRole('button', { name: done.finish, exact: true }));
      await expect(dialog).toBeHidden();
    };
    const { table } = words;
    const { actions } = words.acts;

    await test.step('the table is filled from the template and becomes acts', async () => {
      await page.goto('/lk/business/acts');
      await click(page.getByRole('link', { name: words.acts.import }));
      const template = await download(page.getByRole('button', { name: table.template }));
      await page.getByLabel(table.file).setInputFiles({
        name: 'акты.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: Buffer.from(await fillTable(readFileSync(template), month, title)),
      });
      await click(page.getByRole('button', { name: many(table, 'create', COUNT) }));
      await expect(page.getByText(many(table, 'created', COUNT))).toBeVisible(soon);
    });

    await test.step('all are sent at once', async () => {
      await click(page.getByRole('button', { name: many(table, 'send_all', COUNT) }));
      await expect(page.getByText(words.states.act_run['acts.send'])).toBeVisible();
      const all = fill(words.progress.progress, { done: COUNT, total: COUNT });
      await expect(page.getByText(all)).toHaveCount(2, soon);
    });

    await test.step('the executor signs all of them in one go', async () => {
      const phone = await open(people.executor, { width: 390, height: 844 });
      const choose = await chooseAll(phone, '/lk/executor/acts');
      await choose(actions.sign);
      await sign(phone, words.signing.how.gost);
      await phone.context().close();
    });

    await test.step('the director signs all of them in one go', async () => {
      const choose = await chooseAll(page, '/lk/business/acts');
      await choose(actions.sign);
      await sign(page, words.signing.how.rsa);
    });

    await test.step('and pays them', async () => {
      const choose = await chooseAll(page, '/lk/business/acts');
      await choose(actions.pay);
      const dialog = page.getByRole('dialog', { name: words.payments.title });
      await click(
        dialog.getByRole('button', {
          name: new RegExp(fill(words.payments.pay, { amount: '' }).trim()),
        }),
      );
      await expect(dialog.getByText(many(words.payments, 'accepted', COUNT))).toBeVisible(soon);
      await click(dialog.getByRole('button', { name: words.payments.finish, exact: true }));
      await expect(async () => {
        await page.goto(
          `/lk/business/acts?limit=${ON_A_PAGE}&status_id=10&search=${encodeURIComponent(title)}`,
        );
        const range = fill(words.ui.pager.range, { from: 1, to: ON_A_PAGE, total: COUNT });
        await expect(page.getByText(range)).toBeVisible({ timeout: 10_000 });
      }).toPass(soon);
    });

    await test.step('anybody can judge both signatures of the PDF', async () => {
      const { E2E_DATA_DIR: dataDir } = process.env;
      test.skip(!dataDir, 'E2E_DATA_DIR of the running product is not told');
      await click(page.getByRole('row').nth(1).getByRole('link').first());
      await expect(page.getByText(words.acts.business_says.paid)).toBeVisible();
      const { business, executor: other } = words.proofs.party;
      const cmsOf = (side: string) =>
        page
          .getByRole('region', { name: side })
          .getByRole('button', { name: new RegExp(`^${words.signing.card.cms.split(' (')[0]}`) });
      const pdf = await download(page.getByRole('button', { name: words.acts.downloads.pdf, exact: true }));
      const ofBusiness = await download(cmsOf(business));
      const ofExecutor = await download(cmsOf(other));
      const judge = makeJudge(dataDir!);
      expect(judge.kelisim(pdf, ofExecutor), 'signature of the executor, GOST').toBe(0);
      expect(judge.kelisim(pdf, ofBusiness), 'signature of the business, RSA').toBe(0);
      expect(judge.kelisim(ofExecutor, ofBusiness), 'the same signature of another file').toBe(1);
      const openssl = judge.openssl(pdf, ofBusiness);
      if (!openssl) return;
      expect(openssl.status, openssl.said).toBe(0);
      expect(judge.openssl(ofExecutor, ofBusiness)?.status, 'openssl over another file').not.toBe(0);
    });
    await page.context().close();
  });

/** What a person does with the template: looks up the contract on its second sheet and types the rows. */
async function fillTable(template: Uint8Array, { locale }: Month, title: string): Promise<Uint8Array> {
  const known = await readRows(template, {
    sheet: locale === 'kz' ? 'Орындаушылар' : 'Исполнители',
    max_rows: 1000,
    max_columns: 5,
  });
  if (known.status !== 'ok') throw new Error(`The template cannot be read: ${known.code}`);
  const today = almatyDate(new Date());
  const found = known.rows
    .map(({ cells }) => cells.map((cell) => ('value' in cell ? String(cell.value) : '')))
    .find(([name, , , start = '', end = '']) => name === executor && start <= today && today <= end);
  if (!found) throw new Error(`${executor} has no contract in the template`);
  const [, bin = '', contract = ''] = found;
  const rowOf = (at: number): Record<ActColumn, string> => ({
    act: String(at),
    contractor: bin,
    contract,
    title: `${title} № ${at}`,
    date: today,
    start_date: today,
    end_date: today,
    knp: '859',
    kind: '',
    category: 'Перевозка грузов',
    description: `Доставка груза по заявке ${at}`,
    quantity: '1',
    unit: 'рейс',
    // Acts of the same person, days and sum would be asked about.
    // Never fewer than 40 tiyn: with some of those the sandbox bank rejects or makes trouble.
    rate: `${10_000 + at * 100 + (locale === 'kz' ? 50 : 0)}.${40 + (Date.now() % 60)}`,
    service_date: '',
    additional_info: '',
  });
  const kinds: Partial<Record<ActColumn, 'date' | 'number' | 'money'>> = {
    date: 'date',
    start_date: 'date',
    end_date: 'date',
    quantity: 'number',
    rate: 'money',
  };
  return await writeBook({
    sheets: [
      {
        name: 'Акты',
        columns: ACT_COLUMNS.map(({ key, ru, width }) => ({ header: ru, width, kind: kinds[key] ?? 'text' })),
        rows: Array.from({ length: COUNT }, (_row, at) => {
          const row = rowOf(at + 1);
          return ACT_COLUMNS.map(({ key }) => row[key] || null);
        }),
        freeze_header: true,
      },
    ],
  });
}
