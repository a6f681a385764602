import type { Page } from '@playwright/test';

/** Something on a screen that asks to be pressed. */
export interface Control {
  /** Finds it again when the screen was reloaded, also when its row is another one by then. */
  key: string;
  /** As it is told to people. */
  name: string;
  /** A link out of the product: it is not followed. */
  leadsOut: boolean;
}

export type Scope = 'main' | 'everything' | 'opened';

/** Windows, menus and lists over the page; the last is the topmost. */
const OPENED = '[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]';

/**
 * What can be pressed there, each name once, of a table only the first row: buttons, links, tabs, entries of menus, boxes
 * to tick. What is chosen already does nothing when it is chosen again, and is left out.
 * @param key of the one that is marked for `[data-pressed]`
 */
export function controlsOf(page: Page, scope: Scope, key?: string): Promise<Control[]> {
  return page.evaluate(
    ([where, opened, wanted]) => {
      const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const root =
        where === 'opened'
          ? [...document.querySelectorAll(opened)].filter(shown).at(-1)
          : document.querySelector(where === 'main' ? 'main' : 'body');
      const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
      const nameOf = (element: Element) =>
        clean(element.getAttribute('aria-label')) ||
        clean(
          element
            .getAttribute('aria-labelledby')
            ?.split(' ')
            .map((id) => document.getElementById(id)?.textContent)
            .join(' '),
        ) ||
        clean(element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent);
      const found = new Map<string, { key: string; name: string; leadsOut: boolean }>();
      const selector =
        'button,a[href],summary,[role=button],[role=tab],[role^=menuitem],[role=option],[role=switch],input[type=checkbox],input[type=radio]';
      for (const element of root?.querySelectorAll(selector) ?? []) {
        if (!shown(element) || element.matches(':disabled,[aria-disabled="true"],[data-disabled]')) continue;
        // The languages; each has this walk of its own.
        if (element.matches('button[lang]')) continue;
        if (element.matches('[aria-current="page"],[role=tab][aria-selected="true"]')) continue;
        if (element.matches('[aria-checked="true"]:not([role=switch]),input[type=radio]:checked')) continue;
        if (element.matches('[aria-pressed="true"]') && element.parentElement?.matches('[role=group]'))
          continue;
        const row = element.closest('tbody tr');
        if (row?.previousElementSibling) continue;
        const item = element.closest('li');
        if (item && [...item.parentElement!.children].indexOf(item) > 5) continue;
        const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
        const name = nameOf(element) || `(${role} without a name)`;
        const own = row
          ? `row ${[...row.querySelectorAll(selector)].indexOf(element)}`
          : role === 'option'
            ? ''
            : name.replace(/\d+/g, '#');
        const is = `${role} ${own}`;
        if (found.has(is)) continue;
        const link = element instanceof HTMLAnchorElement ? element : null;
        if (link?.href === location.href) continue;
        found.set(is, { key: is, name, leadsOut: link !== null && link.origin !== location.origin });
        if (is === wanted) element.setAttribute('data-pressed', '');
      }
      return [...found.values()];
    },
    [scope, OPENED, key] as const,
  );
}

/** How many windows, menus and lists are over the page, and the name of the topmost. */
export function openedOn(page: Page): Promise<{ count: number; name: string; isMenu: boolean }> {
  return page.evaluate((opened) => {
    const all = [...document.querySelectorAll(opened)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    const top = all.at(-1);
    const label = top?.getAttribute('aria-labelledby') ?? '';
    return {
      count: all.length,
      name: top?.getAttribute('aria-label') ?? document.getElementById(label)?.textContent ?? '',
      isMenu: top?.getAttribute('role') === 'menu',
    };
  }, OPENED);
}

/** Everything a person could notice of a page, but that the pressed control has the focus. */
export function lookOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const states = ['expanded', 'pressed', 'selected', 'checked', 'sort', 'invalid', 'busy', 'label'];
    const seen: unknown[] = [location.href, document.title, document.body.innerText];
    for (const { name, value } of document.documentElement.attributes) seen.push(name, value);
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.matches('[data-pressed]')) seen.push(element.getAttribute('class'));
      for (const state of states) seen.push(element.getAttribute(`aria-${state}`));
      if (element instanceof HTMLInputElement) seen.push(element.value, element.checked, element.type);
      if (element instanceof HTMLDetailsElement) seen.push(element.open);
      if (element === document.activeElement && !element.matches('[data-pressed]')) seen.push('focus');
    }
    return seen.join('\n');
  });
}
