import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { newDraft } from './act-draft.ts';
import type { ServiceDraft } from './act-draft.ts';
import { ServicesGrid } from './services-grid.tsx';
import { useActForm } from './use-act-form.ts';

const CHOICES = {
  categories: [
    { id: 1, code: 'it', name: 'Разработка' },
    { id: 2, code: 'design', name: 'Дизайн' },
  ],
  units: [{ id: 7, code: '356', name: 'час' }],
  kinds: [
    { id: 'bonus', code: 'bonus', name: 'Бонус' },
    { id: 'deduction', code: 'deduction', name: 'Уменьшение' },
  ],
} as const;

const line = (key: string, more: Partial<ServiceDraft> = {}): ServiceDraft => ({
  key,
  category_id: '1',
  description: `Услуга ${key}`,
  quantity: '2',
  unit_id: '7',
  rate: '1500.50',
  service_date: '',
  ...more,
});
const TWO = [line('а'), line('б', { category_id: '2' })];

interface Given {
  services?: readonly ServiceDraft[];
  signed?: boolean;
  faults?: Record<string, string>;
}
/** The grid with a form around it that keeps the lines. */
async function grid({ services = TWO, signed = false, faults = {} }: Given = {}) {
  const kept = { services };
  const onLeave = vi.fn<(field: string) => void>();
  function Around() {
    const [draft, setDraft] = useState(() => ({ ...newDraft(), services: [...services] }));
    kept.services = draft.services;
    return (
      <ServicesGrid
        services={draft.services}
        choices={CHOICES}
        signed={signed}
        faults={faults}
        onLeave={onLeave}
        change={(part) => setDraft((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }))}
      />
    );
  }
  const screen = await show(<Around />);
  const cell = (name: string, row: number) => screen.getByLabelText(`${name}, строка ${row}`);
  const descriptions = () => kept.services.map(({ description }) => description);
  return { screen, kept, onLeave, cell, descriptions };
}

function paste(element: Element, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  (element as HTMLElement).focus();
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

beforeEach(() => loadTexts(['acts', 'faults']));

describe('the lines by keyboard alone', () => {
  it.each([
    ['Enter in the last price', 'Цена', 2, '{Enter}', ['Услуга а', 'Услуга б', '']],
    ['Ctrl+Enter', 'Цена', 1, '{Control>}{Enter}{/Control}', ['Услуга а', '', 'Услуга б']],
    ['Ctrl+Enter in any cell', 'Количество', 1, '{Control>}{Enter}{/Control}', ['Услуга а', '', 'Услуга б']],
    ['Insert', 'Услуга', 1, '{Insert}', ['Услуга а', '', 'Услуга б']],
    ['Insert in a list', 'Единица', 2, '{Insert}', ['Услуга а', 'Услуга б', '']],
  ])('%s adds a line after its own', async (_name, column, row, keys, expected) => {
    const { cell, descriptions } = await grid();
    cell(column, row).element().focus();
    await userEvent.keyboard(keys);
    await expect.poll(descriptions).toEqual(expected);
  });

  it.each([
    ['Enter in a price that is not the last', 'Цена', 1, '{Enter}'],
    ['Enter in another cell', 'Услуга', 2, '{Enter}'],
    ['Ctrl+Insert, which copies', 'Услуга', 1, '{Control>}{Insert}{/Control}'],
    ['Shift+Enter', 'Цена', 2, '{Shift>}{Enter}{/Shift}'],
  ])('%s adds none', async (_name, column, row, keys) => {
    const { cell, descriptions } = await grid();
    cell(column, row).element().focus();
    await userEvent.keyboard(keys);
    // What follows proves that the keys have been read.
    await userEvent.keyboard('{Alt>}{Delete}{/Alt}');
    await expect.poll(descriptions).toHaveLength(1);
  });

  it('goes on in the new line, with category and unit of the one above', async () => {
    const { cell, kept } = await grid();
    cell('Цена', 2).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(cell('Услуга', 3)).toHaveFocus();
    expect(kept.services[2]).toMatchObject({ category_id: '2', unit_id: '7', quantity: '1', rate: '' });
  });

  it('begins a new line at its category where the one above has none', async () => {
    const { cell } = await grid({ services: [line('а', { category_id: '' })] });
    cell('Цена', 1).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(cell('Категория', 2)).toHaveFocus();
  });

  it.each([
    ['{ArrowDown}', 1, 2],
    ['{ArrowUp}', 2, 1],
  ])('%s goes to the same cell of the next line', async (keys, from, to) => {
    const { cell } = await grid();
    cell('Количество', from).element().focus();
    await userEvent.keyboard(keys);
    await expect.element(cell('Количество', to)).toHaveFocus();
  });

  it('leaves the arrows to a list', async () => {
    const { cell } = await grid();
    cell('Категория', 1).element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(cell('Категория', 1)).toHaveFocus();
  });

  it.each([
    ['the one above', 2, ['Услуга а'], 1],
    ['the one that comes in its place', 1, ['Услуга б'], 1],
  ])('Alt+Delete removes a line and goes to %s', async (_name, row, expected, focused) => {
    const { cell, descriptions } = await grid();
    cell('Цена', row).element().focus();
    await userEvent.keyboard('{Alt>}{Delete}{/Alt}');
    await expect.poll(descriptions).toEqual(expected);
    await expect.element(cell('Цена', focused)).toHaveFocus();
  });

  it('never ends without a line', async () => {
    const { screen, kept } = await grid({ services: [line('а')] });
    await screen.getByRole('button', { name: 'Удалить строку 1' }).click();
    await expect
      .poll(() => kept.services.map(({ description, rate }) => [description, rate]))
      .toEqual([['', '']]);
  });
});

describe('a pasted table', () => {
  it('fills the lines from the cell on and adds what is missing', async () => {
    const { cell, kept, screen, onLeave } = await grid({ services: [line('а')] });
    paste(cell('Услуга', 1).element(), 'Сайт\t3\tчас\t1 000,50\nЛоготип\t1\t356\t2000\n');
    await expect
      .poll(() =>
        kept.services.map(({ description, quantity, unit_id, rate }) => [
          description,
          quantity,
          unit_id,
          rate,
        ]),
      )
      .toEqual([
        ['Сайт', '3', '7', '1000.50'],
        ['Логотип', '1', '7', '2000'],
      ]);
    await expect.element(screen.getByText('Вставлено 2 строки')).toBeInTheDocument();
    expect(onLeave.mock.calls).toHaveLength(8);
  });

  it('of one word is left to the field', async () => {
    const { cell, kept, screen } = await grid();
    paste(cell('Услуга', 1).element(), 'Сайт');
    paste(cell('Услуга', 2).element(), 'Логотип\t5');
    await expect.poll(() => kept.services[1]!.quantity).toBe('5');
    expect(kept.services[0]!.description).toBe('Услуга а');
    await expect.element(screen.getByText('Вставлена 1 строка')).toBeInTheDocument();
  });

  it('keeps a minus that a price may not have, so that its check can refuse it', async () => {
    const { cell, kept } = await grid();
    paste(cell('Цена', 1).element(), '−700');
    await expect.poll(() => kept.services[0]!.rate).toBe('-700');
    await expect.element(cell('Цена', 1)).toHaveValue('-700');
  });

  it('leaves what is not understood in sight until it is closed', async () => {
    const { cell, screen } = await grid();
    paste(cell('Количество', 1).element(), 'много\tпуд');
    const alert = screen.getByRole('alert');
    await expect
      .poll(() =>
        alert
          .getByRole('listitem')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual([
        expect.stringMatching(/^Строка 1, Количество: много /),
        expect.stringMatching(/^Строка 1, Единица: пуд /),
      ]);
    await alert.getByRole('button', { name: 'Закрыть' }).click();
    await expect.poll(() => alert.elements()).toEqual([]);
  });
});

describe('a line', () => {
  it('says its sum, and none while its price cannot be read', async () => {
    const { screen } = await grid({ services: [line('а'), line('б', { rate: '' })] });
    const rows = screen.getByRole('row').elements().slice(1);
    expect(rows.map((row) => /3.001,00/.test(row.textContent))).toEqual([true, false]);
  });

  it.each([
    ['Категория', 'category_id'],
    ['Услуга', 'description'],
    ['Количество', 'quantity'],
    ['Единица', 'unit_id'],
    ['Цена', 'rate'],
  ])('shows what is wrong with «%s» at the cell of its own line', async (name, field) => {
    const { cell } = await grid({ faults: { [`services.1.${field}`]: 'Так нельзя' } });
    await expect.element(cell(name, 2)).toHaveAccessibleDescription('Так нельзя');
    await expect.element(cell(name, 1)).not.toHaveAttribute('aria-invalid', 'true');
  });

  it('tells which cell was left', async () => {
    const { cell, onLeave } = await grid();
    cell('Количество', 2).element().focus();
    cell('Услуга', 1).element().focus();
    await expect.poll(() => onLeave.mock.calls).toEqual([['services.б.quantity']]);
  });

  it('tells what is chosen and typed, and of which line', async () => {
    const { cell, kept } = await grid();
    await userEvent.selectOptions(cell('Категория', 1), 'Дизайн');
    await userEvent.fill(cell('Цена', 2), '12,5');
    await expect
      .poll(() => kept.services.map(({ category_id, rate }) => [category_id, rate]))
      .toEqual([
        ['2', '1500.50'],
        ['2', '12.5'],
      ]);
  });

  it.each([
    [true, '-5'],
    [false, '5'],
  ])('takes a price below nothing where one may be: %s', async (signed, expected) => {
    const { cell, kept } = await grid({ signed });
    await userEvent.fill(cell('Цена', 1), '-5');
    await expect.poll(() => kept.services[0]!.rate).toBe(expected);
  });

  it('of something else than work says what it is for', async () => {
    const { screen, kept, cell } = await grid();
    await screen.getByRole('button', { name: 'Бонус, уменьшение или расход' }).click();
    await userEvent.selectOptions(cell('Вид строки', 3), 'Уменьшение');
    await expect
      .poll(() => kept.services.map(({ kind }) => kind))
      .toEqual([undefined, undefined, 'deduction']);
  });

  it('is added by its button at the end', async () => {
    const { screen, descriptions } = await grid();
    await screen.getByRole('button', { name: 'Добавить строку' }).click();
    await expect.poll(descriptions).toEqual(['Услуга а', 'Услуга б', '']);
  });
});

it('is no wider than a phone', async () => {
  await page.viewport(360, 640);
  const { screen } = await grid();
  await expect.element(screen.getByRole('button', { name: 'Добавить строку' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
});

const noTerm = () => null;

it('finds nothing wrong with a line in which nothing was typed, until the act is to be saved', async () => {
  localStorage.clear();
  function Form() {
    const { draft, change, faults } = useActForm('test', null, noTerm, () => newDraft());
    return (
      <>
        <ServicesGrid
          services={draft.services}
          choices={CHOICES}
          signed={false}
          change={change}
          faults={faults.shown}
          onLeave={faults.leave}
        />
        <button type="button" onClick={faults.showAll}>
          Сохранить
        </button>
      </>
    );
  }
  const screen = await show(<Form />);
  const service = (row: number) => screen.getByLabelText(`Услуга, строка ${row}`);
  const price = (row: number) => screen.getByLabelText(`Цена, строка ${row}`);
  const add = screen.getByRole('button', { name: 'Добавить строку' });
  const wrong = () => document.querySelectorAll('[aria-invalid="true"]').length;
  await service(1).click();
  await price(1).click();
  await add.click();
  expect(wrong()).toBe(0);
  // What was left empty is told of once the line is begun.
  await price(1).fill('100');
  await expect.element(service(1)).toHaveAttribute('aria-invalid', 'true');
  await screen.getByRole('button', { name: 'Сохранить' }).click();
  await expect.element(service(2)).toHaveAttribute('aria-invalid', 'true');
  await add.click();
  await expect.element(service(3)).toBeVisible();
  await expect.element(service(3)).not.toHaveAttribute('aria-invalid', 'true');
  // A line that comes in the place of one that is gone begins without faults.
  for (let row = 0; row < 3; row += 1) await screen.getByLabelText('Удалить строку 1').click();
  await expect.element(service(2)).not.toBeInTheDocument();
  expect(wrong()).toBe(0);
});

it('shows the words of a unit whole', async () => {
  await page.viewport(1440, 768);
  const { cell } = await grid();
  const unit = cell('Единица', 1).element();
  const { paddingLeft, paddingRight, font, textOverflow } = getComputedStyle(unit);
  const ruler = document.createElement('canvas').getContext('2d');
  if (ruler) ruler.font = font;
  const room = unit.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  for (const word of ['страница', 'тапсырыс', 'Выберите', 'Таңдаңыз'])
    expect(room).toBeGreaterThan(ruler?.measureText(word).width ?? Infinity);
  expect(textOverflow).toBe('ellipsis');
});
