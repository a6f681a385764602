import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { invalidate, queryClient } from '../../platform/query.ts';
import { useActCounts } from './acts.data.ts';
import type { ActsQuery } from './acts-list-state.ts';

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const VIEWS: readonly ActsQuery[] = [{ contractor_company_id: 1 }, { contractor_company_id: 2 }];
function Counts() {
  return <output>{useActCounts(VIEWS).join(' and ')}</output>;
}

it('counts the acts of each view by its own question, and again when acts have changed', async () => {
  let of_first = 3;
  vi.spyOn(window, 'fetch').mockImplementation((url) => {
    const { searchParams } = new URL(String(url), location.origin);
    expect(searchParams.get('limit')).toBe('1');
    return Promise.resolve(
      Response.json({ items: [], total: searchParams.get('contractor_company_id') === '1' ? of_first : 12 }),
    );
  });
  await show(
    <QueryClientProvider client={queryClient}>
      <Counts />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('3 and 12')).toBeVisible();
  of_first = 4;
  await invalidate(['acts.list']);
  await expect.element(page.getByText('4 and 12')).toBeVisible();
});
