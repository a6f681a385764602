/**
 * A picture of every screen in both languages, at 360 and 1440 px, light and dark, on contact sheets in
 * `.cache/pictures`, and how much of each differs from the one of the last run, in `changes.txt` there.
 * `ATTACK_SCREENS=acts,settings` takes those whose address has one of the words, `ATTACK_KINDS=light-ru` pictures so named.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { buildWebIfChanged } from '../scripts/build-web.mjs';
import { root } from '../scripts/node-24.mjs';
import { report } from '../server/attack/report.ts';
import { fillAddress } from './addresses.ts';
import { findChromium } from './chromium.ts';
import { people, signInQuietly } from './people.ts';
import { startProduct } from './product.ts';
import { countRequests, goWithin, settle, visited, visitors } from './visits.ts';

const WORDS = process.env.ATTACK_SCREENS?.split(',') ?? [''];
const KINDS = process.env.ATTACK_KINDS?.split(',') ?? [''];
const TALLEST = 2400;
const folder = join(root, '.cache', 'pictures');
const kinds = (['light', 'dark'] as const)
  .flatMap((scheme) =>
    (['ru', 'kz'] as const).flatMap((locale) =>
      ([1440, 360] as const).map((width) => ({
        scheme,
        locale,
        width,
        name: `${scheme}-${locale}-${width}`,
      })),
    ),
  )
  .filter(({ name }) => KINDS.some((word) => name.includes(word)));
type Kind = (typeof kinds)[number];

const chosen = visited.filter(({ path }) => WORDS.some((word) => path.includes(word)));
const fileOf = (path: string, { name }: Kind) => `${path.replaceAll(/[^\w$-]+/g, '_')}-${name}.png`;

async function takeAll(browser: Browser, baseURL: string): Promise<void> {
  const finder = await browser.newContext({ baseURL });
  const addresses = new Map<string, string>();
  for (const { path, who } of chosen) {
    addresses.set(path, await fillAddress(finder.request, path, visitors[who] ?? people.director));
    await finder.clearCookies();
  }
  for (const kind of kinds)
    for (const visitor of new Set(chosen.map(({ who }) => visitors[who]))) {
      const { scheme, locale, width } = kind;
      const context = await browser.newContext({
        baseURL,
        viewport: { width, height: 800 },
        colorScheme: scheme,
        reducedMotion: 'reduce',
        timezoneId: 'Asia/Almaty',
      });
      await context.addInitScript(countRequests);
      await context.addCookies([
        { name: 'locale', value: locale, url: baseURL },
        { name: 'color_scheme', value: scheme, url: baseURL },
      ]);
      if (visitor) await signInQuietly(context.request, visitor);
      const page = await context.newPage();
      for (const { path } of chosen.filter(({ who }) => visitors[who] === visitor)) {
        await goWithin(page, addresses.get(path)!);
        await settle(page);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width, height: Math.min(Math.max(height, 800), TALLEST) });
        await page.screenshot({ path: join(folder, 'new', fileOf(path, kind)), animations: 'disabled' });
        await page.setViewportSize({ width, height: 800 });
      }
      await context.close();
    }
}

/** Twelve screens in a row of the sheet's kind, as wide as their width allows. */
async function makeSheets(page: Page): Promise<number> {
  const a_sheet = 12;
  let sheets = 0;
  for (const kind of kinds)
    for (let first = 0; first < chosen.length; first += a_sheet) {
      const shown = chosen.slice(first, first + a_sheet).map(({ path }) => {
        const data = readFileSync(join(folder, fileOf(path, kind))).toString('base64');
        return `<figure><figcaption>${path}</figcaption><img src="data:image/png;base64,${data}"></figure>`;
      });
      const [columns, width] = kind.width === 360 ? [6, 300] : [3, 640];
      await page.setContent(`<style>
        body { margin: 12px; background: #888; font: 14px sans-serif; display: grid; gap: 12px;
          grid-template-columns: repeat(${columns}, ${width}px) }
        figure { margin: 0 } img { width: 100%; display: block }
      </style>${shown.join('')}`);
      sheets += 1;
      const name = `sheet-${kind.name}-${String(first / a_sheet + 1).padStart(2, '0')}.png`;
      await page.screenshot({ path: join(folder, name), fullPage: true });
    }
  return sheets;
}

/** The share of points that differ, by the browser's own drawing; 1 where the sizes do. */
async function differ(page: Page, one: string, other: string): Promise<number> {
  const load = (file: string) => `data:image/png;base64,${readFileSync(file).toString('base64')}`;
  return page.evaluate(
    async (sources) => {
      const images = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          return image;
        }),
      );
      const [{ width, height }] = images as [HTMLImageElement];
      if (images.some((image) => image.width !== width || image.height !== height)) return 1;
      const points = images.map((image) => {
        const context = new OffscreenCanvas(width, height).getContext('2d')!;
        context.drawImage(image, 0, 0);
        return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
      });
      const [one = new Uint32Array(), other = one] = points;
      return one.filter((point, at) => point !== other[at]).length / one.length;
    },
    [load(one), load(other)],
  );
}

/** Puts the new pictures beside those of the last run, and says what changed. */
async function compare(page: Page): Promise<{ compared: number; changed: number }> {
  const changes: [number, string][] = [];
  let compared = 0;
  mkdirSync(join(folder, 'last'), { recursive: true });
  for (const { path } of chosen)
    for (const kind of kinds) {
      const file = fileOf(path, kind);
      const [fresh, kept, before] = [
        join(folder, 'new', file),
        join(folder, file),
        join(folder, 'last', file),
      ];
      if (existsSync(kept)) {
        compared += 1;
        copyFileSync(kept, before);
        const share = await differ(page, before, fresh);
        if (share > 0) changes.push([share, file]);
      }
      renameSync(fresh, kept);
    }
  const lines = changes
    .sort(([a], [b]) => b - a)
    .map(([share, file]) => `${(share * 100).toFixed(2)} % ${file}`);
  writeFileSync(join(folder, 'changes.txt'), `${lines.join('\n')}\n`);
  return { compared, changed: changes.length };
}

await buildWebIfChanged({ sandbox: true });
rmSync(join(folder, 'new'), { recursive: true, force: true });
mkdirSync(join(folder, 'new'), { recursive: true });
const product = await startProduct();
const { executable, environment } = await findChromium();
const browser = await chromium.launch({
  executablePath: executable,
  env: { ...process.env, ...environment },
});
try {
  await takeAll(browser, product.url);
  const page = await browser.newPage();
  const { compared, changed } = await compare(page);
  const sheets = await makeSheets(page);
  const pictures = chosen.length * kinds.length;
  report({ attack: 'pictures', passed: true, screens: chosen.length, pictures, sheets, compared, changed });
} finally {
  await browser.close();
  await product.stop();
}
