import { QueryClientProvider } from '@tanstack/react-query';
import type { ClosingBlocker } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import ru from '@kelisim/shared/texts/ru/bookkeeping.ts';
import openings from '@kelisim/shared/texts/ru/openings.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Kept, show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import BookkeepingPage from './bookkeeping-page.tsx';
import { ClosingBlockers } from './closing-blockers.tsx';
import { MonthSpan, thisYear } from './month-span.tsx';
import { ClosePeriodDialog } from './period-dialogs.tsx';

beforeEach(() => loadTexts(['bookkeeping']));

const NOTHING = { waiting: [], drafts: 0, blockers: [] };
type Check = Parameters<typeof ClosingBlockers>[0]['check'];
const blockers = (check: Partial<Check>, closed_until: string | null = null) =>
  show(<ClosingBlockers check={{ ...NOTHING, ...check }} closed_until={closed_until} until="2026-03-31" />);
const blocker = (kind: ClosingBlocker['kind'], period: ClosingBlocker['period'] = null) => ({
  blockers: [{ kind, count: 3, period }],
});

describe('what hinders closing', () => {
  it('is nothing, and that is said', async () => {
    const screen = await blockers({});
    await expect.poll(() => screen.getByRole('status').element().textContent).toContain(ru.period.ready);
  });

  it.each<[ClosingBlocker['kind'], Record<string, string>]>([
    ['operations', { view: 'statements', state: 'unmatched' }],
    ['orders', { view: 'bank' }],
    ['unpaid', { date_from: '2026-02-01', date_to: '2026-03-31' }],
    ['invoices', { without_invoice: 'true', date_from: '2026-02-01', date_to: '2026-03-31' }],
    ['reconciliations', { date_from: '2026-01-01', date_to: '2026-01-31' }],
  ])('%s lead to where they are solved, in the days that are to be closed', async (kind, expected) => {
    const period = kind === 'reconciliations' ? { date_from: '2026-01-01', date_to: '2026-01-31' } : null;
    const screen = await blockers(blocker(kind, period), '2026-01-31');
    const link = screen.getByRole('link', { name: ru.period.blocker[kind].replace('{{count}}', '3') });
    await expect.element(link).toBeVisible();
    const { searchParams } = new URL((link.element() as HTMLAnchorElement).href);
    expect(Object.fromEntries(searchParams)).toMatchObject(expected);
  });

  it('has no first day while nothing was ever closed', async () => {
    const screen = await blockers(blocker('invoices'));
    await expect.element(screen.getByRole('link')).toBeVisible();
    expect(screen.getByRole('link').element().getAttribute('href')).not.toContain('date_from');
  });

  it('counts the acts that wait over all their states, and shows them together', async () => {
    const screen = await blockers({
      waiting: [
        { status: 'sent', count: 2 },
        { status: 'returned', count: 5 },
      ],
    });
    await expect
      .poll(() => screen.getByRole('listitem').element().textContent)
      .toContain('Ещё ждут подписи или ответа: 7.');
    const { searchParams } = new URL((screen.getByRole('link').element() as HTMLAnchorElement).href);
    expect(searchParams.getAll('status_id').join().split(',')).toHaveLength(2);
  });

  it('names drafts, which hinder nothing', async () => {
    const screen = await blockers({ drafts: 4 });
    await expect
      .poll(() => screen.getByRole('listitem').element().textContent)
      .toContain('Черновики и акты на исправлении в этих днях: 4.');
    expect(screen.container.querySelector('.k-fault')).toBeNull();
  });
});

describe('the window that closes a period', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    queryClient.clear();
  });

  it.each([
    { waits: 0, why: 1 },
    { waits: 2, why: 0 },
  ])('asks why it is closed unfinished, unless $waits acts hinder it', async ({ waits, why }) => {
    const waiting = waits > 0 ? [{ status: 'sent', count: waits }] : [];
    vi.spyOn(window, 'fetch').mockImplementation(() =>
      Promise.resolve(Response.json({ ...NOTHING, ...blocker('orders'), waiting })),
    );
    const screen = await show(<ClosePeriodDialog closed_until={null} onClose={vi.fn()} />);
    await expect.element(screen.getByText('Платежи, о которых банк молчит: 3')).toBeVisible();
    expect(screen.getByText(ru.period.unfinished).elements()).toHaveLength(why);
  });
});

describe('the books', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    queryClient.clear();
  });

  it.each([
    { rights: ['manage_settings', 'pay'], may_change: true, may_pay: true },
    { rights: ['pay'], may_change: false, may_pay: true },
    { rights: ['manage_executors'], may_change: false, may_pay: false },
  ])('show $rights what they may do, and say who does the rest', async ({ rights, may_change, may_pay }) => {
    await loadTexts([
      'month-package',
      'openings',
      'settings',
      'auth',
      'earlier',
      'tax-decisions',
      'differences',
    ]);
    queryClient.setQueryData(callKey('auth.me'), { role: 'business', rights });
    const answers: Record<string, object> = {
      '/api/v1/company/closed-period': { closed_until: null, changes: [] },
      '/api/v1/company/withholding': { is_on: true, day: '2026-03-31', figures: {} },
    };
    vi.spyOn(window, 'fetch').mockImplementation((url) => {
      const { pathname } = new URL(String(url), location.href);
      return Promise.resolve(Response.json(answers[pathname] ?? { ...NOTHING, items: [], years: [] }));
    });
    const screen = await show(
      <QueryClientProvider client={queryClient}>
        <BookkeepingPage />
      </QueryClientProvider>,
    );
    const there = (name: string) => screen.getByRole('button', { name, exact: true }).elements().length === 1;
    await expect.element(screen.getByText(ru.withholding.turned_on)).toBeVisible();
    await expect.element(screen.getByText(ru.period.none)).toBeVisible();
    expect({
      close: there(ru.period.change),
      turn: there(ru.withholding.turn_off),
      take: there(openings.take),
      register: there(ru.withholding.download),
      others: screen.getByText(ru.others_change).elements().length === 1,
      tabs: screen.getByRole('navigation').elements().length === 1,
    }).toEqual({
      close: may_change,
      turn: may_change,
      take: may_change,
      register: may_pay,
      others: !may_change,
      tabs: may_change,
    });
  });
});

describe('a span of months', () => {
  const span = (from: string, to: string, heard = vi.fn()) =>
    show(
      <Kept value={{ from, to }} heard={heard}>
        {(value, onChange) => <MonthSpan span={value} today="2026-05-10" onChange={onChange} />}
      </Kept>,
    );

  it.each([
    ['from', 'с', '2026-04', { from: '2026-04', to: '2026-04' }],
    ['from', 'с', '2026-01', { from: '2026-01', to: '2026-03' }],
    ['to', 'по', '2026-01', { from: '2026-01', to: '2026-01' }],
    ['to', 'по', '2026-05', { from: '2026-02', to: '2026-05' }],
  ])('changed at «%s» %s to %s never ends before it begins', async (side, _label, month, expected) => {
    const heard = vi.fn();
    const screen = await span('2026-02', '2026-03', heard);
    await userEvent.selectOptions(screen.getByRole('combobox').nth(side === 'from' ? 0 : 1), month);
    expect(heard.mock.calls).toEqual([[expected]]);
  });

  it('ends with this month', async () => {
    const screen = await span('2026-02', '2026-03');
    const months = [...screen.getByRole('combobox').first().element().querySelectorAll('option')];
    expect(months[0]!.value).toBe('2026-05');
    expect(months.at(-1)!.value).toBe('2024-01');
  });

  it('of this year goes from January until now', () => {
    expect(thisYear('2026-05-10')).toEqual({ from: '2026-01', to: '2026-05' });
  });
});
