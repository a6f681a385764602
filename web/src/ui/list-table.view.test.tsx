import { expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { ListPager } from './list-pager.tsx';
import { ListTable } from './list-table.tsx';
import type { ListAnswer } from './list-table.tsx';

const rows = [{ name: 'Акт 1' }, { name: 'Акт 2' }];
const answer = (part: Partial<ListAnswer<{ name: string }>> = {}) => ({
  data: { items: rows, pages: 3, total: 42, is_exact: true },
  error: null,
  isPlaceholderData: false,
  refetch: vi.fn(),
  ...part,
});

async function table(part: Partial<ListAnswer<{ name: string }>> = {}, page = 1) {
  const list = answer(part);
  const onPage = vi.fn();
  const screen = await show(
    <ListTable
      label="Акты"
      list={list}
      columns={[{ key: 'name', title: 'Акт', cell: (row) => row.name }]}
      rowKey={(row) => row.name}
      rowName={(row) => row.name}
      page={page}
      limit={20}
      onPage={onPage}
      empty={<p>Пока пусто</p>}
    />,
  );
  return { screen, list, onPage };
}

it('shows the rows of the answer and the pages below them', async () => {
  const { screen, onPage } = await table();
  await expect.element(screen.getByRole('row', { name: 'Акт 2' })).toBeVisible();
  await expect.element(screen.getByText('1–20 из 42')).toBeVisible();
  await screen.getByRole('button', { name: 'Страница 3', exact: true }).click();
  expect(onPage.mock.calls).toEqual([[3]]);
});

it('says that it loads, without pages, while nothing was answered', async () => {
  const { screen } = await table({ data: undefined });
  await expect.element(screen.getByRole('table')).toBeVisible();
  expect(screen.container.querySelector('[aria-busy="true"]')).not.toBeNull();
  expect(screen.container.querySelector('nav')).toBeNull();
});

it('asks again after a failure', async () => {
  const { screen, list } = await table({ data: undefined, error: new Error('offline') });
  await screen.getByRole('button').click();
  expect(list.refetch).toHaveBeenCalledOnce();
});

it('keeps the old rows, marked as busy, while the next page is on its way', async () => {
  const { screen } = await table({ isPlaceholderData: true });
  await expect.element(screen.getByRole('row', { name: 'Акт 1' })).toBeVisible();
  expect(screen.container.querySelector('[aria-busy="true"]')).not.toBeNull();
});

it('says that there is nothing only when the list is empty', async () => {
  const { screen } = await table({ data: { items: [], pages: 0, total: 0 } });
  await expect.element(screen.getByText('Пока пусто')).toBeVisible();
});

it('goes to the last page, and does not call the list empty, when its own page is gone', async () => {
  const { screen, onPage } = await table({ data: { items: [], pages: 2, total: 40 } }, 3);
  await expect.poll(() => onPage).toHaveBeenCalledWith(2, { replace: true });
  expect(screen.container.textContent).not.toContain('Пока пусто');
});

it('says nothing of a single page where the list is short', async () => {
  const one = { data: { pages: 1, total: 7 }, isPlaceholderData: false };
  const screen = await show(<ListPager list={one} page={1} limit={20} onPage={vi.fn()} />);
  expect(screen.container.querySelector('nav')).toBeNull();
});

it('leads a short list to its only page when another was asked for', async () => {
  const onPage = vi.fn();
  const one = { data: { pages: 1, total: 7 }, isPlaceholderData: false };
  await show(<ListPager list={one} page={2} limit={20} onPage={onPage} />);
  await expect.poll(() => onPage).toHaveBeenCalledWith(1, { replace: true });
});

it('says that more were found than counted', async () => {
  const many = { data: { pages: 500, total: 10_000, is_exact: false }, isPlaceholderData: false };
  const screen = await show(<ListPager list={many} page={1} limit={20} onPage={vi.fn()} />);
  await expect.element(screen.getByText(/из 10\s000\+/)).toBeVisible();
});

it('offers another number of rows only where the list can have it', async () => {
  const list = { data: { pages: 3, total: 42 }, isPlaceholderData: false };
  const onLimit = vi.fn();
  const screen = await show(<ListPager list={list} page={1} limit={20} onPage={vi.fn()} onLimit={onLimit} />);
  await screen.getByRole('combobox').selectOptions('50');
  expect(onLimit.mock.calls).toEqual([[50]]);
});
