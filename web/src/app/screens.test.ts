import { expect, it } from 'vitest';
import { hasScreen, screens } from './screens.ts';

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
