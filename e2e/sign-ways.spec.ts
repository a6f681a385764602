import { expect, test } from '@playwright/test';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActView } from '../shared/src/features/acts/acts.contract.ts';
import kz_acts from '../shared/src/texts/kz/acts.ts';
import kz_phone from '../shared/src/texts/kz/phone.ts';
import kz_qr from '../shared/src/texts/kz/qr-signing.ts';
import kz_link from '../shared/src/texts/kz/quick-sign.ts';
import kz_sandbox from '../shared/src/texts/kz/sandbox-newcomer.ts';
import kz_signing from '../shared/src/texts/kz/signing.ts';
import kz_ui from '../shared/src/texts/kz/ui.ts';
import ru_acts from '../shared/src/texts/ru/acts.ts';
import ru_phone from '../shared/src/texts/ru/phone.ts';
import ru_qr from '../shared/src/texts/ru/qr-signing.ts';
import ru_link from '../shared/src/texts/ru/quick-sign.ts';
import ru_sandbox from '../shared/src/texts/ru/sandbox-newcomer.ts';
import ru_signing from '../shared/src/texts/ru/signing.ts';
import ru_ui from '../shared/src/texts/ru/ui.ts';
import { callsOf, sendActs } from './acts.ts';
import { languages } from './languages.ts';
import { people } from './people.ts';
import { bendDigest } from './signing.ts';

/** Each way of signing once in each language; the words are those of the product, so that both are looked for alike. */
const texts = {
  ru: {
    acts: ru_acts,
    phone: ru_phone,
    qr: ru_qr,
    link: ru_link,
    sandbox: ru_sandbox,
    signing: ru_signing,
    ui: ru_ui,
  },
  kz: {
    acts: kz_acts,
    phone: kz_phone,
    qr: kz_qr,
    link: kz_link,
    sandbox: kz_sandbox,
    signing: kz_signing,
    ui: kz_ui,
  },
} as const;

interface TestKey {
  algorithm: 'gost512' | 'rsa';
  file_name: string;
  password: string;
  pkcs12: string;
}

for (const locale of languages('kz')) {
  const t = texts[locale];
  const words = (forms: object, key: string): RegExp => {
    const all = Object.entries(forms).filter(([name]) => name === key || name.startsWith(`${key}__`));
    const texts = all.map(([, text]) => String(text).replaceAll(/[.*+?^$()[\]\\|]/g, String.raw`\$&`));
    return new RegExp(`^(${texts.map((text) => text.replaceAll(/\{\{\w+\}\}/g, '.+')).join('|')})$`);
  };
  const open = async (browser: Browser, width = 1280): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    await context.addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
    return { context, page: await context.newPage() };
  };

  test.describe(`signing in ${locale}`, () => {
    let context: BrowserContext;
    let page: Page;
    let executor: Awaited<ReturnType<typeof callsOf>>;
    let keys: TestKey[];
    let acts: number[];
    const name = `${locale} ${Date.now().toString(36)}`;
    const next = () => acts.shift()!;
    const keyOf = (kind: TestKey['algorithm']) => keys.find(({ algorithm }) => algorithm === kind)!;

    test.beforeAll(async ({ browser }) => {
      const director = await open(browser);
      acts = await sendActs(
        director.context.request,
        Array.from({ length: 10 }, (_, at) => `${name} ${at + 1}`),
      );
      await director.context.close();
      ({ context, page } = await open(browser));
      executor = await callsOf(context.request, people.executor);
      keys = await executor.get<TestKey[]>('sandbox/keys');
    });
    test.afterAll(() => context.close());

    /** From the page of an act to the choice of a way. */
    async function toWays(act_id: number): Promise<Locator> {
      await page.goto(`/lk/executor/acts/${act_id}`);
      await page.getByRole('button', { name: t.acts.actions.sign, exact: true }).click();
      return page.getByRole('dialog', { name: t.signing.title });
    }
    async function signAndEnd(dialog: Locator): Promise<void> {
      await dialog.getByRole('button', { name: words(t.signing.how, 'sign') }).click();
      await end(dialog);
    }
    async function end(dialog: Locator): Promise<void> {
      await expect(dialog.getByText(words(t.signing.done, 'all_act'))).toBeVisible();
      await dialog.getByRole('button', { name: t.signing.done.finish, exact: true }).click();
      await expect(dialog).toBeHidden();
    }
    async function expectSigned(act_id: number, means: string): Promise<void> {
      const { signatures, status } = await executor.get<ActView>(`doc/acts/${act_id}`);
      expect(signatures.map((one) => [one.side, one.means])).toEqual([['executor', means]]);
      expect(status.code).toBe('signed_by_executor');
    }

    test('a test key, and the act says that it binds nobody', async () => {
      const act = next();
      const dialog = await toWays(act);
      await dialog.getByRole('button', { name: t.signing.how.rsa }).click();
      // A key that another journey has kept stands above with a button of its own until this one is there.
      await expect(dialog.getByText(t.signing.key.title, { exact: true })).toBeVisible();
      await signAndEnd(dialog);
      await expectSigned(act, 'key_file');
      await expect(page.getByText(t.signing.card.sandbox)).toBeVisible();
    });

    test('a digest to sign that is not the one of the shown file stops the signing', async () => {
      const honest = await bendDigest(page, '**/api/v1/**/prepare');
      await page.goto(`/lk/executor/acts/${acts[0]!}`);
      await page.getByRole('button', { name: t.acts.actions.sign, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t.signing.title });
      await dialog.getByRole('button', { name: t.signing.what.open, exact: false }).first().click();
      await expect(dialog.getByRole('alert')).toHaveText(t.signing.what.other_bytes);
      await dialog.getByRole('button', { name: t.signing.what.to_list }).click();
      await expect(dialog.getByRole('alert')).toContainText(t.signing.what.other_bytes);
      await expect(dialog.getByRole('button', { name: t.signing.how.phone })).toBeHidden();
      await honest();

      // Asked again, the digests are those of the file.
      await page.reload();
      await page.getByRole('button', { name: t.acts.actions.sign, exact: true }).click();
      await dialog.getByRole('button', { name: t.signing.what.open, exact: false }).first().click();
      await expect(dialog.getByText(t.signing.what.same_bytes)).toContainText('Streebog-512');
      await dialog.getByRole('button', { name: t.signing.what.to_list }).click();
      await expect(dialog.getByRole('button', { name: t.signing.how.phone })).toBeEnabled();
    });

    test('a key file with its password', async () => {
      const act = next();
      const { file_name, pkcs12, password } = keyOf('gost512');
      const dialog = await toWays(act);
      await dialog
        .getByLabel(t.signing.how.file, { exact: true })
        .last()
        .setInputFiles({
          name: file_name,
          mimeType: 'application/x-pkcs12',
          buffer: Buffer.from(pkcs12, 'base64'),
        });
      const form = dialog.getByRole('form', { name: t.signing.how.file });
      const field = form.getByLabel(t.signing.how.password, { exact: true });
      await field.fill('wrong');
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(t.signing.how.wrong_password)).toBeVisible();
      await field.fill(password);
      // The button beside it says what follows: one key that can sign signs at once.
      await page.keyboard.press('Enter');
      await end(dialog);
      await expectSigned(act, 'key_file');
    });

    test('the kept key', async () => {
      const act = next();
      const { file_name, pkcs12, password } = keyOf('rsa');
      await executor.upload('auth/store/load', file_name, Buffer.from(pkcs12, 'base64'));
      const dialog = await toWays(act);
      await expect(dialog.getByText(file_name)).toBeVisible();
      await expect(dialog.getByLabel(t.signing.how.password, { exact: true })).toBeFocused();
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.postData() ?? ''));
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      await end(dialog);
      await expectSigned(act, 'key_file');
      expect(sent.some((body) => body.includes('cms'))).toBe(true);
      expect(sent.filter((body) => body.includes(password))).toEqual([]);
    });

    test('NCALayer: how to get it, a closed window, and two acts by one password', async () => {
      const pair = [next(), next()];
      const { address } = await executor.get<{ address: string }>('sandbox/ncalayer');
      await context.request.post(address.replace(/^ws/, 'http'), { data: ['absent', 'cancel'] });
      await page.goto(`/lk/executor/acts?search=${encodeURIComponent(name)}`);
      for (const id of pair) {
        const { number } = await executor.get<ActView>(`doc/acts/${id}`);
        await page.getByRole('row', { name: number }).getByRole('checkbox').check();
      }
      await page
        .getByRole('region', { name: t.ui.bulk.bar })
        .getByRole('button', { name: t.acts.actions.sign, exact: true })
        .click();
      const dialog = page.getByRole('dialog', { name: t.signing.title });
      await dialog.getByRole('button', { name: t.signing.nca.sign }).click();
      await expect(dialog.getByText(t.signing.nca.not_running, { exact: true })).toBeVisible();
      await expect(dialog.getByRole('link', { name: 'ncl.pki.gov.kz' })).toBeVisible();
      await expect(dialog.getByRole('button', { name: t.signing.how.phone })).toBeVisible();
      await dialog.getByRole('button', { name: t.signing.nca.check_again }).click();
      await expect(dialog.getByText(t.signing.nca.cancelled, { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: t.signing.nca.again }).click();
      await end(dialog);
      for (const id of pair) await expectSigned(id, 'ncalayer');
    });

    test('eGov Mobile: the code is read by the sandbox phone', async ({ browser }) => {
      const act = next();
      const dialog = await toWays(act);
      await dialog.getByRole('button', { name: t.signing.how.phone }).click();
      await signByPhone(browser, await pictureOf(page), locale === 'ru' ? 'camera' : 'picture');
      await expect(dialog.getByText(t.qr.signed, { exact: true })).toBeVisible();
      await expectSigned(act, 'egov_mobile');
    });

    /** The link of an act, opened on a cheap phone, if nothing else is said, by somebody who has not signed in. */
    async function openLink(browser: Browser, act_id: number, width = 360) {
      const visitor = await openPage(browser, act_id, width);
      await visitor.page.getByRole('button', { name: t.link.to_sign }).click();
      return visitor;
    }

    async function openPage(browser: Browser, act_id: number, width = 360, bent = false) {
      const director = await open(browser);
      const { post } = await callsOf(director.context.request, people.director);
      const { url } = await post<{ url: string }>('doc/quick-sign', { doc_type: 'act', id: act_id });
      await director.context.close();
      const visitor = await open(browser, width);
      if (bent) await bendDigest(visitor.page, `**/api/v1/**${new URL(url).pathname.split('/').at(-1)}`);
      await visitor.page.goto(new URL(url).pathname);
      return visitor;
    }

    test('a link whose digest to sign is not the one of the shown file signs nothing', async ({
      browser,
    }) => {
      const { context: theirs, page: link } = await openPage(browser, acts[0]!, 360, true);
      await expect(link.getByRole('alert')).toHaveText(t.link.other_bytes);
      await expect(link.getByRole('button', { name: t.link.to_sign })).toBeDisabled();
      await theirs.close();
    });

    test('a link and a key file', async ({ browser }) => {
      const act = next();
      const visitor = await openLink(browser, act);
      const { file_name, pkcs12, password } = keyOf('gost512');
      // On a phone its own key is asked first, and NCALayer is a program for computers.
      await visitor.page.getByRole('button', { name: t.link.by_key }).click();
      await expect(visitor.page.getByRole('button', { name: t.link.by_phone })).toBeVisible();
      await expect(visitor.page.getByRole('button', { name: t.signing.nca.sign })).toBeHidden();
      await visitor.page
        .getByLabel(t.signing.how.file, { exact: true })
        .last()
        .setInputFiles({
          name: file_name,
          mimeType: 'application/x-pkcs12',
          buffer: Buffer.from(pkcs12, 'base64'),
        });
      await visitor.page.getByLabel(t.signing.how.password, { exact: true }).fill(password);
      await visitor.page.getByRole('button', { name: t.signing.how.open }).click();
      await visitor.page.getByRole('button', { name: t.link.sign, exact: true }).click();
      await expect(visitor.page.getByRole('heading', { name: t.link.done.title_act })).toBeVisible();
      await expectSigned(act, 'quick_sign');
      await visitor.context.close();
    });

    test('a link and the test key that its page offers', async ({ browser }) => {
      const act = next();
      const visitor = await openLink(browser, act);
      await visitor.page.getByRole('button', { name: t.link.by_key }).click();
      await visitor.page.getByRole('button', { name: t.sandbox.gost512 }).click();
      await visitor.page.getByRole('button', { name: t.link.sign, exact: true }).click();
      await expect(visitor.page.getByRole('heading', { name: t.link.done.title_act })).toBeVisible();
      await expectSigned(act, 'quick_sign');
      await visitor.context.close();
    });

    test('a link and NCALayer', async ({ browser }) => {
      const act = next();
      const { context: theirs, page: link } = await openLink(browser, act, 1280);
      const { address } = await executor.get<{ address: string }>('sandbox/ncalayer');
      await context.request.post(address.replace(/^ws/, 'http'), { data: ['cancel'] });
      // Where NCALayer listens on the computer of its owner, our double is found here.
      await link.routeWebSocket('wss://127.0.0.1:13579/', (tab) => {
        const layer = new WebSocket(address);
        layer.addEventListener('message', ({ data }) => tab.send(data as string));
        tab.onMessage((message) => layer.send(String(message)));
        tab.onClose(() => layer.close());
      });
      await link.getByRole('button', { name: t.signing.nca.sign }).click();
      await expect(link.getByText(t.signing.nca.cancelled, { exact: true })).toBeVisible();
      await link.getByRole('button', { name: t.signing.nca.again }).click();
      await expect(link.getByRole('heading', { name: t.link.done.title_act })).toBeVisible();
      await expectSigned(act, 'quick_sign');
      await theirs.close();
    });

    test('a link and eGov Mobile', async ({ browser }) => {
      const act = next();
      const { context: theirs, page: link } = await openLink(browser, act);
      await signByPhone(browser, await pictureOf(link), 'picture');
      await expect(link.getByRole('heading', { name: t.link.done.title_act })).toBeVisible();
      await expectSigned(act, 'egov_mobile');
      await link.reload();
      await expect(link.getByText(t.link.used.title)).toBeVisible();
      await theirs.close();
    });

    /** The screen as a camera sees it, with the code somewhere on it. */
    async function pictureOf(screen: Page): Promise<Buffer> {
      const picture = screen.getByRole('img', { name: t.qr.picture });
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toBeInViewport({ ratio: 1 });
      return await screen.screenshot({ type: 'jpeg', quality: 90 });
    }

    async function signByPhone(browser: Browser, seen: Buffer, by: 'camera' | 'picture'): Promise<void> {
      const other = by === 'camera' ? await launchWithEyes(browser, seen) : browser;
      const holder = await open(other, 390);
      const phone = holder.page;
      await phone.goto(`${process.env.E2E_BASE_URL!}/sandbox/phone`);
      await expect(phone.getByRole('button', { name: t.phone.scan.picture })).toBeVisible();
      if (by === 'camera') await phone.getByRole('button', { name: t.phone.scan.camera }).click();
      else {
        const file = { name: 'code.jpg', mimeType: 'image/jpeg', buffer: seen };
        await phone.locator('input[type=file]').setInputFiles(file);
      }
      await phone.getByRole('button', { name: t.phone.review.next }).click();
      await phone.getByRole('button', { name: words(t.phone.key, 'sign') }).click();
      await expect(phone.getByRole('heading', { name: t.phone.done.title, exact: true })).toBeVisible();
      await holder.context.close();
      if (other !== browser) await other.close();
    }
  });
}

/** A browser whose camera sees this picture and may be used without a question. */
function launchWithEyes(browser: Browser, seen: Buffer): Promise<Browser> {
  const film = join(mkdtempSync(join(tmpdir(), 'kelisim-code-')), 'seen.mjpeg');
  writeFileSync(film, seen);
  const { E2E_CHROMIUM, E2E_CHROMIUM_ENVIRONMENT = '{}' } = process.env;
  return browser.browserType().launch({
    ...(E2E_CHROMIUM ? { executablePath: E2E_CHROMIUM } : {}),
    env: { ...process.env, ...JSON.parse(E2E_CHROMIUM_ENVIRONMENT) },
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
}
