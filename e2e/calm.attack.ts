/**
 * How calm pages are. `cold_link`: the page behind a link on a cheap phone (a processor four times slower, 360×640, nothing
 * kept), until the sum can be read and until one can go on to sign, over two networks; the median of five. `shifts`: how far
 * the parts of each screen move while it loads, at 360 and 1440 px, as the browser sums it (CLS).
 */
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { buildWebIfChanged } from '../scripts/build-web.mjs';
import { report } from '../server/attack/attacked-product.ts';
import link from '../shared/src/texts/ru/quick-sign.ts';
import { callsOf, sendActs } from './acts.ts';
import { fillAddress } from './addresses.ts';
import { findChromium } from './chromium.ts';
import { people, signInQuietly } from './people.ts';
import { startProduct } from './product.ts';
import { countRequests, settle, visited, visitors } from './visits.ts';

const ROUNDS = 5;
const MOST_SHIFT = 0.02;
const SLOWER = 4;
const NETWORKS = [
  { name: '1.6 Mbit/s', bits: 1_600_000, latency: 150, readable_ms: 2000, usable_ms: 3000 },
  { name: '400 kbit/s', bits: 400_000, latency: 400, readable_ms: 5500, usable_ms: 7000 },
];
type Network = (typeof NETWORKS)[number];

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** From the tap on a link to the sum in sight, and to the button that leads on, in milliseconds. */
async function openCold(browser: Browser, address: string, { bits, latency }: Network) {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bits / 8,
    uploadThroughput: bits / 8,
  });
  const began = Date.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByText(link.paper.total, { exact: true }).waitFor();
  const readable_ms = Date.now() - began;
  await page.locator('button:enabled', { hasText: link.to_sign }).waitFor();
  const usable_ms = Date.now() - began;
  await context.close();
  return { readable_ms, usable_ms };
}

async function proveColdLink(browser: Browser, baseURL: string): Promise<boolean> {
  const director = await browser.newContext({ baseURL });
  const [id] = await sendActs(director.request, ['По ссылке']);
  const { post } = await callsOf(director.request, people.director);
  const { url } = await post<{ url: string }>('doc/quick-sign', { doc_type: 'act', id });
  await director.close();
  const address = new URL(new URL(url).pathname, baseURL).href;
  let passed = true;
  for (const network of NETWORKS) {
    const opened = [];
    for (let round = 0; round < ROUNDS; round++) opened.push(await openCold(browser, address, network));
    const readable_ms = median(opened.map((one) => one.readable_ms));
    const usable_ms = median(opened.map((one) => one.usable_ms));
    const holds = readable_ms <= network.readable_ms && usable_ms <= network.usable_ms;
    const attack = `cold_link ${network.name}`;
    passed = report({ attack, passed: holds, rounds: ROUNDS, readable_ms, usable_ms }) && passed;
  }
  return passed;
}

/** Runs in the page, before anything else: what has moved without a person's doing. */
function sumShifts(): void {
  const summed = globalThis as { shifted?: number };
  summed.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      summed.shifted = (summed.shifted ?? 0) + entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

async function enter(browser: Browser, baseURL: string, width: number, email: string | null) {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 800 } });
  await context.addInitScript(countRequests);
  await context.addInitScript(sumShifts);
  if (email) await signInQuietly(context.request, email);
  return context;
}

async function readShift(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(address);
  await settle(page);
  const shift = await page.evaluate(() => (globalThis as { shifted?: number }).shifted ?? 0);
  await page.close();
  return shift;
}

async function proveShifts(browser: Browser, baseURL: string): Promise<boolean> {
  const moved: { screen: string; width: number; shift: number }[] = [];
  for (const width of [360, 1440])
    for (const who of new Set(visited.map((screen) => screen.who))) {
      const context = await enter(browser, baseURL, width, visitors[who]);
      for (const { path } of visited.filter((screen) => screen.who === who)) {
        const address = await fillAddress(context.request, path, visitors[who] ?? people.director);
        if (!visitors[who]) await context.clearCookies();
        moved.push({ screen: path, width, shift: await readShift(context, address) });
      }
      await context.close();
    }
  const most = moved.toSorted((a, b) => b.shift - a.shift);
  return report({
    attack: 'shifts',
    passed: most.every(({ shift }) => shift <= MOST_SHIFT),
    screens: visited.length,
    over: most.filter(({ shift }) => shift > MOST_SHIFT).length,
    most: most.slice(0, 8).map(({ screen, width, shift }) => `${screen} ${width} ${shift.toFixed(3)}`),
  });
}

await buildWebIfChanged({ sandbox: true });
const product = await startProduct();
const { executable, environment } = await findChromium();
const browser = await chromium.launch({
  executablePath: executable,
  env: { ...process.env, ...environment },
});
try {
  const parts = [await proveColdLink(browser, product.url), await proveShifts(browser, product.url)];
  if (parts.includes(false)) process.exitCode = 1;
} finally {
  await browser.close();
  await product.stop();
}
