import { expect, it } from 'vitest';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { CostsNote } from './costs-note.tsx';

const payee = (company_id: number, costs: 'deducted' | 'not_deducted' | 'unknown' | null) => ({
  company_id,
  name: `Поставщик ${company_id}`,
  costs,
});

it('names the suppliers whose cost is not deducted, apart from those of whom nobody knows', async () => {
  await loadTexts(['payments']);
  const payees = [
    payee(1, 'not_deducted'),
    payee(2, 'deducted'),
    payee(3, 'unknown'),
    payee(4, 'not_deducted'),
  ];
  const screen = await show(<CostsNote payees={payees} />);
  await screen.getByText('У 2 исполнителей расходы не вычитаются').click();
  await expect.element(screen.getByText('Поставщик 1')).toBeVisible();
  await expect.element(screen.getByText('Поставщик 4')).toBeVisible();
  await expect.element(screen.getByText('Поставщик 3')).not.toBeVisible();
  await screen.getByText('О 1 исполнителе неизвестно, вычитаются ли расходы').click();
  await expect.element(screen.getByText('Поставщик 3')).toBeVisible();
  expect(screen.getByText('Поставщик 2').elements()).toEqual([]);
});

it('says nothing where all is deducted or nobody is a supplier', async () => {
  await loadTexts(['payments']);
  const screen = await show(<CostsNote payees={[payee(1, 'deducted'), payee(2, null)]} />);
  expect(screen.container.querySelector('details')).toBeNull();
});

it('takes a line of its own and no more, in a row and in a column as high as a phone', async () => {
  await loadTexts(['payments']);
  for (const direction of ['row', 'column'] as const) {
    const screen = await show(
      <div
        style={{
          display: 'flex',
          flexFlow: `${direction} wrap`,
          placeItems: 'start',
          alignContent: 'start',
          width: 320,
          height: 640,
        }}
      >
        <CostsNote payees={[payee(1, 'unknown')]} />
      </div>,
    );
    const { width, height } = screen.container.querySelector('details')!.getBoundingClientRect();
    expect([direction, width, height < 48]).toEqual([direction, 320, true]);
    await screen.unmount();
  }
});
