import type { ClosedDifferences } from '@kelisim/shared/features/bookkeeping/differences.contract.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { loadTexts, switchLocale } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import DifferencesCard from './differences-card.tsx';

type Parts = ClosedDifferences['total'];
const parts = (more: Partial<Parts> = {}): Parts => ({
  opv: '0.00',
  vosms: '0.00',
  so: '0.00',
  ipn: '0.00',
  self_employed: '0.00',
  total: '0.00',
  ...more,
});
const found = (more: Partial<ClosedDifferences> = {}): ClosedDifferences => ({
  year: 2026,
  years: [2026],
  items: [],
  people: 0,
  total: parts(),
  ...more,
});
const AIGUL: ClosedDifferences['items'][number] = {
  executor: { id: 7, name: 'Серикова Айгуль', bin: '900101300017' },
  difference: parts({ vosms: '-6000.00', ipn: '600.00', total: '-5400.00' }),
  months: [
    {
      month: '2026-10',
      why: ['standing', 'year'],
      was: parts({ opv: '30000.00', vosms: '6000.00', ipn: '11500.00', total: '47500.00' }),
      now: parts({ opv: '30000.00', ipn: '12100.00', total: '42100.00' }),
      difference: parts({ vosms: '-6000.00', ipn: '600.00', total: '-5400.00' }),
    },
  ],
};

/** What the server says of each year, «last» where none is asked for, and which years it was asked for. */
let answers: Record<string, ClosedDifferences | 'fails'> = {};
const asked: string[] = [];
beforeEach(async () => {
  await loadTexts(['differences']);
  // A card of the test before may have asked once more.
  queryClient.clear();
  asked.length = 0;
  vi.spyOn(window, 'fetch').mockImplementation((url) => {
    const { pathname, searchParams } = new URL(String(url), location.href);
    const year = searchParams.get('year') ?? 'last';
    asked.push(pathname.endsWith('/sheet') ? `sheet ${year}` : year);
    const answer = answers[year];
    if (!pathname.includes('/company/closed-period/differences') || !answer)
      throw new TypeError(`${String(url)} was not expected`);
    if (answer === 'fails')
      return Promise.resolve(Response.json({ code: 'internal', title: 'Сбой' }, { status: 500 }));
    if (pathname.endsWith('/sheet')) return Promise.resolve(new Response('PK'));
    return Promise.resolve(Response.json(answer));
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await switchLocale('ru');
});

it('says that no month is closed, and of a year that nothing differs', async () => {
  answers = { last: found({ year: null, years: [] }) };
  const screen = await show(<DifferencesCard />);
  await expect.element(screen.getByText('Пока не закрыт ни один месяц.')).toBeVisible();
  await screen.unmount();
  queryClient.clear();
  answers = { last: found() };
  const again = await show(<DifferencesCard />);
  await expect.element(again.getByText('За 2026 год разницы нет.')).toBeVisible();
  expect(again.getByRole('button', { name: 'Скачать Excel' }).elements()).toEqual([]);
});

it('shows of each person what is to be booked, month by month, with what has changed', async () => {
  const total = parts({ vosms: '-6000.00', ipn: '600.00', total: '-5400.00' });
  answers = { last: found({ items: [AIGUL], people: 1, total }) };
  const screen = await show(<DifferencesCard />);
  const month = screen.getByText('Октябрь 2026');
  await expect.element(screen.getByText(/Серикова Айгуль/)).toBeVisible();
  await expect.element(month).not.toBeVisible();
  await screen.getByText(/Серикова Айгуль/).click();
  await expect.element(month).toBeVisible();
  await expect
    .element(
      screen.getByText('Что изменилось: статус или признаки исполнителя; доход или вычеты с начала года'),
    )
    .toBeVisible();
  // A part that is as it was is not told of, and each other one has its sign.
  const rows = [...screen.container.querySelectorAll('dl > *')].map((one) =>
    one.textContent.replace(/[\s\u00a0\u202f]/g, ' '),
  );
  expect(rows).toEqual([
    'ВОСМСв закрытом месяце 6 000,00 ₸, сейчас 0,00 ₸',
    '-6 000,00 ₸',
    'ИПНв закрытом месяце 11 500,00 ₸, сейчас 12 100,00 ₸',
    '600,00 ₸',
  ]);
});

it('asks for another year, and saves the sheet of the year that is shown', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('#');
  const years = [2026, 2025];
  answers = { last: found({ years }), 2025: found({ year: 2025, years, items: [AIGUL], people: 140 }) };
  const screen = await show(<DifferencesCard />);
  await screen.getByRole('combobox', { name: 'Год' }).selectOptions('2025');
  await expect
    .element(screen.getByText('Показаны 1 из 140 исполнителей. Остальные есть в Excel.'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Скачать Excel' }).click();
  await expect.poll(() => [...new Set(asked)]).toEqual(['last', '2025', 'sheet 2025']);
});

it('says what failed, and tries again', async () => {
  answers = { last: 'fails' };
  const screen = await show(<DifferencesCard />);
  await expect.element(screen.getByText('Не удалось посчитать разницу')).toBeVisible();
  answers = { last: found() };
  await screen.getByRole('button', { name: 'Повторить' }).click();
  await expect.element(screen.getByText('За 2026 год разницы нет.')).toBeVisible();
});
