import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { readPages } from '../server/src/adapters/pdf/typst/read-pages.ts';
import { readRows } from '../server/src/adapters/spreadsheet/xlsx/read-rows.ts';
import { statementOf, type Told } from '../server/test/bank-statement.ts';
import { readMt102 } from '../server/test/read-mt102.ts';
import { readOneCOrders } from '../server/test/read-one-c.ts';
import { addSums, TAX_PARTS, tiyn, type TaxSums } from '../server/test/taxed-people.ts';
import { fill } from '../shared/src/kernel/fill.ts';
import incomeKz from '../shared/src/texts/kz/income.ts';
import acts from '../shared/src/texts/ru/acts.ts';
import bookkeeping from '../shared/src/texts/ru/bookkeeping.ts';
import obligations from '../shared/src/texts/ru/obligations.ts';
import orderTexts from '../shared/src/texts/ru/payment-orders.ts';
import payments from '../shared/src/texts/ru/payments.ts';
import ui from '../shared/src/texts/ru/ui.ts';
import { callsOf } from './acts.ts';
import { downloaded, openPage } from './open-page.ts';
import { many } from './many.ts';
import { BANK_DAY, makeTaxedMonth, MONTH, TODAY, type Taxed } from './taxed-month.ts';

/** E2E_TAXES=forty pays forty people of every status and flag for sixty acts. */
const SIZE = process.env.E2E_TAXES === 'forty' ? 'forty' : 'eight';
const LISTS = [
  ['opv', 'KZ12009NPS0413609816', '010'],
  ['vosms', 'KZ92009MEDS368609103', '122'],
  ['so', 'KZ67009SS00368609110', '012'],
] as const;
const CORPORATION = '160440007161';
const OFFICE = { name: 'УГД по Алмалинскому району', bin: '141140001547', iban: 'KZ24070105KSN0000000' };

test(`${SIZE} people of every kind are paid net, and what was withheld goes on to the State Corporation`, async ({
  browser,
}) => {
  test.skip(!process.env.E2E_DATA_DIR, 'the data of the running product are not known: nobody can be put in');
  const { director, iban, people, sendOnBankDay } = await makeTaxedMonth(browser, SIZE);
  const count = people.reduce((sum, { acts: { length } }) => sum + length, 0);
  const refused = people.reduce((sum, one) => sum + one.refused, 0);
  const total = addSums(people.map(({ sums }) => sums));
  const withheldOf = people.filter(({ sums }) => TAX_PARTS.some((part) => sums[part] > 0n));
  const page = await openPage(browser, director, 'ru', 1440);

  await test.step('the review tells of each the gross sum, its parts and the net sum', async () => {
    await page.goto('/lk/business/acts?limit=100');
    await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(count);
    // The list is told of changes while it is pressed, and may draw itself once more under the click.
    await expect(() => page.getByRole('checkbox', { name: ui.table.select_page }).check()).toPass();
    const bar = page.getByRole('region', { name: ui.bulk.bar });
    await bar.getByRole('button', { name: acts.actions.pay, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: payments.title });
    await expect(
      dialog.getByRole('heading', { name: many(payments, 'payees', people.length) }),
    ).toBeVisible();
    const rows = await dialog
      .getByRole('listitem')
      .filter({ hasText: /\d{12}/ })
      .allInnerTexts();
    for (const one of people) expect(readPayee(rows, one), nameOf(one)).toEqual(expectedPayee(one));
    await expect(figureOf(dialog, payments.withheld)).toHaveText(moneyOf(total.gross - total.net));
    // Of who waits only what goes is counted.
    await expect(figureOf(dialog, payments.to_pay)).toHaveText(moneyOf(total.net));
    const { pay, finish } = payments;
    await dialog.getByRole('button', { name: new RegExp(fill(pay, { amount: '' }).trim()) }).click();
    await expect(dialog.getByText(many(payments, 'created', count - refused))).toBeVisible();
    if (refused > 0) await expect(dialog.getByText(many(payments, 'failed', refused))).toBeVisible();
    await dialog.getByRole('button', { name: finish, exact: true }).click();
  });

  const file = await test.step('the file for the bank has the net sums', async () => {
    await page.goto('/lk/business/payments?view=waiting');
    await page.getByRole('button', { name: orderTexts.file.make_all }).click();
    const dialog = page.getByRole('dialog', { name: orderTexts.file.title });
    const bytes = await downloaded(dialog.getByRole('button', { name: orderTexts.file.submit }));
    await page.getByRole('dialog').getByRole('button', { name: orderTexts.file.finish }).click();
    const orders = readOneCOrders(bytes);
    expect(orders).toHaveLength(count - refused);
    for (const one of people) {
      const own = orders.filter((order) => order.payee_iban === one.iban);
      const sum = own.reduce((all, { amount_tiyn }) => all + amount_tiyn, 0n);
      expect([own.length, sum], nameOf(one)).toEqual([one.acts.length - one.refused, one.sums.net]);
    }
    return orders;
  });

  await test.step('the statement of the bank makes the acts paid', async () => {
    await sendOnBankDay();
    const told = file.map(({ number, payee_iban, amount_tiyn }) => ({
      number: `NT-${String(number).padStart(6, '0')}`,
      amount_tiyn,
      iban: payee_iban,
      purpose: 'Оплата услуг',
      day: BANK_DAY,
    }));
    await readStatement(page, iban, told);
    await page.goto('/lk/business/acts?limit=100&status_id=10');
    await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(told.length);
  });

  await test.step('«Налоги и взносы» gathers what was withheld, by kind and by person', async () => {
    await page.goto('/lk/business/taxes');
    await expectObligations(page, withheldOf, total);
    await expect(page.getByText(obligations.open)).toBeVisible();
    const sheet = await downloaded(page.getByRole('button', { name: ui.save_list }));
    expect(await readSums(sheet)).toEqual(new Map(withheldOf.map((one) => [one.bin, columnsOf(one.sums)])));
    for (const [kind, account] of LISTS) {
      const name = fill(obligations.save_mt102_of, { kind: obligations.kind[kind] });
      const list = readMt102(await downloaded(page.getByRole('button', { name, exact: true })));
      const due = withheldOf.filter(({ sums }) => sums[kind] > 0n);
      expect(list.people).toEqual(new Map(due.map(({ bin, sums }) => [bin, sums[kind]])));
      expect([list.account, list.total]).toEqual([account, total[kind]]);
    }
  });

  await test.step('the order to the budget is over the tax of all, once it is known where to', async () => {
    const row = page.getByRole('row').filter({ hasText: obligations.kind_whole.ipn });
    await expect(row.getByText(obligations.office.first)).toBeVisible();
    await row.getByRole('button', { name: obligations.office.enter, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: obligations.office.title });
    await dialog.getByLabel(obligations.office.name).fill(OFFICE.name);
    await dialog.getByLabel(obligations.office.bin).fill(OFFICE.bin);
    await dialog.getByLabel(obligations.office.iban).fill(OFFICE.iban);
    await dialog.getByRole('button', { name: obligations.office.save, exact: true }).click();
    await expect(page.getByText(obligations.office.done)).toBeVisible();
    const form = { kind: obligations.kind.ipn, form: obligations.save_order['1c'] };
    const name = fill(obligations.save_order_of, form);
    const orders = readOneCOrders(await downloaded(page.getByRole('button', { name, exact: true })));
    expect(orders).toMatchObject([{ payee_iban: OFFICE.iban, amount_tiyn: total.ipn }]);
  });

  await test.step('debits of these sums are taken for the contributions and the tax without a person', async () => {
    const of = { day: TODAY, purpose: `За ${MONTH.slice(5)}.${MONTH.slice(0, 4)} г.` };
    await readStatement(page, iban, [
      ...LISTS.map(([kind, account, knp], at) => ({
        ...of,
        number: `TX-${at + 1}`,
        amount_tiyn: total[kind],
        iban: account,
        bin: CORPORATION,
        knp,
      })),
      { ...of, number: 'TX-4', amount_tiyn: total.ipn, iban: OFFICE.iban, bin: OFFICE.bin, knp: '911' },
    ]);
    await page.goto('/lk/business/taxes');
    await expectTransferred(page);
  });

  await test.step('the month is closed, and its sums stay', async () => {
    await page.goto('/lk/business/settings/bookkeeping');
    const { period } = bookkeeping;
    await page.getByRole('button', { name: period.change }).click();
    const dialog = page.getByRole('dialog', { name: period.form_title });
    await expect(dialog.getByLabel(period.date)).toHaveValue(dotted(BANK_DAY));
    if (refused > 0) await dialog.getByLabel(period.why_unfinished).fill('Предел самозанятого');
    else await expect(dialog.getByText(period.ready)).toBeVisible();
    await dialog.getByRole('button', { name: period.save }).click();
    await expect(page.getByText(fill(period.until, { date: dotted(BANK_DAY) }))).toBeVisible();
    await page.goto('/lk/business/taxes');
    await expect(page.getByText(obligations.closed)).toBeVisible();
    await expectObligations(page, withheldOf, total);
    await expectTransferred(page);
  });
  await page.context().close();

  await test.step('an executor sees it on a phone in Kazakh, and saves the certificate', async () => {
    const [one] = people as [Taxed];
    const phone = await openPage(browser, one.email, 'kz', 360);
    const year = MONTH.slice(0, 4);
    await phone.goto(`/lk/executor/income?year=${year}`);
    const { sums } = one;
    const title = phone.getByRole('heading', { name: fill(incomeKz.all_year, { year }) });
    const whole = phone.locator('section').filter({ has: title });
    await expect(figureOf(whole, incomeKz.gross)).toHaveText(moneyOf(sums.gross));
    await expect(figureOf(whole, incomeKz.withheld)).toHaveText(moneyOf(sums.gross - sums.net));
    await expect(figureOf(whole, incomeKz.net)).toHaveText(moneyOf(sums.net));
    const month = phone.locator('details').first();
    await month.locator('summary').first().click();
    const shown = month.locator('dl').first();
    for (const part of ['gross', ...TAX_PARTS, 'net'] as const)
      await expect(shown.locator(`dt:text-is("${incomeKz[part]}") + dd`)).toHaveText(moneyOf(sums[part]));
    await expect(month).toContainText(incomeKz.closed);
    const kinds = TAX_PARTS.filter((part) => sums[part] > 0n).map((part) =>
      fill(incomeKz.kind_on, { kind: incomeKz[part], date: dotted(TODAY) }),
    );
    await expect(month).toContainText(fill(incomeKz.transferred, { kinds: kinds.join(', ') }));
    const paper = await downloaded(phone.getByRole('button', { name: incomeKz.download }));
    expectCertificate(await readPages(paper), one);
    await phone.context().close();
  });

  await test.step('every other individual has a certificate with their own figures', async () => {
    for (const one of people.slice(1).filter(({ law }) => law)) {
      const context = await browser.newContext();
      const { file: get } = await callsOf(context.request, one.email);
      const pdf = await get(`income/certificate?year=${MONTH.slice(0, 4)}&language=kz`);
      expectCertificate(await readPages(pdf), one);
      await context.close();
    }
  });
});

async function readStatement(page: Page, account: string, told: readonly Told[]): Promise<void> {
  await page.goto('/lk/business/payments?view=statements');
  await page.getByLabel(orderTexts.statement.drop).setInputFiles({
    name: 'vypiska.txt',
    mimeType: 'text/plain',
    buffer: statementOf(account, told),
  });
  const read = { operations: told.length, matched: told.length, unmatched: 0 };
  await expect(page.getByText(fill(orderTexts.statement.result, read))).toBeVisible();
}

const nameOf = ({ told, has_application, acts: { length } }: Taxed) =>
  `${JSON.stringify(told)}, ${has_application ? 'with' : 'without'} application, ${length} acts`;
const dotted = (day: string) => day.split('-').toReversed().join('.');

const decimal = (sum: bigint) => `${sum / 100n},${String(sum % 100n).padStart(2, '0')}`;
/** As a page shows it, whatever spaces stand between thousands. */
const moneyOf = (sum: bigint) => {
  const [whole = '', rest] = decimal(sum).split(',');
  return new RegExp(`^${whole.replace(/\B(?=(\d{3})+$)/g, '\\s')},${rest}\\s₸$`);
};
const readMoney = (text: string) => tiyn(text.replace(/[\s₸]/g, '').replace(',', '.'));
const MONEY = /^[\d\s]+,\d\d\s₸$/;

const figureOf = (where: Locator, name: string) =>
  where.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');

/** What the review shows of a person; of a part that is not withheld there is a zero, or nothing at all. */
function readPayee(rows: readonly string[], { bin }: Taxed) {
  const row = rows.find((text) => text.includes(bin)) ?? '';
  const lines = row.split('\n').map((line) => line.trim());
  const after = (text: string) => {
    const start = fill(text, { amount: '' }).trim();
    const line = lines.find((one) => one.startsWith(`${start} `) || one.startsWith(`${start}\u00a0`));
    return line === undefined ? null : readMoney(line.slice(start.length));
  };
  const net = readMoney(lines.find((line) => MONEY.test(line)) ?? '0,00');
  return {
    gross: after(payments.gross) ?? net,
    ...Object.fromEntries(TAX_PARTS.map((part) => [part, after(payments.part[part]) ?? 0n])),
    net,
    waits: lines.includes(payments.waits.limit),
  };
}

function expectedPayee({ sums, acts: own, refused }: Taxed) {
  const gross = own.reduce((sum, act) => sum + tiyn(act), 0n);
  return { ...sums, ...(refused > 0 && { gross, net: gross }), waits: refused > 0 };
}

const columnsOf = (sums: TaxSums) => [...TAX_PARTS.map((part) => sums[part]), sums.gross - sums.net];

async function expectObligations(page: Page, people: readonly Taxed[], total: TaxSums): Promise<void> {
  const kinds = page.getByRole('table', { name: obligations.title });
  for (const part of TAX_PARTS) {
    const row = kinds.getByRole('row').filter({ hasText: obligations.kind_whole[part] });
    await expect(row.getByRole('cell').nth(1)).toHaveText(moneyOf(total[part]));
    await expect(row.getByRole('cell').nth(2)).toHaveText(
      String(people.filter(({ sums }) => sums[part] > 0n).length),
    );
  }
  await page.getByRole('button', { name: fill(obligations.show_people, { count: people.length }) }).click();
  const rows = page.getByRole('table', { name: obligations.by_person }).locator('tbody tr');
  await expect(rows).toHaveCount(people.length);
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)),
  );
  for (const one of people) {
    const own = cells.find(([name]) => name?.includes(one.bin)) ?? [];
    expect(own.slice(1).map(readMoney), nameOf(one)).toEqual(columnsOf(one.sums));
  }
}

/** By a statement, each kind in full. */
async function expectTransferred(page: Page): Promise<void> {
  const kinds = page.getByRole('table', { name: obligations.title });
  for (const part of TAX_PARTS) {
    const row = kinds.getByRole('row').filter({ hasText: obligations.kind_whole[part] });
    await expect(row.getByText(obligations.state.paid, { exact: true })).toBeVisible();
    await expect(row.getByText(obligations.shown)).toBeVisible();
  }
}

/** By ИИН, as the sheet of the month has them. */
async function readSums(xlsx: Buffer): Promise<Map<string, bigint[]>> {
  const read = await readRows(xlsx, { max_rows: 1_000, max_columns: 30 });
  if (read.status !== 'ok') throw new Error(read.code);
  const at = (title: string) => read.header.indexOf(title);
  const columns = [...TAX_PARTS.map((part) => at(obligations.kind[part])), at(obligations.total)];
  return new Map(
    read.rows.map(({ cells }) => {
      const value = (column: number) => {
        const cell = cells[column];
        return cell && 'value' in cell ? String(cell.value) : '';
      };
      return [
        value(at(obligations.iin)),
        columns.map((column) => BigInt(Math.round(Number(value(column)) * 100))),
      ];
    }),
  );
}

/** The words of the pages have no spaces. */
function expectCertificate(pages: readonly string[], one: Taxed): void {
  const words = pages.join('');
  const { gross, opv, vosms, so, ipn, net } = one.sums;
  const month = `${MONTH.slice(5)}.${MONTH.slice(0, 4)}`;
  const row = month + [gross, opv, vosms, so, ipn, net].map(decimal).join('');
  expect(words, nameOf(one)).toContain(row);
  expect(words).toContain(one.bin);
}
