import papers from '@kelisim/shared/texts/ru/papers.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { RouteContext } from '../../platform/route.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { GlanceHead, PaperGlance } from '../../ui/paper-glance.tsx';
import { shownList } from '../../ui/shown-list.ts';
import { pressPageKey, switchKeys } from './page-keys.ts';
import Peek from './peek.tsx';

const LIST = '/lk/business/acts';
const rows = [1, 2, 3].map((id) => ({ id, name: `Акт ${id}` }));

beforeEach(async () => {
  await page.viewport(1280, 800);
  await loadTexts(['ui', 'papers']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  switchKeys(true);
  shownList.peek = () => undefined;
});

/** The list and what looks at its rows; what a paper says is no matter here. */
function Listed() {
  const [path, setPath] = useState(LIST);
  const [href, setHref] = useState<string | null>(null);
  useEffect(() => {
    shownList.peek = setHref;
  }, []);
  return (
    <RouteContext value={{ path, params: {}, search: {} }}>
      <button type="button" onClick={() => setPath('/lk/business/payments')}>
        Платежи
      </button>
      <main>
        <DataTable
          label="Акты"
          columns={[{ key: 'name', title: 'Имя', cell: (row) => row.name }]}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          rowHref={(row) => `${LIST}/${row.id}`}
          empty={null}
          peeks
        />
      </main>
      {href && <Peek href={href} onShow={setHref} onClose={() => setHref(null)} />}
    </RouteContext>
  );
}

const list = () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  return show(
    <QueryClientProvider client={queryClient}>
      <Listed />
    </QueryClientProvider>,
  );
};
type Screen = Awaited<ReturnType<typeof list>>;

const link = (screen: Screen, id: number) => screen.getByRole('link', { name: `Акт ${id}` });
const panel = (screen: Screen) => screen.getByRole('complementary', { name: papers.peek.label });
const place = (at: number) => papers.peek.place.replace('{{place}}', String(at)).replace('{{total}}', '3');

async function peekAt(screen: Screen, id: number): Promise<void> {
  link(screen, id).element().focus();
  expect(pressPageKey({ code: 'Space' })).toBe(true);
  await expect.element(panel(screen)).toHaveFocus();
}

describe('the paper of a row beside its list', () => {
  it('opens by a key from the row, and nowhere else', async () => {
    const screen = await list();
    expect(pressPageKey({ code: 'Space' })).toBe(false);
    await peekAt(screen, 2);
    await expect.element(panel(screen).getByText(place(2))).toBeVisible();
    await expect.element(link(screen, 2)).toHaveAttribute('aria-current', 'true');
    await expect
      .element(panel(screen).getByRole('link', { name: papers.peek.open }))
      .toHaveAttribute('href', `${LIST}/2`);
  });

  it('opens by the button of the row', async () => {
    const screen = await list();
    await screen.getByRole('button', { name: /Акт 3$/ }).click();
    await expect.element(panel(screen).getByText(place(3))).toBeVisible();
  });

  it('walks the rows by arrows and letters, and stops at the ends', async () => {
    const screen = await list();
    await peekAt(screen, 1);
    const step = async (key: string, at: number) => {
      await userEvent.keyboard(key);
      await expect.element(panel(screen).getByText(place(at))).toBeVisible();
      await expect.element(link(screen, at)).toHaveAttribute('aria-current', 'true');
      expect(document.querySelectorAll('main a[aria-current]')).toHaveLength(1);
    };
    await step('{ArrowDown}', 2);
    await step('j', 3);
    await step('{ArrowRight}', 3);
    await step('{ArrowUp}', 2);
    await step('k', 1);
    await step('{ArrowLeft}', 1);
    await expect.element(panel(screen)).toHaveFocus();
  });

  it('opens by Space and walks by arrows when letters are off', async () => {
    switchKeys(false);
    const screen = await list();
    await peekAt(screen, 1);
    await userEvent.keyboard('jj{ArrowDown}');
    await expect.element(panel(screen).getByText(place(2))).toBeVisible();
    await userEvent.keyboard('k');
    await expect.element(panel(screen).getByText(place(2))).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(link(screen, 2)).toHaveFocus();
    expect(pressPageKey({ code: 'KeyJ' })).toBe(false);
  });

  it('keeps the place whose words are read aloud from paper to paper', async () => {
    const screen = await list();
    await peekAt(screen, 1);
    const said = panel(screen).element().querySelector<HTMLElement>('[aria-live=polite]');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(panel(screen).getByText(place(2))).toBeVisible();
    expect(panel(screen).element().querySelector('[aria-live=polite]')).toBe(said);
    expect(said?.textContent).toBe('');
    const paper = await show(
      <GlanceHead value={said}>
        <PaperGlance title="Акт 2" sub="Аудит" look={{ tone: 'good', label: 'Оплачен' }} paper={null} />
      </GlanceHead>,
    );
    expect(said?.textContent).toBe('Акт 2АудитОплачен');
    await paper.unmount();
  });

  it('walks by its buttons', async () => {
    const screen = await list();
    await peekAt(screen, 1);
    const previous = panel(screen).getByRole('button', { name: papers.peek.previous });
    await expect.element(previous).toHaveAttribute('aria-disabled', 'true');
    await panel(screen).getByRole('button', { name: papers.peek.next }).click();
    await expect.element(panel(screen).getByText(place(2))).toBeVisible();
    await expect.element(previous).toHaveAttribute('aria-disabled', 'false');
  });

  it('leads back by Esc to the row where one has come to', async () => {
    const screen = await list();
    await peekAt(screen, 1);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(panel(screen).getByText(place(2))).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel(screen)).not.toBeInTheDocument();
    await expect.element(link(screen, 2)).toHaveFocus();
    expect(document.querySelector('main a[aria-current]')).toBeNull();
  });

  it('leaves keys to a window above it', async () => {
    const screen = await list();
    await peekAt(screen, 1);
    const window = await show(<div role="dialog" aria-label="Окно" />);
    await userEvent.keyboard('{ArrowDown}{Escape}');
    await expect.element(panel(screen).getByText(place(1))).toBeVisible();
    await window.unmount();
  });

  it('is not offered where it would hide the list, and is over when the window becomes so narrow', async () => {
    const screen = await list();
    await peekAt(screen, 2);
    await page.viewport(699, 800);
    await expect.element(panel(screen)).not.toBeInTheDocument();
    link(screen, 2).element().focus();
    expect(pressPageKey({ code: 'Space' })).toBe(false);
  });

  it('is over when the page is another', async () => {
    const screen = await list();
    await peekAt(screen, 1);
    await screen.getByRole('button', { name: 'Платежи' }).click();
    await expect.element(panel(screen)).not.toBeInTheDocument();
  });
});
