import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signCms } from '../eds/src/cms/sign.ts';
import { openPkcs12 } from '../eds/src/pkcs12/open.ts';
import { nodePrimitives } from '../server/src/platform/node-primitives.ts';

/** A key as the sandbox hands it out. */
export interface TestKey {
  pkcs12: string;
  password: string;
}

export interface Digests {
  sha256: string;
  streebog512: string;
}

/** Signs what has these digests beside the screens. Returns the CMS in base64. */
export async function signDigest(
  { pkcs12, password }: TestKey,
  { sha256, streebog512 }: Digests,
): Promise<string> {
  const opened = await openPkcs12(Buffer.from(pkcs12, 'base64'), password);
  if (opened.status !== 'ok') throw new Error(opened.reason);
  const { key, certificate } = opened.keys[0]!;
  const signature = await signCms({
    digest: { sha256: Buffer.from(sha256, 'hex'), streebog512: Buffer.from(streebog512, 'hex') },
    key,
    certificate,
    signing_time: new Date(),
    primitives: nodePrimitives,
  });
  return Buffer.from(signature).toString('base64');
}

/**
 * From now on the answers to these calls hold a Streebog-512 with a wrong byte; their SHA-256 is that of the file. The
 * result ends it.
 */
export async function bendDigest(page: Page, calls: string): Promise<() => Promise<void>> {
  await page.route(calls, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      /("streebog512":")(..)/,
      (_, key: string, byte: string) => key + (byte === '00' ? '01' : '00'),
    );
    await route.fulfill({ response: answer, body });
  });
  return () => page.unroute(calls);
}

/** Goes through the open signing dialog with a test key and waits until every signature was accepted. */
export async function signInDialog(page: Page, key: 'Ключ ГОСТ' | 'Ключ RSA', done: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Подписание' });
  await dialog.getByRole('button', { name: key }).click();
  await dialog.getByRole('button', { name: /^Подписать \d+ документ/ }).click();
  await expect(dialog.getByText(done)).toBeVisible();
  await dialog.getByRole('button', { name: 'Готово', exact: true }).click();
  await expect(dialog).toBeHidden();
}
