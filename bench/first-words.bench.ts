/**
 * The time until the first words of a page on a slow phone (1.6 Mbit/s, 150 ms, a processor four times slower), in turn with
 * an earlier build of the pages and over the same data. `BENCH_OLD` is that build: a commit, or a folder with built pages.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, request, type Browser } from '@playwright/test';
import { callsOf, sendActs } from '../e2e/acts.ts';
import { findChromium } from '../e2e/chromium.ts';
import { people, signInQuietly } from '../e2e/people.ts';
import { startProduct } from '../e2e/product.ts';
import { makeWebServer } from '../server/test/make-web-server.ts';
import { makeTemporaryFolder } from '../server/test/temporary-folder.ts';
import { isSmall, sized } from './size.ts';
import { median } from './median.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'web', 'dist');
const ROUNDS = sized(5, 1);
/** The last commit before the pages were grouped by families. */
const OLD = process.env['BENCH_OLD'] ?? sized('36f95b0', dist);
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const words_ms = 60_000;
/** Runs in the page from its first moment. */
const WATCH = `
  const look = () => {
    const shown = document.querySelector('#root');
    if (shown?.querySelector('h1') && shown.textContent.trim().length > 40)
      document.documentElement.dataset.words = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

interface MeasuredPage {
  page: string;
  path: string;
  target: number;
  token?: string;
}

const folder = makeTemporaryFolder('kelisim-bench-');
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  // Builds the pages first when anything has changed.
  spawnSync(process.execPath, [join(root, 'scripts', 'page-weights.ts')], { stdio: 'inherit' });
  const oldPages = existsSync(OLD) ? OLD : buildCommit(OLD);
  // Demo data cost half a minute of a processor, and pages before the sign-in need none.
  const product = await startProduct(isSmall ? { environment: { SANDBOX: 'empty' } } : {});
  closing.push(() => product.stop());
  const pages: MeasuredPage[] = [
    { page: 'verify', path: '/verify', target: 0.65 },
    { page: 'sign_in', path: '/auth/login', target: 0.7 },
    ...(isSmall ? [] : await pagesOfDirector(product.url)),
  ];
  const builds = {
    old_ms: await serve(oldPages, product.url),
    new_ms: await serve(dist, product.url),
  };
  const { executable, environment } = await findChromium();
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...process.env, ...environment } as Record<string, string>,
  });
  closing.push(() => browser.close());
  for (const { page, path, target, token: access_token } of pages) {
    const times = { old_ms: [] as number[], new_ms: [] as number[] };
    for (let round = 0; round < ROUNDS; round++)
      for (const build of ['old_ms', 'new_ms'] as const)
        times[build].push(await timeOfWords(browser, builds[build] + path, access_token));
    const [old_ms, new_ms] = [median(times.old_ms), median(times.new_ms)];
    console.log(
      JSON.stringify({ bench: 'first_words', page, old_ms, new_ms, share: round2(new_ms / old_ms), target }),
    );
  }
} finally {
  for (const close of closing.reverse()) await close();
}

/** Pages that need a signed-in director and an act sent by them. */
async function pagesOfDirector(baseURL: string): Promise<MeasuredPage[]> {
  const calls = await request.newContext({ baseURL });
  const token = await signInQuietly(calls, people.director);
  const [act_id] = await sendActs(calls, ['Первые слова']);
  const { post } = await callsOf(calls, people.director);
  const link = await post<{ url: string }>('doc/quick-sign', { doc_type: 'act', id: act_id });
  return [
    { page: 'sign', path: new URL(link.url).pathname, target: 0.65 },
    { page: 'home', path: '/lk/business', target: 0.82, token },
    { page: 'acts', path: '/lk/business/acts', target: 0.82, token },
    { page: 'act', path: `/lk/business/acts/${act_id}`, target: 0.75, token },
  ];
}

/** Builds the pages of a commit with the packages that are installed here. */
function buildCommit(commit: string): string {
  const tree = join(folder, 'tree');
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'ignore' });
  git('worktree', 'add', '--detach', tree, commit);
  closing.push(() => git('worktree', 'remove', '--force', tree));
  const packages = join(tree, 'node_modules');
  mkdirSync(join(packages, '@kelisim'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@kelisim') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  for (const name of ['eds', 'server', 'shared', 'web'])
    symlinkSync(join(tree, name), join(packages, '@kelisim', name));
  const pages = join(folder, 'old-pages');
  const vite = join(packages, 'vite', 'bin', 'vite.js');
  execFileSync(process.execPath, [vite, 'build', '--outDir', pages, '--logLevel', 'error'], {
    cwd: join(tree, 'web'),
    env: { ...process.env, NODE_ENV: 'production', VITE_SANDBOX: 'on' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return pages;
}

/** Serves built pages as the product does, with its API behind them; resolves to the address. */
async function serve(pages: string, product: string): Promise<string> {
  const http = await makeWebServer(pages);
  const { host, origin } = new URL(product);
  const server = createServer((from, to) => {
    if (!from.url!.startsWith('/api/')) return http.routing(from, to);
    const headers = { ...from.headers, host, ...(from.headers.origin ? { origin } : {}) };
    const asked = ask(product + from.url, { method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to);
    });
    asked.on('error', () => to.destroy());
    to.on('close', () => asked.destroy());
    return from.pipe(asked);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
    return http.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Milliseconds from the navigation of a fresh visit to a heading and some words. */
async function timeOfWords(browser: Browser, url: string, access_token?: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, locale: 'ru-RU' });
  try {
    if (access_token) await context.addCookies([{ name: 'access_token', value: access_token, url }]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript({ content: WATCH });
    await page.goto(url, { waitUntil: 'commit' });
    const shown = await page.waitForSelector('html[data-words]', { state: 'attached', timeout: words_ms });
    return Math.round(Number(await shown.getAttribute('data-words')));
  } finally {
    await context.close();
  }
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
