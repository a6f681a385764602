import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { meWith } from '../../../test/me.ts';
import { show } from '../../../test/show.tsx';
import type { Answer } from '../../platform/api.ts';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import IntegrationsPage from './integrations-page.tsx';

type Bank = Answer<'integrations.list'>[number];

beforeEach(() => loadTexts(['integrations', 'settings', 'auth']));
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const bank = (kind: Bank['kind']): Bank => ({
  kind,
  can_connect: kind === 'CUSTOM',
  is_saved: false,
  settings: {},
  field_map: {},
  status_map: {},
  client_secret: null,
  has_secret: false,
  secret_set_at: null,
  has_consent: false,
  pays: false,
  tells_balances: false,
  is_main: false,
  check: null,
  updated_at: null,
});

async function open(role: 'business' | 'executor') {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  queryClient.setQueryData(callKey('auth.me'), meWith({ role }));
  queryClient.setQueryData(
    callKey('integrations.list'),
    (['BCC', 'JUSAN', 'FORTE', 'HALYK', 'CUSTOM'] as const).map(bank),
  );
  return show(<IntegrationsPage />);
}

it('tells an executor nothing of paying', async () => {
  const screen = await open('executor');
  await expect.element(screen.getByText('Показывает счета и остатки.')).toBeVisible();
  expect(screen.container.textContent).not.toMatch(/файлом|плат[иеё]ж|Платить/i);
});

it('tells a company how each bank is paid through', async () => {
  const screen = await open('business');
  await expect.element(screen.getByText(/^Платить можно в любой банк файлом/)).toBeVisible();
});
