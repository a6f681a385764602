/** The pages in the oldest browsers that are promised (decisions 0065), and in those that are older. */
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import { expect, test } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import type { ActView } from '../shared/src/features/acts/acts.contract.ts';
import { callsOf, sendActs } from './acts.ts';
import { people } from './people.ts';

/** Names of the language and the page that Chrome 109 lacks, by the data of MDN. A member stands after its type. */
function lacksOfChrome109(): [string, string?][] {
  type Feature = { __compat?: { support: Record<string, unknown> } };
  const is = (feature: Feature | undefined): boolean => {
    const said = [feature?.__compat?.support.chrome ?? []].flat() as { version_added: unknown }[];
    const since = (version: unknown) => Number.parseFloat(String(version).replace('≤', ''));
    return said.length > 0 && !said.some(({ version_added }) => since(version_added) <= 109);
  };
  const { javascript, api } = bcd as unknown as {
    javascript: { builtins: Record<string, Record<string, Feature>> };
    api: Record<string, Record<string, Feature>>;
  };
  return [javascript.builtins, api].flatMap((types) =>
    Object.entries(types).flatMap(([type, members]) => [
      ...Object.keys(members)
        .filter((name) => name !== '__compat' && is(members[name]))
        .map((name): [string, string] => [type, name.replace(/_static$/, '')]),
      // The type itself last: its members are found through it.
      ...(is(members as Feature) ? [[type] as [string]] : []),
    ]),
  );
}

/** Takes them away, in a page and in a worker. What a browser holds fast stays. */
const CHROME_109 = `
  for (const [type, member] of ${JSON.stringify(lacksOfChrome109())}) {
    const owner = globalThis[type];
    if (!member) Reflect.deleteProperty(globalThis, type);
    else for (const one of [owner, owner?.prototype]) if (one) Reflect.deleteProperty(one, member);
  }
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
`;

/** Holds a browser to what Chrome 109 has. Returns what its pages have thrown and the scripts of its workers. */
async function holdTo109(context: BrowserContext) {
  const faults: string[] = [];
  const workers: string[] = [];
  await context.addInitScript(CHROME_109);
  await context.route(/\/assets\/[^/]*worker[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    workers.push(route.request().url());
    await route.fulfill({ response: answer, body: `${CHROME_109}\n${await answer.text()}` });
  });
  context.on('weberror', (error) => faults.push(error.error().message));
  return { faults, workers };
}

/** The first page of the document behind a link on a phone, as it was drawn. */
async function drawnAt(phone: BrowserContext, url: string): Promise<string> {
  const page = await phone.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Показать PDF' }).click();
  const canvas = page.locator('canvas').first();
  await expect(canvas).toBeVisible();
  const draw = () => canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL());
  let last = '';
  // Page and text are drawn in several strokes.
  await expect(async () => {
    const before = last;
    last = await draw();
    expect(last).toBe(before);
    expect(last.length).toBeGreaterThan(20_000);
  }).toPass({ intervals: [500] });
  return last;
}

test('a company and its executor work in Chrome 109, and read the same document', async ({
  context,
  page,
  browser,
}) => {
  const { faults, workers } = await holdTo109(context);
  const [act_id] = await sendActs(page.request, ['Для старого браузера']);
  const { get, post } = await callsOf(page.request, people.director);
  const act = await get<ActView>(`doc/acts/${act_id}`);
  const { url } = await post<{ url: string }>('doc/quick-sign', { doc_type: 'act', id: act_id });
  await page.goto(`/lk/business/acts?search=${encodeURIComponent(act.number)}`);
  await page.getByRole('link', { name: act.number }).click();
  await expect(page.getByText('Страница 1 из')).toBeVisible();
  await expect(page.locator('canvas').first()).toBeVisible();
  expect(await page.evaluate('typeof [].toSorted + typeof globalThis.Float16Array')).toBe(
    'undefinedundefined',
  );

  const old = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const held = await holdTo109(old);
  const today = await browser.newContext({ viewport: { width: 360, height: 640 } });
  expect(await drawnAt(old, url)).toBe(await drawnAt(today, url));
  expect([...faults, ...held.faults]).toEqual([]);
  for (const seen of [workers, held.workers]) expect(seen.join()).toContain('/pdf.worker');
  await Promise.all([old.close(), today.close()]);
});

test('a browser that cannot read the pages is told so in both languages', async ({ page }) => {
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'let a = ?.; // newer than this browser' }),
  );
  await page.goto('/sign/abc');
  await expect(page.getByText('Нужен браузер Chrome или Edge 109')).toBeVisible();
  await expect(page.getByText('Chrome немесе Edge 109')).toBeVisible();
});

test('a browser without scripts is told so', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${process.env.E2E_BASE_URL}/sign/abc`);
  await expect(page.getByText('Нужен браузер Chrome или Edge 109')).toBeInViewport();
  await context.close();
});

test('a link of a message decides the language, then the browser', async ({ browser }) => {
  const open = async (locale: string, address: string) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(`${process.env.E2E_BASE_URL}${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    return { page, lang: await page.locator('html').getAttribute('lang') };
  };
  const asked = await open('ru-RU', '/auth/login?l=kz&way=phone');
  expect(asked.lang).toBe('kk');
  await expect(asked.page.getByRole('heading', { name: 'Kelisim жүйесіне кіру' })).toBeVisible();
  expect(new URL(asked.page.url()).search).toBe('?way=phone');
  await asked.page.reload();
  await expect(asked.page.getByRole('heading', { name: 'Kelisim жүйесіне кіру' })).toBeVisible();
  expect((await open('kk-KZ', '/verify')).lang).toBe('kk');
  expect((await open('kk-KZ', '/verify?l=ru')).lang).toBe('ru');
  expect((await open('en-US', '/verify')).lang).toBe('ru');
});
