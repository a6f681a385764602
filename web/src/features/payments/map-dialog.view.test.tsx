import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import type { Answer } from '../../platform/api.ts';
import { loadTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import MapDialog from './map-dialog.tsx';

type Preview = Answer<'payments.preview_table'>;
const TITLES = new Map([
  [1, ['Выписка', 'за месяц']],
  [3, ['Когда', 'Сколько']],
]);
const previewOf = (header_row: number, more: Partial<Preview> = {}): Preview => ({
  header_row,
  titles: TITLES.get(header_row) ?? [],
  rows: [],
  headings: [...TITLES].map(([row, titles]) => ({ row, text: titles.join(' ') })),
  mapping: { iban: 'KZ498562203100001234', columns: {}, day_order: 'dmy', decimal_mark: 'comma' },
  told_iban: 'KZ498562203100001234',
  accounts: [],
  is_kept: false,
  read: null,
  ...more,
});

/** What the server was asked for last, to be answered by the test: earlier questions are given up. */
let asked: { body: FormData; answer: (of: Response) => void } | null = null;
beforeEach(async () => {
  await loadTexts(['statement-tables']);
  asked = null;
  vi.spyOn(window, 'fetch').mockImplementation((_url, request) => {
    if (!(request?.body instanceof FormData)) throw new TypeError('not expected');
    const { body } = request;
    return new Promise((answer) => (asked = { body, answer }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

/** Answers what is asked, and tells what it was. */
async function answer(of: Response): Promise<FormData> {
  const { body, answer } = await vi.waitUntil(() => asked);
  asked = null;
  answer(of);
  return body;
}
const field = (name: string) => page.getByRole('combobox', { name });
const choose = async (name: string, option: string) => {
  await field(name).click();
  await page.getByRole('option', { name: option }).click();
};
const open = () =>
  show(
    <QueryClientProvider client={queryClient}>
      <MapDialog
        file={new File(['x'], 'a.csv')}
        read={() => Promise.reject(new Error())}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  );

it('keeps what is chosen in sight while its preview fails, and shows it when it is asked again', async () => {
  await open();
  await answer(Response.json(previewOf(3)));
  await choose('День операции', 'Когда');
  await answer(Response.json({ code: 'busy', message: 'Занято', request_id: 'r' }, { status: 503 }));
  await expect.element(page.getByText('Не удалось прочитать таблицу')).toBeVisible();
  await choose('Сумма в одной колонке', 'Сколько');
  await answer(Response.json(previewOf(3)));
  await expect.element(page.getByText('Не удалось прочитать таблицу')).not.toBeInTheDocument();
  await expect.element(field('День операции')).toHaveValue('Когда');
  await expect.element(field('Сумма в одной колонке')).toHaveValue('Сколько');
});

it('keeps another heading, and lets its columns be chosen once they are known', async () => {
  await open();
  await answer(Response.json(previewOf(1)));
  await choose('Строка с названиями колонок', 'Строка 3: Когда Сколько');
  await expect.element(field('Строка с названиями колонок')).toHaveValue('Строка 3: Когда Сколько');
  await expect.element(field('День операции')).toBeDisabled();
  await answer(Response.json(previewOf(3)));
  await choose('День операции', 'Когда');
  const said = await answer(Response.json(previewOf(3)));
  expect(said.get('header_row')).toBe('3');
  expect(String(said.get('mapping'))).toContain('"columns":{"date":"Когда"}');
});
