import { expect, it } from 'vitest';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { RegisterNote } from './register-note.tsx';

type Register = Parameters<typeof RegisterNote>[0]['payees'][number]['register'];
const payee = (company_id: number, register: Register) => ({
  company_id,
  name: `Получатель ${company_id}`,
  register,
});

it('names whom the register has not confirmed today, with the day of the answer that counts', async () => {
  await loadTexts(['payments']);
  const payees = [
    payee(1, { state: 'fresh', answered_on: '2026-11-24' }),
    payee(2, { state: 'old', answered_on: '2026-11-20' }),
    payee(3, { state: 'never', answered_on: null }),
    payee(4, null),
  ];
  const screen = await show(<RegisterNote payees={payees} />);
  await screen.getByText('Реестр налогоплательщиков ещё не подтвердил 2 получателей').click();
  await expect.element(screen.getByText('Получатель 2: последний ответ 20.11.2026')).toBeVisible();
  await expect.element(screen.getByText('Получатель 3: ответа ещё не было')).toBeVisible();
  expect(screen.getByText(/Получатель [14]/).elements()).toEqual([]);
});

it('says nothing where all answers are fresh', async () => {
  await loadTexts(['payments']);
  const screen = await show(
    <RegisterNote payees={[payee(1, { state: 'fresh', answered_on: '2026-11-24' })]} />,
  );
  expect(screen.container.querySelector('details')).toBeNull();
});
