import type { Page } from '@playwright/test';
import { people } from './people.ts';

export interface Screen {
  path: string;
  who: 'public' | 'signed-in' | 'business' | 'executor' | 'admin';
  leadsTo?: string;
}

// By its address, so that the types of the pages stay with the web workspace.
const table = new URL('../web/src/app/screens.ts', import.meta.url).href;
const { screens } = (await import(table)) as { screens: readonly Screen[] };

/** Without a key each step of a registration leads to its entry; the journey of registration looks at them. */
const isStep = (path: string) => /^\/auth\/sign-up\/\w+\//.test(path);

/** The screens one can go to. */
export const visited = screens.filter((screen) => !screen.leadsTo && !isStep(screen.path));

/** Whose eyes a screen is looked at with. */
export const visitors = {
  public: null,
  'signed-in': people.director,
  business: people.director,
  executor: people.executor,
  admin: people.administrator,
};

/** Where the page says when it was last asked or answered something, and how much it waits for. */
export interface Counted {
  waiting?: number;
  changed?: number;
  /** When its content last did. */
  drawn?: number;
}

/** Runs in the page. The stream of changes, which never ends, is never begun. A route would switch off the cache. */
export function countRequests(): void {
  const real = globalThis.fetch;
  const counted = globalThis as Counted;
  const count = (step: number) => {
    counted.waiting = (counted.waiting ?? 0) + step;
    counted.changed = performance.now();
  };
  globalThis.fetch = (...asked) => {
    if (String(asked[0]).includes('/api/v1/live')) return new Promise(() => {});
    count(1);
    return real(...asked).finally(() => count(-1));
  };
  new MutationObserver(() => {
    count(0);
    counted.drawn = performance.now();
  }).observe(document, { subtree: true, childList: true });
}

/** Runs in the page. Everybody and every company of an answer has a name of eighty letters, one word of thirty among them. */
export function lengthenNames(): void {
  const long = 'ЖШС «Оңтүстікқазақстанэлектрмонтаж құрылыс және жол жөндеу басқармасы, Шымкент қ.»';
  const real = globalThis.fetch;
  const isName = (key: string, of: object) =>
    /^(?:company|full|user|payee|executor|display|contractor)_name$/.test(key) ||
    (key === 'name' && 'bin' in of);
  globalThis.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (!answer.headers.get('content-type')?.includes('json')) return answer;
    const body = JSON.stringify(
      JSON.parse(await answer.text(), function (this: object, key: string, value: unknown) {
        return typeof value === 'string' && isName(key, this) ? long : value;
      }),
    );
    return new Response(body, answer);
  };
}

/**
 * Goes there as a link within the pages does: they are loaded once for all screens. A finished navigation is told by the
 * trail the pages keep of it.
 */
export async function goWithin(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(address);
  else
    await page.evaluate((to) => {
      sessionStorage.removeItem('current_url');
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
  await page.waitForFunction(() => sessionStorage.getItem('current_url') !== null);
}

/** Everything was answered, nothing was asked because of it, and no part is on its way: it would hide the page. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { waiting = 0, changed = 0 } = globalThis as Counted;
    const isShown = document.querySelector('h1')?.checkVisibility() ?? false;
    return isShown && waiting === 0 && performance.now() - changed > 150;
  });
}
