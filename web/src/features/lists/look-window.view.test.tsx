import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import LookWindow from './look-window.tsx';

const columns = ['Номер', 'Исполнитель', 'Сумма', 'Дата'].map((title, at) => ({ key: `c${at}`, title }));
const usual = { columns: [], density: 'compact' } as const;

afterEach(() => vi.restoreAllMocks());

async function open(look: Parameters<typeof LookWindow>[0]['look'] = usual) {
  const onChange = vi.fn();
  vi.spyOn(window, 'fetch').mockImplementation(async (_url, request) => {
    onChange(JSON.parse(String(request?.body)));
    return Response.json({});
  });
  const button = <button type="button">Вид списка</button>;
  const screen = await show(<LookWindow {...{ button, columns, look, list: 'acts' as const }} />);
  await expect.element(screen.getByRole('checkbox', { name: 'Сумма' })).toBeVisible();
  return { screen, onChange };
}

test('a column is left out, all but the one with the link, which is not offered', async () => {
  const { screen, onChange } = await open();
  await screen.getByRole('checkbox', { name: 'Сумма' }).click();
  await expect.poll(() => onChange.mock.lastCall?.[0]).toEqual({ columns: ['c1', 'c3'], density: 'compact' });
  await expect.element(screen.getByRole('checkbox', { name: 'Номер' })).not.toBeInTheDocument();
});

test('a column changes places by keyboard, and one that was left out comes back at the end', async () => {
  const { screen, onChange } = await open({ columns: ['c3', 'c1'], density: 'wide' });
  screen.getByRole('button', { name: 'Ниже: Дата' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onChange.mock.lastCall?.[0]).toEqual({ columns: ['c1', 'c3'], density: 'wide' });
  await screen.getByRole('checkbox', { name: 'Сумма' }).click();
  await expect
    .poll(() => onChange.mock.lastCall?.[0])
    .toEqual({ columns: ['c3', 'c1', 'c2'], density: 'wide' });
});

test('the last column stays, rows become wide, and all is as it was', async () => {
  const { screen, onChange } = await open({ columns: ['c2'], density: 'compact' });
  await expect.element(screen.getByRole('checkbox', { name: 'Сумма' })).toBeDisabled();
  await screen.getByText('Целиком').click();
  await expect.poll(() => onChange.mock.lastCall?.[0]).toEqual({ columns: ['c2'], density: 'wide' });
  await screen.getByRole('button', { name: 'Как было' }).click();
  await expect.poll(() => onChange.mock.lastCall?.[0]).toEqual(usual);
});
