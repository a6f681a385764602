import { PLATFORM_RIGHTS, type EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { expect, it } from 'vitest';
import { navOf } from './navigation.ts';
import { screens } from './screens.ts';

const known = new Set(screens.map((screen) => screen.path));
const hasScreen = (path: string) => known.has(path);
/** The addresses of the menu of somebody with these rights. */
const menuOf = (role: Parameters<typeof navOf>[0], rights: EmployeeRight[]) => {
  const { nav, foot } = navOf(role, (key: string) => key, { rights, platform_rights: [...PLATFORM_RIGHTS] });
  return [...nav, ...foot].map(({ href }) => href);
};

it('names each address once', () => {
  const paths = screens.map((screen) => screen.path);
  expect(paths).toEqual([...new Set(paths)]);
});

it('gives each screen a page or a place to lead to', () => {
  expect(screens.filter((screen) => !screen.page && !screen.leadsTo)).toEqual([]);
});

it('leads only to screens that exist', () => {
  const targets = screens.map((screen) => screen.leadsTo).filter((target) => target && target !== 'home');
  expect(targets.filter((target) => !hasScreen(target!))).toEqual([]);
});

it('keeps cabinets to their roles', () => {
  const strangers = screens.filter(
    ({ path, who }) =>
      (path.startsWith('/lk/business') && who !== 'business') ||
      (path.startsWith('/lk/executor') && who !== 'executor'),
  );
  expect(strangers).toEqual([]);
});

it('offers in menus only screens that exist, once', () => {
  for (const menu of [
    menuOf('business', ['pay', 'view_statistics', 'manage_settings']),
    menuOf('executor', []),
    menuOf('admin', []),
  ]) {
    expect(menu.filter((href) => !hasScreen(href))).toEqual([]);
    expect(menu).toEqual([...new Set(menu)]);
  }
});

it('leads to the books whoever has a right to some of them, and no settings', () => {
  const books = '/lk/business/settings/bookkeeping';
  for (const right of ['pay', 'manage_executors'] as const)
    expect(menuOf('business', [right])).toContain(books);
  expect(menuOf('business', ['manage_settings', 'pay'])).not.toContain(books);
  expect(menuOf('business', ['manage_acts', 'sign']).filter((href) => href.includes('settings'))).toEqual([]);
});
