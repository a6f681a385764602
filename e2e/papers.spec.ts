import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type { ActListItem } from '../shared/src/features/acts/acts.contract.ts';
import acts from '../shared/src/texts/kz/acts.ts';
import esf from '../shared/src/texts/kz/esf.ts';
import proofs from '../shared/src/texts/kz/proofs.ts';
import verification from '../shared/src/texts/kz/verification.ts';
import { callsOf } from './acts.ts';
import { people } from './people.ts';

test('the papers of a signed act are taken home in Kazakh, and its card proves itself to a stranger', async ({
  browser,
  context,
  page,
}) => {
  const url = process.env.E2E_BASE_URL!;
  await context.addCookies([{ name: 'locale', value: 'kz', url }]);
  const { get } = await callsOf(context.request, people.executor);
  const { items } = await get<{ items: ActListItem[] }>('doc/acts?limit=1&is_signed=true');
  await page.goto(`/lk/executor/acts/${items[0]!.id}`);
  const taken = async (label: string): Promise<Buffer> => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: label, exact: true }).click();
    return readFileSync(await (await coming).path());
  };
  await expect(page.getByRole('heading', { name: proofs.papers.title, exact: true })).toBeVisible();
  const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString() === '%PDF-';
  expect(isPdf(await taken(acts.downloads.pdf))).toBe(true);
  expect(isPdf(await taken(proofs.papers.sign_info))).toBe(true);
  expect((await taken(proofs.papers.cms))[0]).toBe(0x30);
  const card = await taken(proofs.papers.ddc);

  const stranger = await browser.newContext();
  await stranger.addCookies([{ name: 'locale', value: 'kz', url }]);
  const theirs = await stranger.newPage();
  await theirs.goto(`${url}/verify`);
  await dropFile(theirs, 'card.pdf', card);
  const result = theirs.getByRole('region', {
    name: verification.by_files.card.replace('{{name}}', 'card.pdf'),
  });
  await expect(result.getByText(verification.by_files.card_good)).toBeVisible();
  await expect(result.getByRole('heading', { name: verification.by_files.card_document })).toBeVisible();
  await stranger.close();
});

for (const width of [360, 1440])
  test(`nothing of an act moves when a late card comes, ${width} px wide`, async ({ context, page }) => {
    const url = process.env.E2E_BASE_URL!;
    await context.addCookies([{ name: 'locale', value: 'kz', url }]);
    const { get } = await callsOf(context.request, people.executor);
    const { items } = await get<{ items: ActListItem[] }>('doc/acts?limit=1&is_signed=true');
    await page.setViewportSize({ width, height: 800 });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/doc/acts/*/esf', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/lk/executor/acts/${items[0]!.id}`);
    const pdf = page.getByRole('button', { name: acts.downloads.pdf, exact: true });
    await pdf.scrollIntoViewIfNeeded();
    const placeOf = async () => (await pdf.boundingBox())!.y;
    const before = await placeOf();
    const history = page.getByRole('heading', { name: acts.page.history });
    await expect(history).toBeHidden();
    release();
    await expect(history).toBeVisible();
    await expect(page.getByRole('heading', { name: esf.card, exact: true })).toBeVisible();
    // The paper above differs from its bones by less than a pixel.
    expect(Math.abs((await placeOf()) - before)).toBeLessThan(1);
  });

/** Drops a file onto the page, as from the desktop. */
async function dropFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, base64]) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name!, { type: 'application/pdf' }));
      return transfer;
    },
    [name, bytes.toString('base64')],
  );
  await page.locator('label', { has: page.locator('input[type=file]') }).dispatchEvent('drop', {
    dataTransfer: data,
  });
}
