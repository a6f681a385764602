import type { SetAsideJob } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import ru from '@kelisim/shared/texts/ru/admin.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { SetAsideJobs } from './set-aside-jobs.tsx';

const words = ru.jobs.set_aside;
const job = (id: number, more: Partial<SetAsideJob>): SetAsideJob => ({
  id,
  job: 'documents.expire',
  run_kind: null,
  subject_id: 17,
  company_name: 'ТОО «Заказчик»',
  reason: 'Error: always',
  failures: 10,
  first_failed_at: '2026-11-26T02:00:00.000Z',
  last_failed_at: '2026-11-26T07:00:00.000Z',
  ...more,
});
const RUN = job(1, { job: 'bulk.run', run_kind: 'acts.send', subject_id: 42 });
const WATCHED = job(2, {});

let left: SetAsideJob[];
const sent: { path: string; body: unknown }[] = [];
beforeEach(async () => {
  await loadTexts(['admin', 'jobs']);
  sent.length = 0;
  vi.spyOn(window, 'fetch').mockImplementation((url, request) => {
    const path = new URL(String(url), location.origin).pathname;
    if (request?.method === 'POST') {
      sent.push({ path, body: typeof request.body === 'string' ? JSON.parse(request.body) : undefined });
      left = left.filter(({ id }) => !path.includes(`/${id}/`));
      return Promise.resolve(Response.json({}));
    }
    return Promise.resolve(Response.json({ items: left, pages: 1, total: left.length, is_exact: true }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const showJobs = (...jobs: SetAsideJob[]) => {
  left = jobs;
  return show(<SetAsideJobs />);
};

it('says what failed, how often and why, and is gone with the last job', async () => {
  const screen = await showJobs(WATCHED);
  await expect.element(screen.getByText('Error: always')).toBeVisible();
  await expect.element(screen.getByText(/^Попыток: 10, с 26\.11\.2026/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Повторить/ }));
  await expect.poll(() => screen.getByText(words.title).elements()).toEqual([]);
  expect(sent).toEqual([{ path: '/api/v1/admin/set-aside-jobs/2/try', body: undefined }]);
});

it('closes runs alone, and only with a reason', async () => {
  const screen = await showJobs(WATCHED, RUN);
  const close = screen.getByRole('button', { name: /^Закрыть/ });
  await expect.poll(() => close.elements().length).toBe(1);
  await userEvent.click(close);
  const dialog = screen.getByRole('dialog');
  const end = dialog.getByRole('button', { name: words.close, exact: true }).last();
  await userEvent.click(end);
  await expect.element(dialog.getByText(words.close_reason_missing)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.fill(dialog.getByRole('textbox'), ' Не нужно ');
  await userEvent.click(end);
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
  expect(sent).toEqual([{ path: '/api/v1/admin/set-aside-jobs/1/close', body: { reason: 'Не нужно' } }]);
});

it('keeps what is being written when somebody else has ended the last job', async () => {
  const screen = await showJobs(RUN);
  await userEvent.click(screen.getByRole('button', { name: /^Закрыть/ }));
  await userEvent.fill(screen.getByRole('dialog').getByRole('textbox'), 'Не нужно');
  left = [];
  await queryClient.invalidateQueries();
  await expect.poll(() => screen.getByText(words.empty).elements().length).toBe(1);
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveValue('Не нужно');
});
