import { loadavg } from 'node:os';
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';
import { buildWebIfChanged } from '../scripts/build-web.mjs';
import { findChromium } from './chromium.ts';
import { startProduct, type ProductOptions } from './product.ts';

type Part = (browser: Browser, url: string) => Promise<boolean>;

/** One part after the other; `ATTACK_PARTS=memory,pages` takes those. */
export const partsOf = (parts: Record<string, Part>) => async (browser: Browser, url: string) => {
  const wanted = process.env.ATTACK_PARTS?.split(',');
  const passed: boolean[] = [];
  for (const [name, part] of Object.entries(parts))
    if (wanted?.includes(name) ?? true) passed.push(await part(browser, url));
  return passed;
};

/** The browser of the journeys before the product as it is built. The attack failed when every part is true. */
export async function attackPages(
  attack: (browser: Browser, url: string) => Promise<boolean[]>,
  { launch, product: options }: { launch?: LaunchOptions; product?: ProductOptions } = {},
): Promise<void> {
  await buildWebIfChanged({ sandbox: true });
  const product = await startProduct(options);
  const { executable, environment } = await findChromium();
  const browser = await chromium.launch({
    ...launch,
    executablePath: executable,
    env: { ...process.env, ...environment },
  });
  try {
    if ((await attack(browser, product.url)).includes(false)) process.exitCode = 1;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** What else the machine did beside a figure: how many processes ran or waited in the last minute. */
export const load = () => ({ load: Number(loadavg()[0]!.toFixed(1)) });
