import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import MakeDialog from './make-dialog.tsx';

/** Answers the list of templates, whenever the test does. */
let answer: ((of: Response) => void) | null = null;
beforeEach(async () => {
  await loadTexts(['templates', 'states']);
  answer = null;
  vi.spyOn(window, 'fetch').mockImplementation((url) =>
    String(url).includes('template')
      ? new Promise((done) => (answer = done))
      : Promise.resolve(Response.json([])),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const open = () =>
  show(
    <QueryClientProvider client={queryClient}>
      <MakeDialog template_id={null} onClose={() => {}} />
    </QueryClientProvider>,
  );
const say = async (of: Response) => (await vi.waitUntil(() => answer))(of);
const listOf = (...names: string[]) =>
  Response.json({ total: names.length, items: names.map((name, at) => ({ id: at + 1, name })) });
const template = page.getByRole('combobox', { name: 'Шаблон' });

it('takes no words before it knows the templates, and begins with the only one', async () => {
  await open();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(template.elements()).toEqual([]);
  await say(listOf('Услуги'));
  await expect.element(template).toHaveValue('Услуги');
  await template.fill('Перевозка');
  await expect.element(template).toHaveValue('Перевозка');
});

it('says that the templates did not come, not that there is none, and asks again', async () => {
  await open();
  await say(Response.json({ code: 'forbidden', message: 'x' }, { status: 403 }));
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(template.elements()).toEqual([]);
  answer = null;
  await page.getByRole('button', { name: 'Повторить' }).click();
  await say(listOf('Услуги', 'Перевозка'));
  await expect.element(template).toHaveValue('');
});
