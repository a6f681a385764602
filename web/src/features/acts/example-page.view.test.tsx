import ru from '@kelisim/shared/texts/ru/example.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import ExamplePage from './example-page.tsx';

beforeEach(() => loadTexts(['acts', 'example', 'states']));

const press = (name: string) => page.getByRole('button', { name }).click();
const state = (words: string) => expect.element(page.getByText(words).first()).toBeVisible();

it('is led from a draft to its payment without a word to the server, and begun again', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  await show(<ExamplePage />);
  await state(ru.is_example);
  await press('Отправить');
  await state(ru.did.business.send);
  await press(ru.others.sign);
  await press('Подписать');
  await state(ru.did.business.sign);
  await press('Оплатить');
  await press(ru.others.settle);
  await state(ru.did.others.settle);
  await press(ru.again);
  await expect.element(page.getByRole('button', { name: 'Отправить' })).toBeVisible();
  expect(fetched).not.toHaveBeenCalled();
});

it('leads away to what is real', async () => {
  await show(<ExamplePage />);
  await expect.element(page.getByRole('link', { name: ru.remove })).toHaveAttribute('href', '/lk/business');
});
