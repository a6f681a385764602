/**
 * How soon a press is answered. `month`: 500 acts are made, and a director walks through the days of a month among them;
 * until the answer to each press is painted, as the browser tells it (INP). `palette`: from Ctrl K until one may type.
 * `faults`: from a press until a field says what is wrong with it. `language`: until a page with something half filled
 * is there in the other one. `paper`: until the first of fifty pages can be read on a phone.
 * `ATTACK_ACTS=20 ATTACK_DAYS=1 ATTACK_ROUNDS=1` is quick.
 */
import type { Browser, Page } from '@playwright/test';
import { median } from '../bench/median.ts';
import { report } from '../server/attack/report.ts';
import { fill } from '../shared/src/kernel/fill.ts';
import acts from '../shared/src/texts/ru/acts.ts';
import app from '../shared/src/texts/ru/app.ts';
import signUp from '../shared/src/texts/ru/sign-up.ts';
import states from '../shared/src/texts/ru/states.ts';
import ui from '../shared/src/texts/ru/ui.ts';
import { callsOf, executorName, makeActs } from './acts.ts';
import { attackPages, load, partsOf } from './attack-pages.ts';
import { takeFelt, timePress, watchFelt } from './felt.ts';
import { makePdf } from './paper.ts';
import { people, signInQuietly } from './people.ts';
import { countRequests, settle } from './visits.ts';

const ACTS = Number(process.env.ATTACK_ACTS ?? 500);
const DAYS = Number(process.env.ATTACK_DAYS ?? 4);
const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 5);
const [PRESS_MS, WORST_MS, PALETTE_MS, FAULT_MS, LANGUAGE_MS, PAPER_MS] = [50, 200, 50, 100, 300, 600];
const TITLE = 'Перевозка за месяц';
const MODAL = '[aria-modal=true]';

async function enter(browser: Browser, baseURL: string, email: string | null = people.director) {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(countRequests);
  await watchFelt(context);
  if (email) await signInQuietly(context.request, email);
  const page = await context.newPage();
  const go = async (address: string) => {
    // With what comes after the page: nobody presses a key in the very moment it is there.
    await page.goto(address, { waitUntil: 'networkidle' });
    await settle(page);
  };
  return { page, go, leave: () => context.close() };
}

/** Deeds of a day: each is named, and makes one press or several. */
function dayOf(page: Page): [name: string, deed: () => Promise<unknown>][] {
  const { keyboard } = page;
  const main = page.getByRole('main');
  const button = (name: string | RegExp) => main.getByRole('button', { name });
  const tab = (name: string) =>
    main
      .getByRole('navigation', { name: acts.views.label })
      .getByRole('link', { name: new RegExp(`^${name}`) });
  const chip = (name: string) =>
    main.getByRole('group', { name: ui.filters.label }).getByRole('button', { name });
  const menu = (name: string) =>
    page.getByRole('navigation', { name: app.nav.label }).first().getByRole('link', { name }).click();
  const row = (at: number) => main.getByRole('checkbox', { name: /^Выбрать: / }).nth(at);
  const bar = page.getByRole('region', { name: ui.bulk.bar });
  const at = (field: string) => page.locator(`[data-field="${field}"]`);
  const type = (words: string) => () => keyboard.type(words);
  const press =
    (...keys: string[]) =>
    async () => {
      for (const key of keys) await keyboard.press(key);
    };
  return [
    ['home', () => menu(app.nav.home)],
    ['list', () => menu(app.nav.acts)],
    ...(['waiting', 'draft', 'to_pay', 'all'] as const).map((view): [string, () => Promise<unknown>] => [
      `view ${view}`,
      () => tab(acts.views[view]).click(),
    ]),
    ['filter by state', () => chip(acts.filters.state).click()],
    [
      'tick a state',
      () => page.getByRole('dialog').getByRole('checkbox', { name: states.act.draft }).click(),
    ],
    ['close the filter', press('Escape')],
    ['filter by party', () => chip(acts.filters.executor).click()],
    ['name of the party', () => keyboard.type(executorName.slice(0, 8))],
    ['choose the party', press('Enter')],
    ['all off', () => chip(ui.filters.reset).click()],
    ['field of the search', () => main.getByRole('searchbox').click()],
    ['words of the search', type(TITLE.slice(0, 12))],
    ['words away', press('Control+KeyA', 'Delete')],
    ['sort', () => main.getByRole('table').getByRole('button', { name: acts.columns.sum }).click()],
    ['sort back', () => main.getByRole('table').getByRole('button', { name: acts.columns.sum }).click()],
    [
      'hundred rows',
      async () => {
        await main.getByRole('combobox', { name: ui.pager.per_page }).focus();
        await keyboard.press('End');
      },
    ],
    ['next page', () => button(ui.pager.next).click()],
    ['previous page', () => button(ui.pager.previous).click()],
    ['select', () => row(0).click()],
    [
      'select others',
      async () => {
        for (const one of [2, 4, 6, 8]) await row(one).click();
      },
    ],
    ['select up to', () => row(40).click({ modifiers: ['Shift'] })],
    ['select the page', () => main.getByRole('checkbox', { name: ui.table.select_page }).click()],
    [
      'select all',
      () => bar.getByRole('button', { name: fill(acts.bulk.all, { shown: '' }).slice(0, 4) }).click(),
    ],
    ['leave out', () => row(3).click()],
    [
      'send or not',
      async () => {
        const send = bar.getByRole('button', { name: acts.actions.copy }).first();
        await send.click();
        await page.getByRole('dialog').waitFor();
      },
    ],
    ['not', press('Escape')],
    ['select nothing', () => bar.getByRole('button', { name: ui.bulk.clear }).click()],
    ['walk the rows', press('KeyJ', 'KeyJ', 'KeyJ', 'KeyK')],
    ['mark by a key', press('KeyX', 'KeyX')],
    ['peek', press('KeyJ', 'Space')],
    ['next peek', press('ArrowDown')],
    ['no peek', press('Escape')],
    ['open an act', press('Enter')],
    ['next act', press('ArrowRight')],
    ['field of the talk', () => main.getByLabel(acts.comments.field).click()],
    ['words of the talk', type('Проверьте, пожалуйста, сумму')],
    ['leave the talk', press('Control+KeyA', 'Delete', 'Tab')],
    ['search', press('Control+KeyK')],
    ['words', type('договор')],
    ['down', press('ArrowDown', 'ArrowDown', 'ArrowUp')],
    ['back to the act', press('Escape')],
    ['bell', () => page.getByRole('button', { name: new RegExp(`^${app.top.bell}`) }).click()],
    ['bell away', press('Escape')],
    ['person', () => page.getByRole('button', { name: app.top.person }).click()],
    ['person away', press('Escape')],
    ['list again', () => menu(app.nav.acts)],
    ['a new act', () => main.getByRole('link', { name: acts.create }).click()],
    ['field of the executor', () => at('contractor_company_id').click()],
    ['executor', type(executorName.slice(0, 7))],
    ['choose', press('Enter')],
    ['field of the title', () => at('title').click()],
    ['title', type('Уборка склада за месяц')],
    ['this month', () => button(acts.form.this_month).click()],
    ['field of the service', () => at('services.0.description').click()],
    ['service', type('Уборка')],
    [
      'quantity and price',
      press('Enter', 'Digit3', 'Enter', 'Enter', 'Digit1', 'Digit5', 'Digit0', 'Digit0'),
    ],
    ['another line', () => button(acts.form.add_row).click()],
    ...(['contracts', 'executors', 'payments', 'statistics', 'esf'] as const).map(
      (key): [string, () => Promise<unknown>] => [key, () => menu(app.nav[key])],
    ),
  ];
}

async function proveMonth(browser: Browser, baseURL: string): Promise<boolean> {
  const { page, go, leave } = await enter(browser, baseURL);
  const calls = await callsOf(page.request, people.director);
  await makeActs(
    calls,
    Array.from({ length: ACTS }, (_, at) => `${TITLE} ${at + 1}`),
  );
  const pressed: [name: string, ms: number][] = [];
  let presses = 0;
  for (let day = 0; day < DAYS; day++) {
    await go('/lk/business');
    for (const [name, deed] of dayOf(page)) {
      await deed();
      await settle(page);
      for (const ms of Object.values((await takeFelt(page)).presses)) pressed.push([name, ms]);
    }
    presses += await page.evaluate(
      () => (performance as Performance & { interactionCount: number }).interactionCount,
    );
  }
  await leave();
  pressed.sort(([, a], [, b]) => b - a);
  // Those that are not told were answered within a frame.
  const at = (share: number) => pressed[Math.floor(presses * (1 - share))]?.[1] ?? 16;
  return report({
    attack: 'month',
    passed: at(0.75) <= PRESS_MS && (pressed[0]?.[1] ?? 0) <= WORST_MS,
    acts: ACTS,
    presses,
    p75_ms: at(0.75),
    p95_ms: at(0.95),
    p98_ms: at(0.98),
    worst_ms: pressed[0]?.[1],
    slowest: pressed
      .slice(0, 10)
      .map((one) => one.join(' '))
      .join(', '),
    ...load(),
  });
}

async function provePalette(browser: Browser, baseURL: string): Promise<boolean> {
  const times = { first: [] as number[], again: [] as number[] };
  for (const address of ['/lk/business', '/lk/business/acts', '/lk/business/statistics'])
    for (let round = 0; round < ROUNDS; round++) {
      const { page, go, leave } = await enter(browser, baseURL);
      await go(address);
      const open = () =>
        timePress(page, { type: 'keydown', selector: `${MODAL} [role=combobox]:focus` }, () =>
          page.keyboard.press('Control+KeyK'),
        );
      times.first.push(await open());
      await page.keyboard.press('Escape');
      await page.locator(MODAL).waitFor({ state: 'detached' });
      times.again.push(await open());
      await leave();
    }
  const [first_ms, again_ms] = [Math.round(median(times.first)), Math.round(median(times.again))];
  const passed = first_ms <= PALETTE_MS && again_ms <= PALETTE_MS;
  return report({ attack: 'palette', passed, opened: times.first.length * 2, first_ms, again_ms, ...load() });
}

const MISTAKES: { name: string; address: string; email?: null; deed: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'sign-in',
    address: '/auth/login',
    email: null,
    deed: (page) => page.locator('[name=email]').press('Enter'),
  },
  {
    name: 'registration',
    address: '/auth/sign-up/business',
    email: null,
    deed: (page) => page.getByRole('button', { name: signUp.start.send }).click(),
  },
  {
    name: 'consultation',
    address: '/auth/login/consultation',
    email: null,
    deed: (page) => page.locator('[name=email]').press('Enter'),
  },
  {
    name: 'field of an act',
    address: '/lk/business/acts/creating-act',
    deed: (page) => page.locator('[data-field=title]').press('Tab'),
  },
  {
    name: 'whole act',
    address: '/lk/business/acts/creating-act',
    deed: (page) => page.getByRole('button', { name: acts.form.save, exact: true }).click(),
  },
];

async function proveFaults(browser: Browser, baseURL: string): Promise<boolean> {
  const each: [name: string, ms: number][] = [];
  for (const { name, address, email, deed } of MISTAKES) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { page, go, leave } = await enter(browser, baseURL, email);
      await go(address);
      const type = name === 'registration' || name === 'whole act' ? 'click' : 'keydown';
      times.push(await timePress(page, { type, selector: '[aria-invalid=true]' }, () => deed(page)));
      await leave();
    }
    each.push([name, Math.round(median(times))]);
  }
  const worst_ms = Math.max(...each.map(([, ms]) => ms));
  const said = each.map((one) => one.join(' ')).join(', ');
  return report({ attack: 'faults', passed: worst_ms <= FAULT_MS, worst_ms, each: said, ...load() });
}

async function proveLanguage(browser: Browser, baseURL: string): Promise<boolean> {
  const times = { first: [] as number[], again: [] as number[] };
  let kept = true;
  for (const [address, field, email] of [
    ['/lk/business/acts/creating-act', '[data-field=title]', people.director],
    ['/lk/business/executors/invite', 'main textarea', people.director],
    ['/auth/login/consultation', '[name=name]', null],
    ['/auth/login', '[name=email]', null],
  ] as const)
    for (let round = 0; round < ROUNDS; round++) {
      const { page, go, leave } = await enter(browser, baseURL, email);
      await go(address);
      const input = page.locator(field).first();
      await input.fill('Жартылай толтырылған');
      const before = page.url();
      for (const [name, lang, list] of [
        ['Қазақша', 'kk', times.first],
        ['Русский', 'ru', times.again],
        ['Қазақша', 'kk', times.again],
        ['Русский', 'ru', times.again],
      ] as const) {
        const unlike = await page.locator('h1').textContent();
        const press = () => page.getByRole('button', { name }).first().click();
        list.push(await timePress(page, { type: 'click', selector: `html[lang=${lang}] h1`, unlike }, press));
        await settle(page);
        kept &&= (await input.inputValue()) === 'Жартылай толтырылған' && page.url() === before;
      }
      await leave();
    }
  const [first_ms, again_ms] = [Math.round(median(times.first)), Math.round(median(times.again))];
  const worst_ms = Math.round(Math.max(...times.first, ...times.again));
  const passed = kept && first_ms <= LANGUAGE_MS && again_ms <= LANGUAGE_MS;
  return report({ attack: 'language', passed, first_ms, again_ms, worst_ms, kept: String(kept), ...load() });
}

/** A contract of fifty pages on a phone: from the press on its name until the words of its first page are there. */
async function provePaper(browser: Browser, baseURL: string): Promise<boolean> {
  const times: number[] = [];
  const { page, go, leave } = await enter(browser, baseURL);
  await page.setViewportSize({ width: 360, height: 640 });
  const { get, upload } = await callsOf(page.request, people.director);
  const [executor] = await get<{ executor_company_id: number }[]>('company/executors/list');
  for (let round = 0; round < ROUNDS; round++) {
    const title = `Договор на пятидесяти страницах ${round + 1}`;
    const contractor_id = String(executor!.executor_company_id);
    const dates = { start_date: '2026-01-01', end_date: '2027-12-31' };
    const fields = { title, type_id: '1', contractor_id, ...dates };
    await upload('doc/documents', 'contract.pdf', makePdf(`Contract ${round + 1}`, 50), fields);
    await go(`/lk/business/contracts?search=${encodeURIComponent(title)}`);
    const link = page.getByRole('main').getByRole('link', { name: title });
    const words = '[role=group] canvas + div > span';
    times.push(await timePress(page, { type: 'click', selector: words }, () => link.click()));
  }
  await leave();
  const [paper_ms, worst_ms] = [Math.round(median(times)), Math.round(Math.max(...times))];
  const passed = paper_ms <= PAPER_MS;
  return report({ attack: 'paper', passed, opened: times.length, paper_ms, worst_ms, ...load() });
}

await attackPages(
  partsOf({
    paper: provePaper,
    palette: provePalette,
    faults: proveFaults,
    language: proveLanguage,
    month: proveMonth,
  }),
);
