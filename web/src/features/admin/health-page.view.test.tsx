import type { Health } from '@kelisim/shared/features/administration/administration.contract.ts';
import kz from '@kelisim/shared/texts/kz/admin.ts';
import ru from '@kelisim/shared/texts/ru/admin.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { loadTexts, switchLocale } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import HealthPage from './health-page.tsx';

const words = ru.health;
const FAR = '2026-11-26T03:00:00.000Z';
const hour = (n: number, more: Partial<Health['hours'][number]> = {}): Health['hours'][number] => ({
  began_at: new Date(Date.parse('2026-11-25T09:00:00.000Z') + n * 3_600_000).toISOString(),
  processes: 1,
  failed: [],
  queues: [],
  ...more,
});
const worker = {
  host: 'worker-1',
  pid: 17,
  role: 'worker',
  version: '1.2.3',
  started_at: FAR,
  seen_at: FAR,
  is_silent: false,
  clock_ahead_s: 0,
} as const;
const watcher = {
  name: 'messages.send',
  every_ms: 1_000,
  ended_at: FAR,
  is_late: false,
  failures: 0,
  last_error: null,
};
const SOUND: Health = {
  parts: [{ part: 'tsp', state: 'ok', says: null, took_ms: 12 }],
  backups: { base_ended_at: null, log_copied_at: null, trial: null },
  certificates: [],
  people_whose_certificate_ends: 0,
  processes: [worker],
  watchers: [watcher],
  queues: [],
  hours: Array.from({ length: 24 }, (_, n) => hour(n)),
};

beforeEach(() => loadTexts(['admin']));
afterEach(async () => {
  await switchLocale('ru');
  vi.restoreAllMocks();
  queryClient.clear();
});
const showHealth = (health: Partial<Health>) => {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ ...SOUND, ...health })));
  return show(<HealthPage />);
};

it('is calm while all works: no interruption, empty queues, the watchers folded away under their words', async () => {
  const screen = await showHealth({});
  await expect.element(screen.getByText('Без перебоев за 24 ч')).toBeVisible();
  await expect.element(screen.getByText(`${words.queue_none}За сутки до 0`).first()).toBeVisible();
  await expect.element(screen.getByText('worker-1 · 17')).toBeVisible();
  const name = screen.getByText(words.watcher['messages.send']);
  expect(name.element().checkVisibility()).toBe(false);
  await userEvent.click(screen.getByText('Без ошибок: 1'));
  await expect.element(name).toBeVisible();
});

it('says when a part was away, what failed and how much waited at most', async () => {
  const screen = await showHealth({
    hours: Array.from({ length: 24 }, (_, n) =>
      hour(n, n === 3 ? { processes: 2, failed: ['tsp'], queues: [{ of: 'messages', most: 70 }] } : {}),
    ),
    queues: [{ of: 'messages', count: 12, oldest_s: 60 }],
    processes: [worker, { ...worker, pid: 18 }],
    watchers: [
      { ...watcher, failures: 3, last_error: 'Error: no route' },
      { ...watcher, name: 'of.another_version', is_late: true },
    ],
  });
  await expect.element(screen.getByText('Перебои за сутки: 17:00')).toBeVisible();
  await expect.element(screen.getByText('За сутки до 70')).toBeVisible();
  await expect.element(screen.getByText('За сутки работало не меньше: 1')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: /^12, первое ждёт с/ }))
    .toHaveAttribute('href', '/admin/outbox');
  await expect.element(screen.getByText('messages.send: Error: no route')).toBeVisible();
  await expect.element(screen.getByText(words.watcher['messages.send'])).toBeVisible();
  await expect.element(screen.getByText('of.another_version')).toBeVisible();
  await expect.element(screen.getByText(/^Опаздывает/)).toBeVisible();
});

it('tells of a dead process, of a wrong clock, and that nobody works behind people’s backs', async () => {
  const screen = await showHealth({
    processes: [
      { ...worker, is_silent: true },
      { ...worker, host: 'web-1', role: 'web', clock_ahead_s: -40 },
    ],
    hours: Array.from({ length: 24 }, (_, n) => hour(n, { failed: null, processes: null, queues: null })),
  });
  await expect.element(screen.getByText(words.process.nobody_works)).toBeVisible();
  await expect.element(screen.getByText(/^Молчит/)).toBeVisible();
  await expect.element(screen.getByText('Часы расходятся с базой на 40 с')).toBeVisible();
  await expect.element(screen.getByText(words.day.unknown)).toBeVisible();
});

it.each([
  ['ru', ru],
  ['kz', kz],
] as const)('says in the language of the reader why a restore failed: %s', async (locale, { health }) => {
  await switchLocale(locale);
  const failure = 'Set MASTER_KEY: the escrow of backup 7 holds none.';
  const trial = { ended_at: FAR, failure, fault: 'key' } as const;
  const screen = await showHealth({ backups: { ...SOUND.backups, trial } });
  await expect.element(screen.getByText(health.backup.fault.key)).toBeVisible();
  expect(screen.getByText(failure).element().checkVisibility()).toBe(false);
  await userEvent.click(screen.getByText(health.backup.words));
  await expect.element(screen.getByText(failure)).toBeVisible();
});
