import type { Page } from '@playwright/test';
import axe from 'axe-core';

const options = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  rules: { 'target-size': { enabled: true } },
  // What passes is not wanted, and to describe it costs five times the rest.
  resultTypes: ['violations'],
} satisfies axe.RunOptions;

/** Every broken rule with the elements that break it, of what lies over the page if anything does, and sideways scroll. */
export async function faultsOf(page: Page): Promise<string[]> {
  return [...(await brokenOf(page, options)), ...(await sidewaysOf(page))];
}

/** The same page in the dark: there the colours alone are others. */
export async function darkFaultsOf(page: Page): Promise<string[]> {
  const paint = (scheme: string) =>
    page.evaluate((one) => {
      const { dataset } = document.documentElement;
      const was = dataset.mantineColorScheme ?? 'light';
      dataset.mantineColorScheme = one;
      return was;
    }, scheme);
  const was = await paint('dark');
  const broken = await brokenOf(page, {
    ...options,
    rules: {},
    runOnly: ['color-contrast', 'link-in-text-block'],
  });
  await paint(was);
  return broken.map((fault) => `in the dark: ${fault}`);
}

async function brokenOf(page: Page, wanted: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${axe.source};void 0`);
  return page.evaluate(async (options) => {
    const judge = (globalThis as unknown as { axe: typeof axe }).axe;
    const over = [...document.querySelectorAll('[role=dialog],[role=menu]')];
    const top = over.findLast((one) => one.checkVisibility());
    // The first thing in a menu of Mantine only takes the focus of a press.
    const of_menus = top?.matches('[role=menu]') && { 'aria-required-children': { enabled: false } };
    const rules = { ...options.rules, ...of_menus };
    const { violations } = await judge.run(top ?? document, { ...options, rules });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, wanted);
}

/** Says by how much a page is wider than its window. */
export async function sidewaysOf(page: Page): Promise<string[]> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return sideways > 0 ? [`scrolls sideways by ${sideways} px`] : [];
}
