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

/** Every broken rule with the elements that break it, and whatever sticks out at the side. */
export async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${axe.source};void 0`);
  const violations = await page.evaluate(async (wanted) => {
    const judge = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations: found } = await judge.run(document, wanted);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }, options);
  return [...violations, ...(await sidewaysOf(page))];
}

/** Says by how much a page is wider than its window. */
export async function sidewaysOf(page: Page): Promise<string[]> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return sideways > 0 ? [`scrolls sideways by ${sideways} px`] : [];
}
