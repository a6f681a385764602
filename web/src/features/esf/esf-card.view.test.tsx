import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import type { Answer } from '../../platform/api.ts';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import EsfCard from './esf-card.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

/** The card of an act that its executor has yet to sign. */
async function showCard(faults: Answer<'esf.of_act'>['faults']) {
  await loadTexts(['esf']);
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  const found: Answer<'esf.of_act'> = {
    documents: [],
    inbound: [],
    may_issue: false,
    may_sign_with_act: true,
    kinds: ['invoice', 'awp'],
    is_lessened: false,
    turnover: [],
    due_by: null,
    may_remind: false,
    reminded_at: null,
    faults,
  };
  queryClient.setQueryData(callKey('esf.of_act', { params: { act_id: 7 } }), found);
  queryClient.setQueryData(callKey('auth.me', undefined), { role: 'executor', rights: ['sign'] });
  return show(<EsfCard act={{ id: 7, status: { id: 2, code: 'sent', name: '' } }} />);
}

it('names beside the button what keeps the act from being signed together with its invoice', async () => {
  const message = 'В реквизитах нет счёта.';
  const screen = await showCard([{ field: 'seller_bank', rule: 'missing', message }]);
  const button = screen.getByRole('button', { name: 'Подписать акт вместе с ЭСФ' });
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAccessibleDescription(expect.stringContaining(message));
  await expect.element(screen.getByText(message)).toBeVisible();
});

it('asks for the signature where nothing is wrong', async () => {
  const screen = await showCard([]);
  await expect.element(screen.getByRole('button', { name: 'Подписать акт вместе с ЭСФ' })).toBeEnabled();
});
