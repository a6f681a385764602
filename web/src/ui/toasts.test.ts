import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastLife, toasts } from './toasts.ts';
import type { ToastPhase } from './toasts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  toasts.clearErrors();
});

const phases = () => {
  const log: string[] = [];
  const start = Date.now();
  return { log, onPhase: (phase: ToastPhase) => void log.push(`${phase}@${Date.now() - start}`) };
};

it('lives 3000 ms and 100 ms more for each character over thirty', () => {
  expect(toastLife('Готово', 'Акт отправлен')).toBe(3000);
  expect(toastLife('', 'x'.repeat(30))).toBe(3000);
  expect(toastLife('xx', 'x'.repeat(30))).toBe(3200);
});

describe('life of a toast', () => {
  it('goes through its four phases', () => {
    const { log, onPhase } = phases();
    toasts.info('Сохранено', { onPhase });
    vi.advanceTimersByTime(10_000);
    expect(log).toEqual(['opening@0', 'opened@1000', 'closing@4000', 'closed@5200']);
    expect(toasts.shown()).toEqual([]);
  });

  it('stands still while it is looked at and goes on after', () => {
    const { log, onPhase } = phases();
    const id = toasts.info('Сохранено', { onPhase });
    vi.advanceTimersByTime(3000);
    toasts.pause(id);
    vi.advanceTimersByTime(20_000);
    expect(toasts.shown()[0]?.phase).toBe('opened');
    toasts.resume(id);
    vi.advanceTimersByTime(999);
    expect(toasts.shown()[0]?.phase).toBe('opened');
    vi.advanceTimersByTime(1);
    expect(log.at(-1)).toBe('closing@24000');
  });

  it('does not run when it was paused while opening', () => {
    const id = toasts.info('Сохранено');
    toasts.pause(id);
    vi.advanceTimersByTime(60_000);
    expect(toasts.shown()[0]?.phase).toBe('opened');
    toasts.resume(id);
    vi.advanceTimersByTime(3000);
    expect(toasts.shown()[0]?.phase).toBe('closing');
  });

  it('is closed by hand once, also while opening', () => {
    const { log, onPhase } = phases();
    const id = toasts.error('Нет связи', { onPhase });
    vi.advanceTimersByTime(300);
    toasts.close(id);
    toasts.close(id);
    vi.advanceTimersByTime(5000);
    expect(log).toEqual(['opening@0', 'closing@300', 'closed@1500']);
  });

  it('closes the newest first', () => {
    toasts.info('1');
    toasts.info('2');
    expect(toasts.closeNewest()).toBe(true);
    expect(toasts.shown().map((toast) => [toast.message, toast.phase])).toEqual([
      ['2', 'closing'],
      ['1', 'opening'],
    ]);
    toasts.closeNewest();
    expect(toasts.closeNewest()).toBe(false);
  });

  it('stays for ever when told so', () => {
    toasts.question('Обновить?', { timeout_ms: false });
    vi.advanceTimersByTime(10 ** 7);
    expect(toasts.shown()).toHaveLength(1);
    toasts.closeNewest();
  });
});

it('shows one toast for the same trouble and keeps errors in a list', () => {
  toasts.error('Попробуйте повторить позже', { id: '503', title: 'Сервис недоступен' });
  vi.advanceTimersByTime(3500);
  toasts.error('Идут работы', { id: '503', title: 'Сервис недоступен' });
  vi.advanceTimersByTime(1000);
  expect(toasts.shown().map((toast) => [toast.message, toast.phase])).toEqual([['Идут работы', 'opened']]);
  vi.advanceTimersByTime(60_000);
  expect(toasts.shown()).toEqual([]);
  expect(toasts.errors().map((toast) => toast.message)).toEqual(['Идут работы']);
});
