import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { readPages } from '../server/src/adapters/pdf/typst/read-pages.ts';
import type { ActListItem } from '../shared/src/features/acts/acts.contract.ts';
import acts from '../shared/src/texts/kz/acts.ts';
import papers from '../shared/src/texts/kz/papers.ts';
import proofs from '../shared/src/texts/kz/proofs.ts';
import app from '../shared/src/texts/kz/app.ts';
import statistics from '../shared/src/texts/kz/statistics.ts';
import { callsOf } from './acts.ts';
import { people } from './people.ts';

/** The director of a company, in Kazakh. */
async function open(browser: Browser, width: number) {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  await context.addCookies([{ name: 'locale', value: 'kz', url: process.env.E2E_BASE_URL! }]);
  const { get, file } = await callsOf(context.request, people.director);
  return { page: await context.newPage(), get, file, close: () => context.close() };
}

const inner = (text: string) => text.replaceAll(/\s+/g, '');

/** What a printer would get: the words of each sheet, and the file itself. */
async function print(page: Page): Promise<{ sheets: string[]; bytes: string }> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return { sheets: await readPages(pdf), bytes: pdf.toString('latin1') };
}

/** A4, nothing of the frame, and no letter that the machine of the reader has to have. */
function expectPaper({ sheets, bytes }: Awaited<ReturnType<typeof print>>): void {
  const boxes = [...bytes.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  expect(boxes).toHaveLength(sheets.length);
  for (const [, width, height] of boxes) {
    expect(Math.round(Number(width))).toBeGreaterThanOrEqual(595);
    expect(Math.round(Number(width))).toBeLessThanOrEqual(596);
    expect(Math.round(Number(height))).toBeGreaterThanOrEqual(842);
    expect(Math.round(Number(height))).toBeLessThanOrEqual(843);
  }
  const fonts = bytes.match(/\/Type \/Font\b/g)!.length;
  const drawn = bytes.match(/\/Subtype \/Type3/g)?.length ?? 0;
  const embedded = bytes.match(/\/FontFile[23]? /g)?.length ?? 0;
  expect(drawn + embedded * 2).toBeGreaterThanOrEqual(fonts);
  expect(sheets.join('')).not.toContain(inner(app.nav.fold));
}

/** What other journeys make comes behind them. */
const OLDEST = 'sort_by=number&sort_order=asc';

test('the register of acts is printed with its head on each sheet and its sum at the end', async ({
  browser,
}) => {
  const { page, get, close } = await open(browser, 1440);
  await page.goto(`/lk/business/acts?${OLDEST}`);
  await expect(page.getByRole('row').nth(50)).toBeVisible();
  // Whoever is quick prints a page that still comes into sight.
  await page.evaluate(() => (document.documentElement.dataset.settling = ''));
  const paper = await print(page);
  expectPaper(paper);
  expect(paper.sheets.length).toBeGreaterThan(1);
  for (const sheet of paper.sheets) {
    expect(sheet).toContain(inner(acts.columns.executor));
    expect(sheet).toContain('₸');
  }
  expect(paper.sheets.join('')).toMatch(/[әғқңөұүһі]/);
  const { items } = await get<{ items: ActListItem[] }>(`doc/acts?limit=50&${OLDEST}`);
  const sum = items.reduce((all, { amount }) => all + Number(amount), 0);
  const last = inner(`${acts.services.total}: `);
  const end = paper.sheets.at(-1)!;
  // A sheet is read in the order in which it was drawn: rows follow.
  expect(end.slice(end.lastIndexOf(last)).replaceAll(/\D/g, '')).toMatch(
    new RegExp(`^50${sum.toFixed(2).replace('.', '')}`),
  );
  expect(paper.sheets.slice(0, -1).join('')).not.toContain(last);
  await close();
});

test('an act and the statistics are printed without the frame of the product', async ({ browser }) => {
  const { page, get, file, close } = await open(browser, 1440);
  const { items } = await get<{ items: ActListItem[] }>('doc/acts?limit=1&is_signed=true');
  await page.goto(`/lk/business/acts/${items[0]!.id}`);
  await expect(page.getByText(papers.pdf.digest_same)).toBeVisible();
  const act = await print(page);
  expectPaper(act);
  expect(act.sheets[0]).toContain(inner(items[0]!.number));
  expect(act.sheets[0]).toContain(inner(acts.services.total));
  expect(act.sheets.join('')).not.toContain(inner(papers.pdf.digest));

  // «Print» of the paper prints what was signed: each of its pages on a sheet, with nothing around it.
  const frozen = await readPages(await file(`doc/acts/${items[0]!.id}/file`));
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: papers.pdf.print, exact: true }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sides = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...side]) =>
    side.map((length) => Math.round(Number(length))).sort((a, b) => a - b),
  );
  expect(sides).toHaveLength(frozen.length);
  for (const [short, long] of sides) {
    expect(Math.abs(short! - 595)).toBeLessThanOrEqual(1);
    expect(Math.abs(long! - 842)).toBeLessThanOrEqual(1);
  }
  expect(paper.match(/\/Subtype \/Image/g)?.length ?? 0).toBeGreaterThanOrEqual(frozen.length);
  expect(paper).not.toMatch(/\/Type \/Font\b/);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.goto('/lk/business/statistics');
  await expect(page.getByRole('heading', { name: statistics.sums.title })).toBeVisible();
  // A page that is still coming into sight is printed empty.
  await expect(async () => expectPaper(await print(page))).toPass();
  await close();
});

test('a form that lies across opens at a size that is read, and on a phone after its words', async ({
  browser,
}) => {
  const wide = await open(browser, 1440);
  const { items } = await wide.get<{ items: ActListItem[] }>('doc/acts?limit=1&is_signed=true');
  const at = `/lk/business/acts/${items[0]!.id}`;
  await wide.page.goto(at);
  const form = wide.page.getByRole('group', { name: papers.pdf.label });
  await expect(form.getByText(items[0]!.number)).toBeVisible();
  // Where half of the letters of the form are larger, as laid for selection.
  const middle = await form.locator('span').evaluateAll((spans) => {
    const sizes = spans.flatMap((span) =>
      span.childElementCount === 0
        ? Array.from(span.textContent ?? '', () => parseFloat(getComputedStyle(span).fontSize))
        : [],
    );
    return sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)]!;
  });
  // In two thirds of the page it was 5.8.
  expect(middle).toBeGreaterThan(9);
  await expect(wide.page.getByText(papers.pdf.digest_same)).toBeVisible();
  await wide.close();

  const phone = await open(browser, 360);
  await phone.page.goto(at);
  await expect(phone.page.getByRole('heading', { name: acts.page.services })).toBeVisible();
  await expect(phone.page.getByRole('group', { name: papers.pdf.label })).toHaveCount(0);
  await phone.page.getByRole('button', { name: proofs.paper.show }).click();
  await expect(phone.page.getByRole('group', { name: papers.pdf.label })).toBeVisible();
  await phone.close();
});

test('papers are looked at beside their list without a mouse', async ({ browser }) => {
  const { page, close } = await open(browser, 1440);
  const panel = page.getByRole('complementary', { name: papers.peek.label });
  const form = panel.getByRole('group', { name: papers.pdf.label });
  for (const list of [`acts?${OLDEST}`, 'contracts?sort_by=updated_at&sort_order=asc']) {
    await page.goto(`/lk/business/${list}`);
    const links = page.locator('main tr[data-link] a[href]:first-of-type');
    await expect(links.nth(2)).toBeVisible();
    await links.first().focus();
    // The keys come after the page.
    await expect(async () => {
      await page.keyboard.press('Space');
      await expect(panel).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await expect(form.locator('span').first()).toBeAttached();
    const href = await links.nth(1).getAttribute('href');
    await page.keyboard.press('ArrowDown');
    await expect(panel.getByRole('link', { name: papers.peek.open })).toHaveAttribute('href', href!);
    await expect(form.locator('span').first()).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${href}$`));
  }
  await close();
});
