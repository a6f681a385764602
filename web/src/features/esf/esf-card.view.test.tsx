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
async function showCard(
  faults: Answer<'esf.of_act'>['faults'],
  more: Partial<Answer<'esf.of_act'>> = {},
  code: 'sent' | 'signed' = 'sent',
) {
  await loadTexts(['esf']);
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  const found: Answer<'esf.of_act'> = {
    documents: [],
    inbound: [],
    issues: true,
    may_issue: false,
    may_sign_with_act: true,
    kinds: ['invoice', 'awp'],
    is_lessened: false,
    turnover: [],
    due_by: null,
    may_remind: false,
    reminded_at: null,
    faults,
    ...more,
  };
  queryClient.setQueryData(callKey('esf.of_act', { params: { act_id: 7 } }), found);
  queryClient.setQueryData(callKey('auth.me', undefined), { role: 'executor', rights: ['sign'] });
  return show(<EsfCard act={{ id: 7, status: { id: 2, code, name: '' } }} />);
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

it('asks an individual for no invoice', async () => {
  const screen = await showCard([], { issues: false, may_sign_with_act: false, kinds: [] }, 'signed');
  await expect
    .element(screen.getByText('Вы работаете как физлицо: счёт-фактура по этому акту не нужен.'))
    .toBeVisible();
  expect(screen.container.querySelector('button')).toBeNull();
});
