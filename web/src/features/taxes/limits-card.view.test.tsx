import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { loadTexts, switchLocale } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import LimitsCard from './limits-card.tsx';

type Limit = StandingView['limits'][number];
const limit = (more: Partial<Limit> = {}): Limit => ({
  kind: 'deduction',
  company: null,
  used: '1245600.00',
  limit: '1557000.00',
  state: 'close',
  ...more,
});

let limits: Limit[] = [];
let fails = false;
beforeEach(async () => {
  await loadTexts(['standings']);
  queryClient.clear();
  fails = false;
  vi.spyOn(window, 'fetch').mockImplementation((url) => {
    if (new URL(String(url), location.href).pathname !== '/api/v1/taxes/standing')
      throw new TypeError(`${String(url)} was not expected`);
    return Promise.resolve(
      fails ? Response.json({ code: 'internal' }, { status: 500 }) : Response.json({ limits }),
    );
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await switchLocale('ru');
});

const rowsOf = (container: Element) =>
  [...container.querySelectorAll('dl > *')].map((one) => one.textContent.replace(/[\s\u00a0\u202f]/g, ' '));

it('shows each counter with its bound and customer, and once what a near one will change', async () => {
  limits = [
    limit({ company: { id: 7, name: 'ТОО «Бірінші»' } }),
    limit({ company: { id: 8, name: 'ТОО «Екінші»' }, used: '1600000.00', state: 'above' }),
    limit({ kind: 'lower_rate', used: '100.00', limit: '36762500.00', state: 'calm' }),
    limit({ kind: 'self_employed_month', used: null, limit: null, state: 'unknown' }),
  ];
  const screen = await show(<LimitsCard />);
  await expect.element(screen.getByRole('heading', { name: 'Налоговые лимиты' })).toBeVisible();
  expect(rowsOf(screen.container)).toEqual([
    'Базовый вычет за год / лимит, ТОО «Бірінші»1 245 600 ₸ / 1 557 000 ₸80 % и больше',
    'Базовый вычет за год / лимит, ТОО «Екінші»1 600 000 ₸ / 1 557 000 ₸Выше лимита',
    'Облагаемый доход за год / порог повышенной ставки100 ₸ / 36 762 500 ₸В пределах',
    'Доход за месяц / лимит самозанятого— / —Не внесены МРП и ставки этого года',
  ]);
  const hints = [...screen.container.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(hints).toEqual(['Когда вычет за год закончится, удержат больше налога.']);
});

it('shows nothing to who has no limit', async () => {
  limits = [];
  const screen = await show(<LimitsCard />);
  await expect.poll(() => window.fetch).toHaveBeenCalled();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.container.querySelector('dl, h2, h3')).toBeNull();
});

it('says that it did not open, and shows the counters when asked again', async () => {
  fails = true;
  limits = [limit()];
  const screen = await show(<LimitsCard />);
  await expect.element(screen.getByText('Налоговые лимиты не открылись')).toBeVisible();
  fails = false;
  await screen.getByRole('button', { name: 'Повторить' }).click();
  await expect.element(screen.getByText('80 % и больше')).toBeVisible();
});

it('is in Kazakh where the page is', async () => {
  await switchLocale('kz');
  limits = [limit({ kind: 'vat_threshold', used: '43250000.00', limit: '43250000.00' })];
  const screen = await show(<LimitsCard />);
  await expect.element(screen.getByText('Жылдық айналым / ҚҚС шегі')).toBeVisible();
  await expect.element(screen.getByText(/Шектен асқанда ҚҚС есебіне тұру керек/)).toBeVisible();
});
