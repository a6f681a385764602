import papers from '@kelisim/shared/texts/ru/papers.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Kept, show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { RouteContext } from '../../platform/route.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { areKeysOn, isTyping, pressPageKey, switchKeys } from './page-keys.ts';

beforeEach(() => loadTexts(['ui']));
afterEach(() => switchKeys(true));

const rows = ['Первый', 'Второй', 'Третий'].map((name, at) => ({ id: at + 1, name }));

function list() {
  return show(
    <main>
      <input type="search" aria-label="Поиск" />
      <Kept value={new Set<string | number>()}>
        {(selected, onSelect) => (
          <DataTable
            label="Акты"
            columns={[{ key: 'name', title: 'Имя', cell: (row) => row.name }]}
            rows={rows}
            rowKey={(row) => row.id}
            rowName={(row) => row.name}
            empty={null}
            rowHref={(row) => `/lk/business/acts/${row.id}`}
            selected={selected}
            onSelect={onSelect}
          />
        )}
      </Kept>
    </main>,
  );
}
const key = (code: string) => pressPageKey({ code });

it('walks the rows by J and K, and marks one by X', async () => {
  const screen = await list();
  const link = (name: string) => screen.getByRole('link', { name });
  expect(key('KeyX')).toBe(false);
  expect(key('KeyJ')).toBe(true);
  await expect.element(link('Первый')).toHaveFocus();
  key('KeyJ');
  await expect.element(link('Второй')).toHaveFocus();
  key('KeyX');
  const box = screen.getByRole('checkbox', { name: /Второй/ });
  await expect.element(box).toBeChecked();
  key('KeyK');
  await expect.element(link('Первый')).toHaveFocus();
  // There is none above.
  expect(key('KeyK')).toBe(false);
  expect(key('Slash')).toBe(true);
  await expect.element(screen.getByRole('searchbox')).toHaveFocus();
});

it('leaves those alone who type, or have a window open', async () => {
  const screen = await list();
  expect(isTyping(screen.getByRole('searchbox').element())).toBe(true);
  expect(isTyping(screen.getByRole('checkbox').first().element())).toBe(false);
  expect(isTyping(document.body)).toBe(false);
  await show(<div role="dialog" aria-label="Окно" />);
  expect(isTyping(document.body)).toBe(true);
});

it('can be switched off, and is kept so', async () => {
  await list();
  expect(areKeysOn()).toBe(true);
  switchKeys(false);
  expect(areKeysOn()).toBe(false);
  expect(key('KeyJ')).toBe(false);
});

it('leads from a paper to those beside it in the list it was opened from', async () => {
  const screen = await list();
  // A test has no router to go by.
  screen.container.addEventListener('click', (event) => event.preventDefault(), { capture: true });
  await userEvent.click(screen.getByRole('link', { name: 'Второй' }));
  const paper = await show(
    <RouteContext value={{ path: '/lk/business/acts/2', params: {}, search: {} }}>
      <main>
        <PageHeader title="Второй" back={{ href: '/lk/business/acts', label: 'Все акты' }} />
      </main>
    </RouteContext>,
  );
  const step = (name: string) => paper.getByRole('link', { name }).element().getAttribute('href');
  await expect.element(paper.getByText('2 из 3')).toBeVisible();
  expect(step(papers.neighbours.previous)).toBe('/lk/business/acts/1');
  expect(step(papers.neighbours.next)).toBe('/lk/business/acts/3');
});
