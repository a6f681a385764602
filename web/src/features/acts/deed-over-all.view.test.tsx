import home from '@kelisim/shared/texts/ru/home.ts';
import signing from '@kelisim/shared/texts/ru/signing.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { meWith } from '../../../test/me.ts';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import { toasts } from '../../ui/toasts.ts';
import { useDeedsOverAll } from './deed-over-all.tsx';

const FILTER = { status_id: [2] };
const asked: unknown[] = [];
/** What the server says of the filter. */
let selection: () => Response;

beforeEach(async () => {
  await loadTexts(['home', 'signing']);
  const me = meWith({ rights: ['sign'] });
  queryClient.setQueryData(callKey('auth.me'), me);
  asked.length = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (url, request) => {
    const { pathname } = new URL(String(url), location.href);
    if (pathname.endsWith('/doc/acts/selection')) {
      asked.push(JSON.parse(String(request?.body)));
      return selection();
    }
    if (pathname.endsWith('/doc/acts/selection/7')) return Response.json({ act_ids: [1, 2], pages: 1 });
    if (pathname.endsWith('/prepare')) {
      const refused = [{ id: 1, label: '№ 12/2026', code: 'act.wrong_state', message: 'Уже подписан' }];
      return Response.json({ items: [], refused, total_amount: '0.00' });
    }
    return Response.json(me);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

function Page() {
  const { begin, busy, dialogs } = useDeedsOverAll('business');
  return (
    <>
      <button type="button" disabled={busy !== null} onClick={() => begin('sign', FILTER)}>
        {home.waiting.go_sign}
      </button>
      {dialogs}
    </>
  );
}
const open = async () => {
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button', { name: home.waiting.go_sign });
  await button.click();
  return { screen, button };
};

it('opens the signing of just what the filter finds, once', async () => {
  selection = () => Response.json({ selection_id: 7, count: 2, amount: '10.00', deeds: ['sign'] });
  const { screen } = await open();
  await expect.element(screen.getByRole('dialog', { name: signing.title })).toBeVisible();
  expect(asked).toEqual([{ filter: FILTER }]);
  // Which acts they are, the page does not know.
  await expect.element(screen.getByRole('link', { name: '№ 12/2026', exact: true })).toBeVisible();
});

it('says that nothing is left when somebody else was quicker, and can be pressed again', async () => {
  const said = vi.spyOn(toasts, 'success');
  selection = () =>
    Response.json({ code: 'field.ids_empty', message: 'x', field: 'filter' }, { status: 422 });
  const { screen, button } = await open();
  await expect.poll(() => said.mock.calls).toEqual([[home.waiting.none_left]]);
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  await expect.element(button).toBeEnabled();
});
