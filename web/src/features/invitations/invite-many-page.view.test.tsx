import ru from '@kelisim/shared/texts/ru/invitations.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import InviteManyPage from './invite-many-page.tsx';

beforeEach(() => loadTexts(['invitations']));
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

it('takes a list only when what stands for all of it has come', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    await coming;
    return Response.json(String(url).includes('template') ? { items: [] } : []);
  });
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <InviteManyPage />
    </QueryClientProvider>,
  );
  const list = screen.getByLabelText(ru.many.paste);
  await expect.element(list).toBeDisabled();
  come();
  await expect.element(list).toBeEnabled();
});
