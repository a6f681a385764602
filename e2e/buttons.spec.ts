import { expect, test } from '@playwright/test';
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import { fillAddress } from './addresses.ts';
import { controlsOf, openedOn } from './controls.ts';
import type { Control, Scope } from './controls.ts';
import { darkFaultsOf, faultsOf } from './faults.ts';
import { people, signInQuietly } from './people.ts';
import { listen, pressMarked } from './press.ts';
import type { Ears } from './press.ts';
import { rawTextsOf } from './raw-texts.ts';
import { wordsOf } from './words.ts';
import type { Locale } from './words.ts';

/**
 * Presses everything on a screen that can be pressed, each on the reloaded screen, and everything in the windows and
 * menus that open, and judges that something came of it, nothing broke, and everybody can use what opened. With E2E_BUTTONS=whole every screen in both
 * languages, which leaves nothing whole of the product's data and takes long; otherwise a few where nothing is changed.
 */
const isWhole = process.env.E2E_BUTTONS === 'whole';
const few: [path: string, locale: Locale][] = [
  ['/verify', 'kz'],
  ['/developers/$guide', 'ru'],
  ['/auth/login/forgot-password', 'kz'],
  ['/sandbox/phone', 'ru'],
];

const late_ms = 1500;

interface Screen {
  path: string;
  who: 'public' | 'signed-in' | 'business' | 'executor' | 'admin';
  leadsTo?: string;
}
const table = new URL('../web/src/app/screens.ts', import.meta.url).href;
const { screens } = (await import(table)) as { screens: readonly Screen[] };

const visitors = {
  public: null,
  business: people.director,
  executor: people.executor,
  'signed-in': people.executor,
  // Last, because an administrator may lock out everybody else.
  admin: people.administrator,
};
/** Without a key each step of a registration leads to its entry; the journey of registration presses what is there. */
const isStep = (path: string) => /^\/auth\/sign-up\/\w+\//.test(path);
const order = Object.keys(visitors);
const all = screens
  .filter(({ path, leadsTo }) => !leadsTo && !isStep(path))
  .toSorted((a, b) => order.indexOf(a.who) - order.indexOf(b.who));

/** What stands on the page of an act or a contract is another for each state. */
const states: Record<string, readonly number[]> = {
  $act_id: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  $doc_id: [1, 2, 3, 4, 5, 6, 7, 8, 9],
};
const lists: Record<string, string> = { $act_id: 'acts', $doc_id: 'documents' };

const wanted = isWhole
  ? all.flatMap((screen) => (['ru', 'kz'] as const).map((locale) => [screen, locale] as const))
  : few.map(([path, locale]) => [all.find((screen) => screen.path === path)!, locale] as const);

for (const [{ path, who }, locale] of wanted)
  for (const state of isWhole ? (states[path.split('/').at(-1)!] ?? [null]) : [null])
    test(`each button of ${path} does its deed, in ${locale}${state ? `, in state ${state}` : ''}`, async ({
      browser,
    }) => {
      if (isWhole) test.setTimeout(1_200_000);
      const walk = await Walk.begin(browser, { path, who, locale, state });
      test.skip(walk === null, 'nothing is in this state');
      await walk!.pressAll();
      await walk!.end();
      console.log(JSON.stringify(walk!.report()));
      expect(walk!.faults).toEqual([]);
    });

interface Task {
  path: string;
  who: Screen['who'];
  locale: Locale;
  state: number | null;
}
/** From the screen to a control: what is pressed one after the other. */
type Way = { scope: Scope; control: Control }[];

/**
 * Controls of a page that were pressed in another state of it, and windows that were gone through already for this
 * visitor in this language: many screens open the same.
 */
const known = new Set<string>();

class Walk {
  readonly faults: string[] = [];
  readonly refused = new Set<string>();
  #pressed = 0;
  #gone = 0;
  readonly #began = Date.now();
  readonly #task: Task;
  readonly #context: BrowserContext;
  readonly #finder: BrowserContext;
  readonly #page: Page;
  readonly #ears: Ears;
  readonly #email: string | null;
  #address: string;
  #bad: RegExp[] = [];

  private constructor(
    task: Task,
    context: BrowserContext,
    finder: BrowserContext,
    page: Page,
    { email, address }: { email: string | null; address: string },
  ) {
    this.#task = task;
    this.#context = context;
    this.#finder = finder;
    this.#page = page;
    this.#ears = listen(page);
    this.#email = email;
    this.#address = address;
  }

  static async begin(browser: Browser, task: Task): Promise<Walk | null> {
    const finder = await browser.newContext();
    const found = await visitorOf(finder.request, task);
    if (found === null) return null;
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    await context.addInitScript(() => {
      // The stream of changes never ends, and a page would never be calm.
      const real = globalThis.fetch;
      globalThis.fetch = (...asked) =>
        String(asked[0]).includes('/api/v1/live') ? new Promise(() => {}) : real(...asked);
      // Windows of the browser itself are not part of the page.
      const note = () => document.documentElement.setAttribute('data-browser-window', '');
      globalThis.print = note;
      const show = HTMLInputElement.prototype.showPicker;
      HTMLInputElement.prototype.showPicker = function () {
        show.call(this);
        note();
      };
    });
    const walk = new Walk(task, context, finder, await context.newPage(), found);
    const errors = ['unexpected', 'server_title', 'not_found_title', 'unavailable'] as const;
    for (const key of errors) walk.#bad.push(await wordsOf(task.locale, `app:errors.${key}`));
    await walk.#comeIn();
    return walk;
  }

  async end(): Promise<void> {
    await this.#context.close();
    await this.#finder.close();
  }

  report() {
    const { path, locale, state } = this.#task;
    return {
      screen: path,
      locale,
      ...(state && { state }),
      pressed: this.#pressed,
      gone: this.#gone,
      faults: this.faults,
      seconds: Math.round((Date.now() - this.#began) / 1000),
      refused: [...this.refused],
    };
  }

  async pressAll(): Promise<void> {
    // The frame around the pages is pressed once for each role, on its first page.
    const scope = /^\/(?:lk\/\w+|admin|auth\/login)$/.test(this.#task.path) ? 'everything' : 'main';
    await this.#open();
    await this.#judge([]);
    const { path, locale } = this.#task;
    const isNew = ({ key }: Control) => {
      const one = JSON.stringify([path, locale, key]);
      return !known.has(one) && known.add(one);
    };
    const ways: Way[] = (await controlsOf(this.#page, scope))
      .filter(isNew)
      .map((control) => [{ scope, control }]);
    for (let way = ways.shift(); way; way = ways.shift()) {
      try {
        ways.push(...(await this.#press(way)));
      } catch (error) {
        this.#fault(way, String(error).split('\n')[0]!);
      }
    }
  }

  /** Gives the ways on into what has opened. */
  async #press(way: Way): Promise<Way[]> {
    await this.#open();
    for (const { scope, control } of way.slice(0, -1)) {
      if (!(await this.#mark(scope, control))) return this.#miss();
      await pressMarked(this.#page, this.#ears);
      await this.#ears.settle();
    }
    const { scope, control } = way.at(-1)!;
    const before = await openedOn(this.#page);
    if (!(await this.#mark(scope, control))) return this.#miss();
    this.#pressed += 1;
    if (control.leadsOut) return [];
    const acted = await pressMarked(this.#page, this.#ears);
    await this.#ears.settle();
    if (!acted) this.#fault(way, 'does nothing');
    await this.#judge(way);
    if (this.#ears.events.some((event) => /^(?:POST|PUT|PATCH|DELETE) /.test(event)))
      this.#address = (await addressOf(this.#finder.request, this.#task, this.#email)) ?? this.#address;
    const opened = await openedOn(this.#page);
    if (opened.count > before.count)
      for (const fault of [...(await faultsOf(this.#page)), ...(await darkFaultsOf(this.#page))])
        this.#fault(way, fault);
    if (opened.count <= before.count || way.some((step) => step.scope === 'opened' && !isMenu(step)))
      return [];
    const inside = await controlsOf(this.#page, 'opened');
    const { who, locale } = this.#task;
    const same = JSON.stringify([who, locale, opened.name, inside.map(({ key }) => key)]);
    if (known.has(same)) return [];
    known.add(same);
    return inside.map((one) => [...way, { scope: 'opened', control: one }]);
  }

  #miss(): [] {
    this.#gone += 1;
    return [];
  }

  async #mark(scope: Scope, control: Control): Promise<boolean> {
    await this.#page.evaluate(() => {
      for (const one of document.querySelectorAll('[data-pressed]')) one.removeAttribute('data-pressed');
    });
    // A window may still be on its way.
    for (const until = Date.now() + late_ms; ; await this.#page.waitForTimeout(100)) {
      await controlsOf(this.#page, scope, control.key);
      if ((await this.#page.locator('[data-pressed]').count()) === 1) return true;
      if (Date.now() > until) return false;
    }
  }

  async #comeIn(): Promise<void> {
    const cookie = { name: 'locale', value: this.#task.locale, url: process.env.E2E_BASE_URL! };
    await this.#context.clearCookies();
    await this.#context.addCookies([cookie]);
    if (this.#email) await signInQuietly(this.#context.request, this.#email);
  }

  async #open(): Promise<void> {
    if (this.#email === null) await this.#comeIn();
    await this.#load();
    if (this.#email !== null && !this.#address.startsWith('/auth/')) {
      if (!new URL(this.#page.url()).pathname.startsWith('/auth/')) return;
      // What was pressed has ended the session.
      await this.#comeIn();
      await this.#load();
    }
  }

  async #load(): Promise<void> {
    this.#ears.clear();
    await this.#page.goto(this.#address);
    await this.#page.getByRole('heading', { level: 1 }).first().waitFor();
    await this.#ears.settle();
  }

  async #judge(way: Way): Promise<void> {
    for (const tab of this.#ears.tabs) {
      // A tab that only takes a file never loads.
      await tab.waitForLoadState('load', { timeout: 5000 }).catch(() => undefined);
      if (!tab.isClosed() && tab.url().startsWith('http')) await this.#read(tab, way);
      await tab.close();
    }
    await this.#read(this.#page, way);
    for (const fault of this.#ears.faults) this.#fault(way, fault);
    for (const one of this.#ears.refused) {
      this.refused.add(`${nameOf(way)}: ${one}`);
      // What one may have or not (a key that is kept) is asked for and found missing.
      if (/^40[13] |^404 (?!GET)/.test(one)) this.#fault(way, one);
    }
  }

  async #read(page: Page, way: Way): Promise<void> {
    for (const text of await rawTextsOf(page, this.#task.locale)) this.#fault(way, `says «${text}»`);
    for (const bad of this.#bad)
      if ((await page.getByText(bad).count()) > 0) this.#fault(way, `says ${bad.source}`);
  }

  #fault(way: Way, what: string): void {
    const fault = `${nameOf(way)}: ${what}`;
    if (!this.faults.includes(fault)) this.faults.push(fault);
  }
}

const nameOf = (way: Way) => way.map(({ control }) => control.name.slice(0, 60)).join(' → ') || 'the screen';
const isMenu = ({ control }: Way[number]) => control.key.startsWith('menuitem');

const executors = Array.from({ length: 16 }, (_, i) => `executor${i + 1}@demo.example`);

/** Somebody who may open the screen; of executors one that has a paper in the state. */
async function visitorOf(
  request: APIRequestContext,
  task: Task,
): Promise<{ email: string | null; address: string } | null> {
  const usual = visitors[task.who];
  for (const email of task.state !== null && task.who === 'executor' ? executors : [usual]) {
    const address = await addressOf(request, task, email);
    if (address !== null) return { email, address };
  }
  return null;
}

async function addressOf(
  request: APIRequestContext,
  { path, state }: Task,
  visitor: string | null,
): Promise<string | null> {
  const email = visitor ?? people.director;
  const part = path.split('/').at(-1)!;
  if (state === null) return fillAddress(request, path, email);
  const list = lists[part]!;
  const find = async (of: number) => (await itemsOf(request, email, `${list}?limit=1&status_id=${of}`))[0];
  const found =
    (await find(state)) ?? (list === 'documents' && (await makeContract(request, email, state, find)));
  return found ? path.replace(part, String(found.id)) : null;
}

async function itemsOf(request: APIRequestContext, email: string, list: string): Promise<{ id: number }[]> {
  const headers = { Authorization: `Bearer ${await signInQuietly(request, email)}` };
  const answer = await request.get(`/api/v1/doc/${list}`, { headers });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { items: { id: number }[] }).items;
}

/** Contracts that were ended or refused are not among the demonstration's: one is made of another. */
async function makeContract(
  request: APIRequestContext,
  email: string,
  state: number,
  find: (state: number) => Promise<{ id: number } | undefined>,
): Promise<{ id: number } | undefined> {
  const [from, deed] = { 7: [5, 'terminate'] as const, 8: [2, 'refuse'] as const }[state] ?? [];
  // A company ends what an executor may only refuse.
  const isOther = deed === 'refuse' && email === people.director;
  const others = isOther ? executors : [deed === 'terminate' ? people.director : email];
  let [one, by] = [isOther ? undefined : deed && (await find(from!)), others[0]!];
  for (const other of isOther ? others : []) {
    by = other;
    [one] = await itemsOf(request, other, `documents?limit=1&status_id=${from}`);
    if (one) break;
  }
  if (!one) return undefined;
  const headers = { Authorization: `Bearer ${await signInQuietly(request, by)}` };
  const path = `/api/v1/doc/documents/${one.id}/${deed}`;
  return (await request.post(path, { headers, data: { reason: 'Келісім' } })).ok() ? one : undefined;
}
