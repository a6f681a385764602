import type { BankOperation } from '@kelisim/shared/features/payments/statements.contract.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import type { Answer } from '../../platform/api.ts';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import { ChooseAdvance } from './choose-advance.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const names = [
  { executor_company_id: 5, company_name: 'Серикова Айгуль', bin: '900101300017' },
  { executor_company_id: 6, company_name: 'ИП Иванченко', bin: '790615300105' },
] as Answer<'executors.names'>;

it('takes the advance of whoever the user names, and lets them name somebody else', async () => {
  await loadTexts(['payment-orders', 'ui']);
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  queryClient.setQueryData(callKey('executors.names', undefined), names);
  const onChoose = vi.fn();
  const operation = { id: 1, amount: '79000.00' } as BankOperation;
  const screen = await show(<ChooseAdvance operation={operation} busy={false} onChoose={onChoose} />);
  expect(screen.getByRole('button', { name: /Записать аванс/ }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Выбрать исполнителя' }).click();
  await screen.getByRole('button', { name: /ИП Иванченко/ }).click();
  await screen.getByRole('button', { name: 'Выбрать другого' }).click();
  await screen.getByRole('button', { name: /Серикова/ }).click();
  await screen.getByRole('button', { name: /Записать аванс: Серикова Айгуль, 79\s000,00\s₸/ }).click();
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ orders: [], advance_to: 5 });
});
