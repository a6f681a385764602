import type { InboundInvoice } from '@kelisim/shared/features/esf/inbound.contract.ts';
import ru from '@kelisim/shared/texts/ru/esf.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import type { Answer } from '../../platform/api.ts';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import EsfCard from './esf-card.tsx';
import { InboundDiffers } from './inbound-differs.tsx';

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

const ACT = { id: 7, number: '3/2026' };
const sums = { amount: '100.00', vat: '0.00' };
const invoice = (more: Partial<InboundInvoice>): InboundInvoice => ({
  id: 1,
  registration_number: 'ESF-1',
  type: 'ORDINARY_INVOICE',
  number: '1',
  date: '2026-11-01',
  turnover_date: null,
  seller: { name: 'ТОО «Поставщик»', bin: '210140000105', executor_company_id: null },
  contract: null,
  delivery: null,
  related_registration: null,
  currency: 'KZT',
  amount: '90.00',
  vat: null,
  status: 'registered',
  system_status: { code: 'DELIVERED', name: '' },
  reason: null,
  act: null,
  differs: null,
  other_seller: null,
  ...more,
});

it.each([
  ['differs', invoice({ act: ACT, differs: { act: sums, invoices: { ...sums, amount: '90.00' } } })],
  ['other_seller', invoice({ other_seller: { act: ACT, executor: { name: 'ИП', bin: '900101300017' } } })],
] as const)('says of an invoice that %s what to do, and gives the deeds', async (kind, one) => {
  await loadTexts(['esf']);
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await show(<InboundDiffers invoice={one} />);
  await expect.element(screen.getByText(ru.inbound[`${kind}_next`])).toBeVisible();
  expect(screen.getByRole('link').element().getAttribute('href')).toBe('/lk/business/acts/7');
  await screen.getByRole('button', { name: ru.inbound.letter }).click();
  await expect.poll(() => written.mock.calls.length).toBe(1);
  const [letter] = written.mock.calls.flat();
  expect(letter).toContain('ESF-1');
  expect(letter).not.toContain('{{');
});

it('says to the seller of such an invoice to issue a right one', async () => {
  await loadTexts(['esf']);
  const one = invoice({ act: ACT, differs: { act: sums, invoices: sums } });
  const screen = await show(<InboundDiffers invoice={one} seen="by_seller" />);
  await expect.element(screen.getByText(ru.inbound.differs_mine)).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});
