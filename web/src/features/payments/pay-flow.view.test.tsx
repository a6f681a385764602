import payments from '@kelisim/shared/texts/ru/payments.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { meWith } from '../../../test/me.ts';
import { payee, preview } from '../../../test/payment.ts';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import PayFlow from './pay-flow.tsx';

const PREVIEW = preview(
  Array.from({ length: 60 }, (_, at) => payee(at + 1)),
  '60000.00',
);

const ME = meWith({ rights: ['pay'], proof_until: '2100-01-01T00:00:00.000Z' });

const RUN = { run_id: 5 };
/** What the run says of each act, under the number that people know it by. */
const ROWS = Array.from({ length: 60 }, (_, at) => ({
  subject_id: at + 1,
  label: `${at + 101}/2026`,
  status: 'ok',
  code: null,
  message: '',
}));
/** What the bank has said, newest first; of the first act an older order was rejected. */
let orders: { act: { id: number }; status: string }[];
const SETTLED = [
  ...ROWS.map(({ subject_id }) => ({ act: { id: subject_id }, status: 'settled' })),
  { act: { id: 1 }, status: 'rejected' },
];
const paid: string[] = [];
let channel: 'file' | 'bank';
/** Lets the payment through. */
let answerPaid: () => void;

beforeEach(async () => {
  await loadTexts(['payments', 'auth']);
  queryClient.setQueryData(callKey('auth.me'), ME);
  paid.length = 0;
  channel = 'file';
  orders = SETTLED;
  const taken = new Promise<void>((done) => (answerPaid = done));
  vi.spyOn(window, 'fetch').mockImplementation(async (url, request) => {
    const { pathname } = new URL(String(url), location.href);
    if (pathname.endsWith('/doc/acts/pay/preview')) return Response.json({ ...PREVIEW, channel });
    if (pathname.endsWith('/doc/acts/pay')) {
      paid.push(String(new Headers(request?.headers).get('idempotency-key')));
      await taken;
      return Response.json({ ...RUN, state: 'done', items: [] });
    }
    if (pathname.endsWith('/auth/me')) return Response.json(ME);
    if (pathname.endsWith('/rows')) return Response.json({ items: ROWS, page: 1, pages: 1, total: 60 });
    if (pathname.endsWith('/payments/orders')) return Response.json({ items: orders, pages: 1, total: 60 });
    return Response.json({ id: RUN.run_id, state: 'done', total: 60, done: 60, failed: 0 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const open = () =>
  show(
    <QueryClientProvider client={queryClient}>
      <PayFlow acts={{ act_ids: [1] }} count={60} amount="60000.00" onClose={() => undefined} />
    </QueryClientProvider>,
  );

it.each([
  [1024, 768],
  [360, 640],
])('keeps the button in sight above sixty payees in a window of %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const screen = await open();
  await expect.element(screen.getByText('Получатель 60')).toBeInTheDocument();
  const button = screen.getByRole('button', { name: /^Оплатить/ });
  const look = () => {
    const { top, bottom, left, right } = button.element().getBoundingClientRect();
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return {
      in_sight: top >= 0 && bottom <= height && left >= 0 && right <= width,
      nothing_above: button.element().contains(above),
    };
  };
  await expect.poll(look).toEqual({ in_sight: true, nothing_above: true });
});

it('takes the button away once it is pressed, and pays once', async () => {
  const screen = await open();
  const button = screen.getByRole('button', { name: /^Оплатить/ });
  await expect.element(button).toBeEnabled();
  await userEvent.dblClick(button);
  await expect.element(screen.getByRole('status')).toBeVisible();
  expect(button.elements()).toEqual([]);
  answerPaid();
  await expect.element(screen.getByRole('list', { name: 'Результат по каждому акту' })).toBeInTheDocument();
  expect(button.elements()).toEqual([]);
  expect(paid).toHaveLength(1);
});

it('calls each act by its number, and says of sixty what the bank has said', async () => {
  channel = 'bank';
  const screen = await open();
  await screen.getByRole('button', { name: /^Оплатить/ }).click();
  answerPaid();
  await expect.element(screen.getByText('Банк принял 60 платежей')).toBeVisible();
  const rows = screen.getByRole('listitem');
  await expect.element(rows.first()).toHaveTextContent('Акт № 101/2026ОплаченПоказать карточку');
});

it('says that a bank without an answer is asked, and offers no second payment', async () => {
  channel = 'bank';
  orders = ROWS.map(({ subject_id }) => ({ act: { id: subject_id }, status: 'unknown' }));
  const screen = await open();
  await screen.getByRole('button', { name: /^Оплатить/ }).click();
  answerPaid();
  await expect.element(screen.getByText(payments.unknown)).toBeVisible();
  const deeds = screen.getByRole('button').elements();
  expect(deeds.map((one) => one.textContent || one.ariaLabel)).toEqual([payments.close, payments.finish]);
});

it('takes the focus while its payees are not known yet', async () => {
  vi.mocked(window.fetch).mockImplementation(() => new Promise(() => undefined));
  const screen = await open();
  await expect.element(screen.getByRole('button', { name: /^Оплатить/ })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Отмена' })).toHaveFocus();
});
