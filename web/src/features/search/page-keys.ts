import { readCookie, writeCookie } from '../../platform/cookies.ts';
import { whenWhole } from '../../platform/load-part.ts';
import { isPhone } from '../../ui/use-phone.ts';
import { prepareWindow } from '../../ui/window.tsx';

const YEAR_S = 365 * 24 * 3600;

/** Single letters can be switched off: who dictates or holds a key by accident would set things off. */
export const areKeysOn = (): boolean => readCookie('keys') !== 'off';
export const switchKeys = (on: boolean): void => writeCookie('keys', on ? '' : 'off', YEAR_S);

/** What a key opens at once comes after the page, where there are keys. @public taken by name in search-slot */
export function prepare(palette: { prepare: () => unknown }): void {
  if (isPhone()) return;
  whenWhole(() => {
    void palette.prepare();
    void prepareWindow();
  });
}

const ROW_LINK = 'main tr[data-link] a[href]';

/**
 * Does what a key of a list or of a paper stands for, and says whether it did. By the place of the key: on a Russian or
 * Kazakh layout it types another letter.
 */
export function pressPageKey({ code }: { code: string }): boolean {
  // No letter, and the only way to the peek without a pointer.
  if (code !== 'Space' && !areKeysOn()) return false;
  switch (code) {
    case 'KeyJ':
      return stepRow(1);
    case 'KeyK':
      return stepRow(-1);
    case 'KeyX':
      return press(rowNow()?.querySelector('input[type=checkbox]'));
    case 'Space':
      // On a box or a button it presses that, and on a phone nothing has room beside a list.
      return (
        !isPhone() &&
        document.activeElement instanceof HTMLAnchorElement &&
        press(rowNow()?.querySelector('[data-key=peek]'))
      );
    case 'KeyE':
      return press(document.querySelector('main [data-key=edit]'));
    case 'KeyC':
      return press(document.querySelector('main [data-key=create]'));
    case 'Slash':
      return focus(document.querySelector<HTMLElement>('main input[type=search]'));
    case 'ArrowLeft':
      return press(document.querySelector('main [data-key=previous]'));
    case 'ArrowRight':
      return press(document.querySelector('main [data-key=next]'));
    default:
      return false;
  }
}

/** Whoever types, or is in a window or a menu of its own, types. */
export function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target.isContentEditable || target.matches('textarea, select, [role=combobox], [role=listbox]');
}

const rowNow = () => document.activeElement?.closest('main tr[data-link]');

function stepRow(step: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>(ROW_LINK)].filter(
    // The first link of a row is the row's own.
    (link) => link.closest('tr')?.querySelector('a[href]') === link,
  );
  const at = links.findIndex((link) => link.closest('tr') === rowNow());
  const next = at < 0 ? (step === 1 ? 0 : links.length - 1) : at + step;
  return focus(links[next]);
}

function press(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.click();
  return true;
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  element?.scrollIntoView({ block: 'nearest' });
  return Boolean(element);
}
