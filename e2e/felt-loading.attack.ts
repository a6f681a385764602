/**
 * How soon pages are there. `paints`: the first byte, the first words and the largest part of the pages one opens first, with
 * nothing kept, on a desktop and on a phone (a processor four times slower, 1.6 Mbit/s), the median of five; on the desktop
 * also for how long scripts held the page. `pages`: from a press in the menu until the next page stands still, with its
 * files to be loaded and without. `memory`: what the browser keeps after 200 changes of page.
 */
import type { Browser, Page } from '@playwright/test';
import { median } from '../bench/median.ts';
import { report } from '../server/attack/report.ts';
import app from '../shared/src/texts/ru/app.ts';
import { fillAddress } from './addresses.ts';
import { attackPages, load, partsOf } from './attack-pages.ts';
import { readFirsts, takeFelt, watchFelt } from './felt.ts';
import { people, signInQuietly } from './people.ts';
import { SECTIONS } from './trees.ts';
import { countRequests, goWithin, settle, visited, visitors, type Counted } from './visits.ts';

const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 5);
const CHANGES = Number(process.env.ATTACK_CHANGES ?? 200);
const FIRST = [
  '/auth/login',
  '/sign/$token',
  '/verify',
  '/lk/business',
  '/lk/business/acts',
  '/lk/business/acts/$act_id',
  '/lk/business/acts/creating-act',
  '/lk/business/contracts',
  '/lk/business/executors',
  '/lk/business/payments',
  '/lk/executor',
  '/lk/executor/acts',
];
const DEVICES = [
  { name: 'desktop', width: 1440, height: 900, slow: false, largest_ms: 800, paint_ms: 500, byte_ms: 80 },
  { name: 'phone', width: 360, height: 640, slow: true, largest_ms: 1500, paint_ms: 1500, byte_ms: 800 },
] as const;
type Device = (typeof DEVICES)[number];
const [WARM_MS, COLD_MS, HELD_MS, LONGEST_MS, GROWTH] = [100, 300, 50, 100, 1.1];

/** A visit with nothing kept but the sign-in. */
async function open(
  browser: Browser,
  baseURL: string,
  { width, height, slow }: Device,
  email: string | null,
) {
  const context = await browser.newContext({ baseURL, viewport: { width, height } });
  await context.addInitScript(countRequests);
  await watchFelt(context);
  if (email) await signInQuietly(context.request, email);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  if (slow) {
    const [latency, downloadThroughput, uploadThroughput] = [150, 1.6e6 / 8, 0.75e6 / 8];
    const network = { offline: false, latency, downloadThroughput, uploadThroughput };
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  return { page, devtools, leave: () => context.close() };
}

type Figures = Record<'largest_ms' | 'paint_ms' | 'byte_ms' | 'held_ms' | 'task_ms', number>;

async function visit(
  browser: Browser,
  baseURL: string,
  device: Device,
  email: string | null,
  address: string,
) {
  const { page, leave } = await open(browser, baseURL, device, email);
  await page.goto(address, { waitUntil: 'networkidle' });
  await settle(page);
  const { largest_ms, tasks } = await takeFelt(page);
  const held_ms = tasks.reduce((sum, ms) => sum + ms - 50, 0);
  const figures: Figures = {
    largest_ms,
    held_ms,
    task_ms: Math.max(0, ...tasks),
    ...(await readFirsts(page)),
  };
  await leave();
  return figures;
}

/** Each figure of several, as `of` makes one of them. */
function together(all: readonly Figures[], of: (figures: number[]) => number): Figures {
  const keys = Object.keys(all[0]!) as (keyof Figures)[];
  return Object.fromEntries(keys.map((key) => [key, Math.round(of(all.map((one) => one[key])))])) as Figures;
}

async function provePaints(browser: Browser, baseURL: string, device: Device): Promise<boolean> {
  const finder = await browser.newContext({ baseURL });
  const pages: [path: string, Figures][] = [];
  for (const path of FIRST) {
    const { who } = visited.find((screen) => screen.path === path)!;
    const address = await fillAddress(finder.request, path, visitors[who] ?? people.director);
    const visits: Figures[] = [];
    for (let round = 0; round < ROUNDS; round++)
      visits.push(await visit(browser, baseURL, device, visitors[who], address));
    pages.push([path, together(visits, median)]);
  }
  await finder.close();
  const each = pages.map(([, figures]) => figures);
  const { held_ms, task_ms, ...paints } = together(each, (ms) => Math.max(...ms));
  const passed = (['largest_ms', 'paint_ms', 'byte_ms'] as const).every((key) => paints[key] <= device[key]);
  const largest = pages.map(([path, { largest_ms }]) => `${nameOf(path)} ${largest_ms}`).join(', ');
  const painted = report({ attack: `paints ${device.name}`, passed, ...paints, largest, pages, ...load() });
  if (device.slow) return painted;
  const holds = held_ms <= HELD_MS && task_ms <= LONGEST_MS;
  return report({ attack: 'scripts', passed: holds, held_ms, task_ms, ...load() }) && painted;
}

const nameOf = (path: string) => path.replace(/^\/lk\/(business|executor)/, '$1').replace(/^\//, '');

/** Without home, where each round begins, and settings, which have tabs of their own. */
const MENU = SECTIONS.slice(1, -1);

/** From the press until nothing of the next page changes any more. */
async function follow(page: Page, name: string): Promise<number> {
  await page.evaluate(() => {
    sessionStorage.removeItem('current_url');
    const note = (event: Event) => ((globalThis as { pressed?: number }).pressed = event.timeStamp);
    addEventListener('click', note, { capture: true, once: true });
  });
  await page.getByRole('navigation', { name: app.nav.label }).getByRole('link', { name }).first().click();
  await page.waitForFunction(() => sessionStorage.getItem('current_url') !== null);
  await settle(page);
  return page.evaluate(() => {
    const { pressed, drawn } = globalThis as Counted & { pressed?: number };
    return drawn! - pressed!;
  });
}

async function provePages(browser: Browser, baseURL: string): Promise<boolean> {
  const times = { cold: [] as number[], warm: [] as number[] };
  const slowest: [string, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page, leave } = await open(browser, baseURL, DEVICES[0], people.director);
    await page.goto('/lk/business', { waitUntil: 'networkidle' });
    await settle(page);
    for (const kind of ['cold', 'warm'] as const)
      for (const key of MENU) {
        const ms = await follow(page, app.nav[key]);
        times[kind].push(ms);
        slowest.push([`${kind} ${key}`, Math.round(ms)]);
      }
    await leave();
  }
  const p95 = (of: number[]) => Math.round(of.toSorted((a, b) => a - b)[Math.ceil(of.length * 0.95) - 1]!);
  const [cold_p95_ms, warm_p95_ms] = [p95(times.cold), p95(times.warm)];
  return report({
    attack: 'pages',
    passed: cold_p95_ms <= COLD_MS && warm_p95_ms <= WARM_MS,
    changes: slowest.length,
    cold_ms: Math.round(median(times.cold)),
    cold_p95_ms,
    warm_ms: Math.round(median(times.warm)),
    warm_p95_ms,
    slowest: slowest
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 6)
      .map((one) => one.join(' '))
      .join(', '),
    ...load(),
  });
}

async function proveMemory(browser: Browser, baseURL: string): Promise<boolean> {
  const { page, devtools, leave } = await open(browser, baseURL, DEVICES[0], people.director);
  const addresses: string[] = [];
  for (const path of FIRST.filter((one) => one.startsWith('/lk/business')))
    addresses.push(await fillAddress(page.request, path, people.director));
  await devtools.send('Performance.enable');
  const change = async (times: number) => {
    for (let at = 0; at < times; at++) {
      await goWithin(page, addresses[at % addresses.length]!);
      await settle(page);
    }
  };
  const weigh = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((one) => one.name === name)!.value;
    return {
      heap_kb: Math.round(of('JSHeapUsedSize') / 1024),
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
    };
  };
  // Until the caches are full, which they are for good.
  await change(addresses.length * 20);
  const before = await weigh();
  await change(Math.ceil(CHANGES / addresses.length) * addresses.length);
  const after = await weigh();
  await leave();
  return report({
    attack: 'memory',
    passed: (['heap_kb', 'nodes', 'listeners'] as const).every((key) => after[key] <= before[key] * GROWTH),
    changes: CHANGES,
    heap_kb_before: before.heap_kb,
    nodes_before: before.nodes,
    listeners_before: before.listeners,
    ...after,
  });
}

await attackPages(
  partsOf({
    desktop: (browser, url) => provePaints(browser, url, DEVICES[0]),
    phone: (browser, url) => provePaints(browser, url, DEVICES[1]),
    pages: provePages,
    memory: proveMemory,
  }),
);
