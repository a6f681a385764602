import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { ToastArea } from './toast-area.tsx';
import { toasts } from './toasts.ts';

/** Each look at the page lets the clock of the test run on a little, and a slow one looks often. */
const LONG_MS = 600_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => {
  vi.advanceTimersByTime(1_000_000);
  for (const { id } of toasts.shown()) toasts.close(id);
  vi.advanceTimersByTime(10_000);
  toasts.clearErrors();
  vi.useRealTimers();
});

async function area() {
  const screen = await show(<ToastArea />);
  return { screen, area: screen.getByRole('region', { name: 'Сообщения' }) };
}

describe('a toast', () => {
  it.each(['info', 'success', 'warning', 'question'] as const)('%s is a status', async (kind) => {
    const { screen } = await area();
    toasts[kind]('Слова');
    await expect.element(screen.getByRole('status').getByText('Слова')).toBeVisible();
  });

  it('interrupts a screen reader when it is an error', async () => {
    const { screen } = await area();
    toasts.error('Не вышло', { timeout_ms: false });
    await expect.poll(() => screen.getByRole('alert').element().textContent).toMatch('Ошибка. Не вышло');
  });

  it('goes when its time is over', async () => {
    const { screen } = await area();
    toasts.info('Слова', { timeout_ms: LONG_MS });
    await expect.element(screen.getByText('Слова')).toBeVisible();
    vi.advanceTimersByTime(1_000 + LONG_MS + 1_200);
    await expect.element(screen.getByText('Слова')).not.toBeInTheDocument();
  });

  it('stands still under the pointer, and goes on after it', async () => {
    const { screen } = await area();
    toasts.info('Слова', { timeout_ms: LONG_MS });
    vi.advanceTimersByTime(LONG_MS / 2);
    await screen.getByText('Слова').hover();
    vi.advanceTimersByTime(LONG_MS * 10);
    await expect.element(screen.getByText('Слова')).toBeVisible();
    await userEvent.unhover(screen.getByText('Слова'));
    vi.advanceTimersByTime(1_000 + LONG_MS / 2 + 1_200);
    await expect.element(screen.getByText('Слова')).not.toBeInTheDocument();
  });

  it('is closed by its button', async () => {
    const { screen } = await area();
    toasts.error('Не вышло', { timeout_ms: false });
    await screen.getByRole('button', { name: 'Закрыть' }).click();
    vi.advanceTimersByTime(1_200);
    await expect.element(screen.getByText('Не вышло')).not.toBeInTheDocument();
  });

  it('Escape closes the newest', async () => {
    const { screen } = await area();
    toasts.info('Первое', { timeout_ms: false });
    toasts.info('Второе', { timeout_ms: false });
    await expect.element(screen.getByText('Второе')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    vi.advanceTimersByTime(1_200);
    await expect.element(screen.getByText('Второе')).not.toBeInTheDocument();
    await expect.element(screen.getByText('Первое')).toBeVisible();
  });

  it('the same id is one toast with the newest words', async () => {
    const { screen } = await area();
    for (const words of ['раз', 'два', 'три']) toasts.error(words, { id: 'same', timeout_ms: false });
    await expect.element(screen.getByText('три')).toBeVisible();
    expect(screen.getByRole('alert').elements()).toHaveLength(1);
  });

  it('offers a deed', async () => {
    const run = vi.fn();
    const { screen } = await area();
    toasts.question('Вернуть?', { action: { label: 'Вернуть', run }, timeout_ms: false });
    await screen.getByRole('button', { name: 'Вернуть' }).click();
    expect(run).toHaveBeenCalledOnce();
  });
});
