/**
 * A list of ten thousand acts, a hundred on the page: scrolled through, paged, selected row by row, from row to row, and
 * whole by its filter, with some left out; the longest task of a script meanwhile, and how many frames of the scrolling
 * came late. The median of five walks.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { startBenchDatabase } from '../bench/bench-database.ts';
import { median } from '../bench/median.ts';
import { report } from '../server/attack/report.ts';
import { hashPassword } from '../server/src/features/auth/public.ts';
import { fillActs } from '../server/test/fill-acts.ts';
import { fill } from '../shared/src/kernel/fill.ts';
import acts from '../shared/src/texts/ru/acts.ts';
import ui from '../shared/src/texts/ru/ui.ts';
import { attackPages, load } from './attack-pages.ts';
import { takeFelt, watchFelt } from './felt.ts';
import { PASSWORD, signInQuietly } from './people.ts';
import { countRequests, settle } from './visits.ts';

const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 5);
const [ACTS, LONGEST_MS, LATE] = [10_000, 50, 0.02];

/** The share of frames, of those there should have been, that did not come while the page was scrolled. */
async function scroll(page: Page): Promise<number> {
  const late = page.evaluate(async () => {
    const [began, times] = [performance.now(), [] as number[]];
    while (performance.now() - began < 2500) times.push(await new Promise(requestAnimationFrame));
    const due = Math.round((times.at(-1)! - times[0]!) / (1000 / 60));
    return Math.max(0, 1 - (times.length - 1) / due);
  });
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, turn < 30 ? 200 : -200);
    await sleep(30);
  }
  return late;
}

async function walk(browser: Browser, baseURL: string, email: string) {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(countRequests);
  await watchFelt(context);
  await signInQuietly(context.request, email);
  const page = await context.newPage();
  await page.goto('/lk/business/acts?limit=100');
  await settle(page);
  const main = page.getByRole('main');
  const bar = page.getByRole('region', { name: ui.bulk.bar });
  const row = (at: number) => main.getByRole('checkbox', { name: /^Выбрать: / }).nth(at);
  const tasks: [what: string, ms: number][] = [];
  const note = async (what: string) => {
    await settle(page);
    tasks.push([what, Math.max(0, ...(await takeFelt(page)).tasks)]);
  };
  await note('come');
  const late = await scroll(page);
  await note('scroll');
  await row(0).click();
  await note('first row');
  for (const at of [2, 5, 9]) await row(at).click();
  await note('rows');
  await row(60).click({ modifiers: ['Shift'] });
  await note('up to a row');
  await main.getByRole('checkbox', { name: ui.table.select_page }).click();
  await note('page');
  await bar.getByRole('button', { name: fill(acts.bulk.all, { shown: '' }).slice(0, 3) }).click();
  await note('all');
  for (const at of [3, 4, 7]) await row(at).click();
  await note('all but three');
  const chosen = await bar.getByRole('status').textContent();
  for (let at = 0; at < 3; at++) {
    await main.getByRole('button', { name: ui.pager.next }).click();
    await note('next page');
  }
  await scroll(page);
  await note('scroll selected');
  await bar.getByRole('button', { name: ui.bulk.clear }).click();
  await note('none');
  await context.close();
  return { late, tasks, chosen };
}

const database = await startBenchDatabase();
try {
  const password_hash = await hashPassword(PASSWORD);
  const { email } = await fillActs(database.owner_url, { sizes: [ACTS], of_others: 1000, password_hash });
  const environment = {
    SANDBOX: 'empty',
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.owner_url,
  };
  await attackPages(
    async (browser, url) => {
      const walks: Awaited<ReturnType<typeof walk>>[] = [];
      for (let round = 0; round < ROUNDS; round++) walks.push(await walk(browser, url, email));
      // Coming to the page is loading: it has a figure of its own.
      const each = walks[0]!.tasks.map(([what], at): [string, number] => [
        what,
        Math.round(median(walks.map(({ tasks }) => tasks[at]![1]))),
      ]);
      const task_ms = Math.max(...each.slice(1).map(([, ms]) => ms));
      const late = Number(median(walks.map((one) => one.late)).toFixed(3));
      const chosen = walks.every((one) => /^9\s997 /.test(one.chosen ?? ''));
      return [
        report({
          attack: 'ten_thousand',
          passed: task_ms <= LONGEST_MS && late <= LATE && chosen,
          acts: ACTS,
          chosen: walks[0]!.chosen,
          task_ms,
          late_frames: late,
          each: each.map((one) => one.join(' ')).join(', '),
          ...load(),
        }),
      ];
    },
    { product: { environment } },
  );
} finally {
  await database.stop();
}
