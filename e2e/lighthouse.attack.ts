/**
 * Lighthouse over the product as it is built, with its demo data and signed in: the public pages and those one works with,
 * as on a desktop and as on a phone; the median of five for the performance, the least of accessibility and best
 * practices. `ATTACK_ROUNDS=1` is quick, `ATTACK_DEVICES=phone` is one of the two.
 */
import lighthouse, { desktopConfig } from 'lighthouse';
import type { Browser } from '@playwright/test';
import { median } from '../bench/median.ts';
import { report } from '../server/attack/report.ts';
import { freePort } from '../server/test/free-port.ts';
import { fillAddress } from './addresses.ts';
import { attackPages, load } from './attack-pages.ts';
import { people, signInQuietly } from './people.ts';

const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 5);
const DEVICES = (process.env.ATTACK_DEVICES ?? 'desktop,phone').split(',') as ('desktop' | 'phone')[];
/** The least that is asked of the performance. */
const PAGES = [
  { path: '/auth/login', desktop: 95, phone: 90, email: null },
  { path: '/sign/$token', desktop: 95, phone: 90, email: null },
  { path: '/lk/business', desktop: 95, phone: 75, email: people.director },
  { path: '/lk/business/acts', desktop: 95, phone: 75, email: people.director },
  { path: '/lk/business/acts/$act_id', desktop: 95, phone: 75, email: people.director },
];
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const port = await freePort();

async function judge(address: string, device: 'desktop' | 'phone') {
  const flags = { port, logLevel: 'error' as const, onlyCategories: [...categories] };
  const result = await lighthouse(address, flags, device === 'desktop' ? desktopConfig : undefined);
  const { lhr } = result!;
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  const scores = categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100));
  const failed = categories.slice(1).flatMap((category) =>
    lhr.categories[category]!.auditRefs.flatMap(({ id, weight }) => {
      const { score } = lhr.audits[id]!;
      return weight > 0 && score !== null && score < 1 ? id : [];
    }),
  );
  return { scores, failed };
}

async function prove(browser: Browser, baseURL: string, device: 'desktop' | 'phone'): Promise<boolean> {
  // What Lighthouse opens has the cookies of the browser itself.
  const devtools = await browser.newBrowserCDPSession();
  const finder = await browser.newContext({ baseURL });
  const each: string[] = [];
  const failed = new Set<string>();
  let passed = true;
  for (const { path, email, ...least } of PAGES) {
    const address = await fillAddress(finder.request, path, people.director);
    await finder.clearCookies();
    const cookies = email ? await signedIn() : [];
    await devtools.send('Storage.clearCookies');
    await devtools.send('Storage.setCookies', { cookies });
    const seen: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { scores, failed: now } = await judge(baseURL + address, device);
      seen.push(scores);
      for (const id of now) failed.add(`${path} ${id}`);
    }
    const fast = median(seen.map(([score = 0]) => score));
    const [accessible, good] = [1, 2].map((at) => Math.min(...seen.map((scores) => scores[at]!)));
    passed &&= fast >= least[device] && accessible === 100 && good === 100;
    each.push(`${path} ${fast}/${accessible}/${good}`);
  }
  await finder.close();
  return report({
    attack: device,
    passed,
    rounds: ROUNDS,
    each: each.join(', '),
    failed: [...failed].join(', '),
    ...load(),
  });

  async function signedIn() {
    await signInQuietly(finder.request, people.director);
    const { cookies } = await finder.storageState();
    await finder.clearCookies();
    return cookies.map(({ name, value, path, httpOnly, secure, sameSite }) => ({
      name,
      value,
      path,
      url: baseURL,
      httpOnly,
      secure,
      sameSite,
    }));
  }
}

await attackPages(
  async (browser, url) => {
    const passed: boolean[] = [];
    for (const device of DEVICES) passed.push(await prove(browser, url, device));
    return passed;
  },
  { launch: { args: [`--remote-debugging-port=${port}`] } },
);
