import acts from '@kelisim/shared/texts/ru/acts.ts';
import states from '@kelisim/shared/texts/ru/states.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { actWith } from '../../../test/act.ts';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { ActState } from './act-state.tsx';

beforeEach(() => loadTexts(['acts', 'signing', 'states']));

const payment = {
  id: 1,
  amount: '120000.00',
  created_at: '2026-11-20T05:00:00.000Z',
  settled_on: null,
  reason: null,
  number: '17',
  knp: '859',
  payee_name: 'Ахметов Нұрлан',
  payee_iban: 'KZ75722C000000000007',
};
const showAct = (act: ReturnType<typeof actWith>) =>
  show(
    <QueryClientProvider client={queryClient}>
      <ActState
        act={act}
        actor={{ side: 'business', rights: new Set(['pay'] as const), executor_first: false, place: null }}
      />
    </QueryClientProvider>,
  );

it('offers no payment while a bank says nothing of the order, and says that it is asked', async () => {
  const screen = await showAct(actWith('paying', { payment: { ...payment, status: 'unknown' } }));
  await expect.element(screen.getByText(acts.payment.unknown_alert)).toBeVisible();
  expect(screen.getByRole('button', { name: acts.actions.pay }).elements()).toEqual([]);
});

it('offers it again when the bank has rejected the order', async () => {
  const rejected = { ...payment, status: 'rejected', reason: 'Счёт закрыт' } as const;
  const screen = await showAct(actWith('signed', { payment: rejected, open: '120000.00' }));
  await expect.element(screen.getByRole('button', { name: acts.actions.pay })).toBeEnabled();
  await expect.element(screen.getByText('Счёт закрыт', { exact: false })).toBeVisible();
});

it('says «you» to who has signed alone, and names them to a colleague', async () => {
  const moment = '2026-11-20T05:00:00.000Z';
  const card = {
    id: 1,
    side: 'business',
    name: 'СӘРСЕНОВ ЕРЛАН',
    iin: '900101300017',
    bin: null,
    organization: null,
    certificate_serial: '1',
    certificate_issuer: 'НУЦ РК',
    certificate_valid_from: moment,
    certificate_valid_until: moment,
    algorithm: 'gost512',
    rights: [],
    signed_at: moment,
    revocation: 'good',
    timestamp: 'good',
    means: 'ncalayer',
  } as const;
  const signed = (signed_by_you: boolean) =>
    actWith('signed_by_business', { signed_by_you, signatures: [{ ...card, rights: [] }] });
  const own = await showAct(signed(true));
  await expect.element(own.getByText(acts.look.signed_by_you)).toBeVisible();
  await expect.element(own.getByText(acts.business_says.signed_by_business)).toBeVisible();
  await own.unmount();
  const screen = await showAct(signed(false));
  await expect.element(screen.getByText(states.act.signed_by_business)).toBeVisible();
  await expect.element(screen.getByText(/СӘРСЕНОВ ЕРЛАН/)).toBeVisible();
});
