import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Kept, show } from '../../test/show.tsx';
import { NavigationContext, type Navigation } from './app-link.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { ReactElement } from 'react';
import { DataTable, type Column, type DataTableProps } from './data-table.tsx';
import type { RowKey } from './selection.ts';

interface Row {
  id: number;
  number: string;
  amount: string;
}

const rows: Row[] = [1, 2, 3, 4, 5].map((id) => ({ id, number: `2026/${id}`, amount: `${id}000` }));
const columns: Column<Row>[] = [
  { key: 'number', title: 'Номер', cell: (row) => row.number, sortable: true, card: 'title' },
  { key: 'amount', title: 'Сумма', cell: (row) => row.amount, align: 'right', sortable: true },
  { key: 'note', title: 'Примечание', cell: () => 'нет', card: 'none' },
];
const base = {
  label: 'Акты',
  columns,
  rows,
  rowKey: (row: Row) => row.id,
  rowName: (row: Row) => `Акт ${row.number}`,
  empty: null,
};
const table = (props: Omit<Partial<DataTableProps<Row>>, 'empty'> & { empty?: ReactElement } = {}) =>
  show(<DataTable<Row> {...base} {...props} />);

function selecting(heard: (chosen: Set<RowKey>) => void, first: RowKey[] = []) {
  return show(
    <Kept value={new Set(first)} heard={heard}>
      {(selected, onSelect) => (
        <>
          <DataTable<Row> {...base} selected={selected} onSelect={onSelect} />
          {selected.size > 0 && (
            <BulkBar text={`${selected.size}`} actions={[]} onClear={() => onSelect(new Set())} />
          )}
        </>
      )}
    </Kept>,
  );
}
const chosen = (heard: ReturnType<typeof vi.fn>) => [
  ...((heard.mock.lastCall?.[0] as Set<RowKey> | undefined) ?? []),
];

describe('a list as a table', () => {
  it('has a name, heads and a row for each', async () => {
    const screen = await table();
    await expect.element(screen.getByRole('table', { name: 'Акты' })).toBeVisible();
    expect(screen.getByRole('columnheader').elements()).toHaveLength(3);
    expect(screen.getByRole('row').elements()).toHaveLength(6);
  });

  it('sets figures at the right', async () => {
    const screen = await table();
    expect(getComputedStyle(screen.getByRole('cell', { name: '1000' }).element()).textAlign).toBe('right');
  });

  it('becomes cards on a phone, without what only a table has room for', async () => {
    await page.viewport(360, 640);
    const screen = await table({ rowHref: (row) => `/acts/${row.id}` });
    await expect.element(screen.getByText('нет').first()).not.toBeVisible();
    await expect.element(screen.getByRole('link', { name: '2026/1' })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

describe('opening a row', () => {
  it('is a real link that goes through the router', async () => {
    const go = vi.fn();
    const navigation: Navigation = {
      go,
      preload: () => undefined,
      path: () => '/',
      subscribe: () => () => undefined,
    };
    const screen = await show(
      <NavigationContext value={navigation}>
        <DataTable<Row> {...base} rowHref={(row) => `/acts/${row.id}`} />
      </NavigationContext>,
    );
    const link = screen.getByRole('link', { name: '2026/3' });
    await expect.element(link).toHaveAttribute('href', '/acts/3');
    await link.click();
    expect(go).toHaveBeenCalledWith('/acts/3', { replace: undefined });
  });

  it('covers the whole row', async () => {
    const screen = await table({ rowHref: (row) => `/acts/${row.id}` });
    const { left, top, height } = screen
      .getByRole('cell', { name: '3000' })
      .element()
      .getBoundingClientRect();
    const under = document.elementFromPoint(left + 2, top + height / 2);
    expect(under?.closest('a')?.getAttribute('href')).toBe('/acts/3');
  });
});

describe('sorting', () => {
  it.each([
    ['Номер', undefined, 'asc'],
    ['Сумма', undefined, 'desc'],
    ['Сумма', { by: 'amount', order: 'desc' }, 'asc'],
    ['Сумма', { by: 'amount', order: 'asc' }, 'desc'],
  ] as const)('a press on «%s» sorted by %o asks for %s', async (title, sort, order) => {
    const onSort = vi.fn();
    const screen = await table({ onSort, ...(sort && { sort }) });
    await screen.getByRole('button', { name: title }).click();
    expect(onSort.mock.calls).toEqual([[{ by: title === 'Номер' ? 'number' : 'amount', order }]]);
  });

  it('tells screen readers which column, and which way', async () => {
    const screen = await table({ onSort: vi.fn(), sort: { by: 'amount', order: 'desc' } });
    const head = (name: string) => screen.getByRole('columnheader', { name });
    await expect.element(head('Сумма')).toHaveAttribute('aria-sort', 'descending');
    await expect.element(head('Номер')).not.toHaveAttribute('aria-sort');
  });

  it('has no buttons where nobody listens', async () => {
    const screen = await table();
    expect(screen.getByRole('button').elements()).toHaveLength(0);
  });
});

describe('a compact cell', () => {
  it('shows what it cuts off, and no word of the button beside it', async () => {
    await page.viewport(1440, 768);
    const number = '2026/1'.repeat(60);
    const screen = await table({
      rows: [{ id: 1, number, amount: '1' }],
      rowHref: (row) => `/acts/${row.id}`,
      peeks: true,
      density: 'compact',
    });
    const cell = screen.getByRole('cell').first();
    await userEvent.hover(screen.getByRole('link'));
    await expect.element(cell).toHaveAttribute('title', number);
  });
});

describe('choosing rows', () => {
  it('chooses one by its name, and takes it back', async () => {
    const heard = vi.fn();
    const screen = await selecting(heard);
    await screen.getByRole('checkbox', { name: 'Выбрать: Акт 2026/2' }).click();
    expect(chosen(heard)).toEqual([2]);
    await screen.getByRole('checkbox', { name: 'Выбрать: Акт 2026/2' }).click();
    expect(chosen(heard)).toEqual([]);
  });

  it('chooses a range with Shift', async () => {
    const heard = vi.fn();
    const screen = await selecting(heard);
    await screen.getByRole('checkbox', { name: 'Выбрать: Акт 2026/2' }).click();
    await screen.getByRole('checkbox', { name: 'Выбрать: Акт 2026/5' }).click({ modifiers: ['Shift'] });
    expect(chosen(heard).sort()).toEqual([2, 3, 4, 5]);
  });

  it('chooses the page and keeps what was chosen on others', async () => {
    const heard = vi.fn();
    const screen = await selecting(heard, [77]);
    await screen.getByRole('checkbox', { name: 'Выбрать все на странице' }).click();
    expect(chosen(heard)).toEqual([77, 1, 2, 3, 4, 5]);
    await screen.getByRole('checkbox', { name: 'Выбрать все на странице' }).click();
    expect(chosen(heard)).toEqual([77]);
  });

  it('shows a page chosen in part as such', async () => {
    const screen = await selecting(vi.fn(), [1]);
    const all = screen.getByRole('checkbox', { name: 'Выбрать все на странице' });
    await expect.poll(() => (all.element() as HTMLInputElement).indeterminate).toBe(true);
  });

  it('leads the keyboard from the head to what can be done', async () => {
    const screen = await selecting(vi.fn(), [1]);
    screen.getByRole('button', { name: 'К действиям с выбранным' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('region', { name: 'Действия с выбранным' })).toHaveFocus();
  });
});

describe('states', () => {
  it('waits with a skeleton that screen readers pass over', async () => {
    const screen = await table({ rows: undefined, skeletonRows: 3 });
    expect(screen.container.querySelectorAll('tbody tr[aria-hidden]')).toHaveLength(3);
    expect(screen.container.querySelector('[aria-busy=true]')).not.toBeNull();
  });

  it('says what will be here while there is nothing', async () => {
    const screen = await table({ rows: [], empty: <p>Здесь будут акты</p> });
    await expect.element(screen.getByText('Здесь будут акты')).toBeVisible();
  });

  it('says that the filters found nothing, and drops them', async () => {
    const onResetFilters = vi.fn();
    const screen = await table({ rows: [], onResetFilters });
    await screen.getByRole('button', { name: 'Сбросить фильтры' }).click();
    expect(onResetFilters).toHaveBeenCalledOnce();
  });

  it('says that the list did not come, and asks again', async () => {
    const onRetry = vi.fn();
    const screen = await table({ rows: undefined, error: new Error('нет связи'), onRetry });
    await expect
      .poll(() => screen.getByRole('alert').element().textContent)
      .toMatch('Не удалось загрузить список');
    await screen.getByRole('button', { name: 'Повторить' }).click();
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('keeps the rows it has when only the news did not come', async () => {
    const screen = await table({ error: new Error('нет связи') });
    await expect.element(screen.getByRole('cell', { name: '2026/1' })).toBeVisible();
  });
});
