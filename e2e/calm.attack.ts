/**
 * How calm pages are. `cold_link`: the page behind a link on a cheap phone (a processor four times slower, 360×640, nothing
 * kept), until the sum can be read and until one can go on to sign, over two networks; the median of five. `shifts`: how far
 * the parts of each screen move while it loads over a far network, at 360 and 1440 px, as the browser sums it (CLS).
 * `tasks`: the longest task of a script meanwhile, in milliseconds.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { median } from '../bench/median.ts';
import { report } from '../server/attack/report.ts';
import link from '../shared/src/texts/ru/quick-sign.ts';
import { callsOf, sendActs } from './acts.ts';
import { fillAddress } from './addresses.ts';
import { attackPages, load } from './attack-pages.ts';
import { takeFelt, watchFelt } from './felt.ts';
import { people, signInQuietly } from './people.ts';
import { countRequests, settle, visited, visitors } from './visits.ts';

const ROUNDS = 5;
const MOST_SHIFT = 0.02;
const LONGEST_TASK = 100;
const SLOWER = 4;
const NETWORKS = [
  { name: '1.6 Mbit/s', bits: 1_600_000, latency: 150, readable_ms: 2000, usable_ms: 3000 },
  { name: '400 kbit/s', bits: 400_000, latency: 400, readable_ms: 5500, usable_ms: 7000 },
];
type Network = Pick<(typeof NETWORKS)[number], 'bits' | 'latency'>;
/** On the loopback everything is there with the first frame, and nothing can come late. */
const FAR: Network = { bits: 8_000_000, latency: 250 };

async function goFar(page: Page, { bits, latency }: Network) {
  const devtools = await page.context().newCDPSession(page);
  const throughput = bits / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  return devtools;
}

/** From the tap on a link to the sum in sight, and to the button that leads on, in milliseconds. */
async function openCold(browser: Browser, address: string, network: Network) {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  const devtools = await goFar(page, network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
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
    passed = report({ attack, passed: holds, rounds: ROUNDS, readable_ms, usable_ms, ...load() }) && passed;
  }
  return passed;
}

async function enter(browser: Browser, baseURL: string, width: number, email: string | null) {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 800 } });
  await context.addInitScript(countRequests);
  await watchFelt(context);
  if (email) await signInQuietly(context.request, email);
  return context;
}

async function feel(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const devtools = await goFar(page, FAR);
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(address);
  await settle(page);
  const { shift, tasks } = await takeFelt(page);
  await page.close();
  return { shift, task_ms: Math.max(0, ...tasks) };
}

/** A long task that is not there the next times was that of another process. */
async function feelSurely(context: BrowserContext, address: string) {
  const felt = [await feel(context, address)];
  while (felt[0]!.task_ms > LONGEST_TASK && felt.length < ROUNDS) felt.push(await feel(context, address));
  return {
    shift: Math.max(...felt.map(({ shift }) => shift)),
    task_ms: median(felt.map(({ task_ms }) => task_ms)),
  };
}

async function proveCalm(browser: Browser, baseURL: string): Promise<boolean[]> {
  const seen: { screen: string; shift: number; task_ms: number }[] = [];
  for (const width of [360, 1440])
    for (const who of new Set(visited.map((screen) => screen.who))) {
      const context = await enter(browser, baseURL, width, visitors[who]);
      for (const { path } of visited.filter((screen) => screen.who === who)) {
        const address = await fillAddress(context.request, path, visitors[who] ?? people.director);
        if (!visitors[who]) await context.clearCookies();
        seen.push({ screen: `${path} ${width}`, ...(await feelSurely(context, address)) });
      }
      await context.close();
    }
  return [
    reportMost(
      'shifts',
      seen.map(({ screen, shift }) => [screen, shift]),
      MOST_SHIFT,
      3,
    ),
    reportMost(
      'tasks',
      seen.map(({ screen, task_ms }) => [screen, task_ms]),
      LONGEST_TASK,
      0,
    ),
  ];
}

function reportMost(attack: string, of: [screen: string, figure: number][], allowed: number, digits: number) {
  const most = of.toSorted(([, a], [, b]) => b - a);
  const over = most.filter(([, figure]) => figure > allowed).length;
  return report({
    attack,
    passed: over === 0,
    screens: visited.length,
    over,
    most: most
      .slice(0, 4)
      .map(([screen, figure]) => `${screen} ${figure.toFixed(digits)}`)
      .join(', '),
    ...load(),
  });
}

await attackPages(async (browser, url) => [
  await proveColdLink(browser, url),
  ...(await proveCalm(browser, url)),
]);
