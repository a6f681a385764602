import { expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { Pager, type PagerProps } from './pager.tsx';

function pager(props: Partial<PagerProps> = {}) {
  const onPage = vi.fn();
  const screen = show(<Pager page={2} pages={9} limit={20} total={171} onPage={onPage} {...props} />);
  return { screen, onPage };
}

it('says which rows are shown of how many', async () => {
  const { screen } = pager();
  await expect.element((await screen).getByText('21–40 из 171')).toBeVisible();
});

it('says that there are more than were counted', async () => {
  const { screen } = pager({ pages: 500, total: 10_000, isExact: false });
  await expect.element((await screen).getByText(/из 10\s000\+/)).toBeVisible();
});

it('ends the range of the last page with the last row', async () => {
  const { screen } = pager({ page: 9 });
  await expect.element((await screen).getByText('161–171 из 171')).toBeVisible();
});

it.each([
  ['Предыдущая страница', 1],
  ['Следующая страница', 3],
  ['Страница 9', 9],
])('goes by «%s» to page %i', async (name, to) => {
  const { screen, onPage } = pager();
  await (await screen).getByRole('button', { name, exact: true }).click();
  expect(onPage.mock.calls).toEqual([[to]]);
});

it.each([
  [1, 'Предыдущая страница'],
  [9, 'Следующая страница'],
])('on page %i «%s» cannot be pressed', async (page, name) => {
  const { screen } = pager({ page });
  await expect.element((await screen).getByRole('button', { name })).toBeDisabled();
});

it('marks the current page for screen readers', async () => {
  const { screen } = pager();
  await expect
    .element((await screen).getByRole('button', { name: 'Страница 2', exact: true }))
    .toHaveAttribute('aria-current', 'page');
});

it('shows no page numbers for a single page, but the count', async () => {
  const { screen } = pager({ page: 1, pages: 1, total: 7 });
  await expect.element((await screen).getByText('1–7 из 7')).toBeVisible();
  expect((await screen).container.querySelectorAll('button')).toHaveLength(0);
});

it('is nothing over an empty list', async () => {
  const { screen } = pager({ page: 1, pages: 0, total: 0 });
  expect((await screen).container.querySelector('nav')).toBeNull();
});

it('leaves a page that is gone, without a step of the history', async () => {
  const { screen, onPage } = pager({ page: 12 });
  await screen;
  expect(onPage).toHaveBeenCalledWith(9, { replace: true });
});

it('stays while the numbers are those of the former question', async () => {
  const { screen, onPage } = pager({ page: 12, busy: true });
  await screen;
  expect(onPage).not.toHaveBeenCalled();
});

it('lets one choose how many rows a page has', async () => {
  const onLimit = vi.fn();
  const { screen } = pager({ onLimit });
  await (await screen).getByRole('combobox').selectOptions('50');
  expect(onLimit.mock.calls).toEqual([[50]]);
});

it('keeps its buttons large enough for a thumb at 360 px', async () => {
  const { page } = await import('vitest/browser');
  await page.viewport(360, 640);
  const { screen } = pager();
  const { container } = await screen;
  const shown = [...container.querySelectorAll('button')].filter((button) => button.checkVisibility());
  // Both arrows, the first, the current and the last.
  expect(shown).toHaveLength(5);
  for (const button of shown) {
    const { width, height } = button.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
