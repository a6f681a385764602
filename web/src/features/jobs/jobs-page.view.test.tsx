import { afterEach, expect, it, vi } from 'vitest';
import { meWith } from '../../../test/me.ts';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import { RUNS_ON_A_PAGE } from './jobs.data.ts';
import JobsPage from './jobs-page.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

it.each([
  ['executor', /подписание и возврат многих актов/],
  ['business', /оплата многих актов и загрузка таблиц/],
] as const)('tells %s what of theirs is shown here', async (role, words) => {
  await loadTexts(['jobs', 'states']);
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  queryClient.setQueryData(callKey('auth.me'), meWith({ role }));
  queryClient.setQueryData(callKey('jobs.list', { query: { page: 1, limit: RUNS_ON_A_PAGE } }), {
    items: [],
    total: 0,
  });
  const screen = await show(<JobsPage />);
  await expect.element(screen.getByText(words)).toBeVisible();
});
