import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Kept, show } from '../../test/show.tsx';
import { Card } from './card.tsx';
import { Figures } from './figures.tsx';
import { FormFoot } from './form-foot.tsx';
import { KeyValue } from './key-value.tsx';
import { KnpInput } from './knp-input.tsx';
import { PaperNumber, paperNumberOf } from './paper-number.tsx';
import { useForm } from './use-form.ts';
import { RefusedLines } from './refused-lines.tsx';
import { Timeline } from './timeline.tsx';

describe('number and date of a paper', () => {
  const paper = async (faults: { number?: string; date?: string } = {}) => {
    const heard = vi.fn();
    function Sample() {
      const form = useForm({ number: '', date: '' }, { check: () => faults, onChange: heard });
      return (
        <form {...form.bind(async () => undefined)}>
          <PaperNumber field={form.field} />
          <button type="submit">Дальше</button>
        </form>
      );
    }
    const screen = await show(<Sample />);
    return { screen, heard };
  };

  it('tells each by itself', async () => {
    const { screen, heard } = await paper();
    const [number, date] = [screen.getByRole('textbox').nth(0), screen.getByRole('textbox').nth(1)];
    await number.fill('Д-7');
    await date.fill('05.01.2027');
    expect(heard.mock.calls).toEqual([
      [{ number: 'Д-7', date: '' }],
      [{ number: 'Д-7', date: '2027-01-05' }],
    ]);
  });

  it.each([
    [{ number: 'уже есть' }, 0],
    [{ date: 'раньше начала' }, 1],
  ])('shows %o at its field alone', async (faults, at) => {
    const { screen } = await paper(faults);
    await screen.getByRole('button', { name: 'Дальше' }).click();
    const wrong = () =>
      screen
        .getByRole('textbox')
        .elements()
        .map((field) => field.getAttribute('aria-invalid') === 'true');
    await expect.poll(wrong).toEqual([at === 0, at === 1]);
  });

  it.each([
    [{ number: ' Д-7 ', date: '' }, { number: 'Д-7' }],
    [{ number: '  ', date: '2027-01-05' }, { date: '2027-01-05' }],
    [{ number: '', date: '' }, {}],
  ])('%o is sent as %o', (typed, sent) => {
    expect(paperNumberOf(typed)).toEqual(sent);
  });
});

describe('a code of a payment’s purpose', () => {
  it('says the name of the code that stands in it', async () => {
    const screen = await show(
      <Kept value="">
        {(value, onChange) => (
          <KnpInput label="КНП" description="Три цифры" value={value} onChange={onChange} />
        )}
      </Kept>,
    );
    await expect.element(screen.getByText('Три цифры')).toBeVisible();
    const input = screen.container.querySelector('input')!;
    const code = screen.container.querySelector('option')!;
    await userEvent.fill(input, code.value);
    expect(screen.getByText('Три цифры').elements()).toHaveLength(0);
    await expect.element(screen.getByText(code.textContent).last()).toBeInTheDocument();
    await userEvent.fill(input, '12a345');
    expect(input.value).toBe('123');
  });
});

describe('lists of facts', () => {
  it('a value that can be copied has its button, others have none', async () => {
    const screen = await show(
      <KeyValue
        rows={[
          { label: 'БИН', value: '180340000018', copy: '180340000018' },
          { label: 'Адрес', value: 'Алматы' },
        ]}
      />,
    );
    expect(screen.getByRole('button').elements()).toHaveLength(1);
    await expect.element(screen.getByRole('button', { name: 'Скопировать: БИН' })).toBeVisible();
  });

  it('a figure with an address names what it leads to', async () => {
    const screen = await show(
      <Figures
        figures={[
          { name: 'Ждут', value: '3', href: '/acts?mine' },
          { name: 'Всего', value: '12' },
        ]}
      />,
    );
    await expect.element(screen.getByRole('link', { name: 'Ждут: 3' })).toHaveAttribute('href', '/acts?mine');
    expect(screen.getByRole('link').elements()).toHaveLength(1);
  });

  it('history tells who, what and when', async () => {
    const entries = [
      { key: 2, at: '2026-11-20T06:00:00Z', title: 'Подписан', who: 'Асель', note: 'Ключ 7f' },
      { key: 1, at: '2026-11-19T06:00:00Z', title: 'Создан' },
    ];
    const screen = await show(<Timeline entries={entries} />);
    const rows = screen.getByRole('listitem');
    await expect.poll(() => rows.nth(0).element().textContent).toMatch(/Подписан.*Асель.*Ключ 7f/);
    expect(rows.nth(1).element().textContent).not.toContain('·');
    const time = rows.nth(0).element().querySelector('time')!;
    expect([time.dateTime, time.title]).toEqual(['2026-11-20T06:00:00Z', expect.stringContaining('11:00')]);
  });

  it.each([
    [0, 0, false],
    [3, 3, false],
    [20, 20, false],
    [21, 20, true],
  ])('of %i refused rows %i are named, and that there are more: %s', async (count, shown, more) => {
    const refused = Array.from({ length: count }, (_row, at) => ({
      line: at + 1,
      message: `Строка ${at + 1}:`,
    }));
    const screen = await show(<RefusedLines refused={refused} title="Не взяты" />);
    expect(screen.container.textContent.match(/Строка \d+:/g) ?? []).toHaveLength(shown);
    expect(screen.container.textContent.includes('…')).toBe(more);
    expect(screen.container.textContent.includes(`(${count})`)).toBe(count > 0);
  });

  it.each([
    [undefined, 0],
    ['Реквизиты', 1],
  ])('a card named %s has %i headings', async (title, count) => {
    const screen = await show(<Card {...(title && { title })}>текст</Card>);
    expect(screen.getByRole('heading', { level: 2 }).elements()).toHaveLength(count);
  });
});

describe('the foot of a form', () => {
  const foot = (props: object = {}) =>
    show(<FormFoot submit="Сохранить" busy={false} onCancel={() => undefined} {...props} />);

  it.each([
    [null, 0],
    ['', 0],
    [false, 0],
    ['Нет связи', 1],
  ])('with the failure %j speaks %i times', async (error, count) => {
    const screen = await foot({ error });
    expect(screen.getByRole('alert').elements()).toHaveLength(count);
  });

  it('cannot be left while the deed is done', async () => {
    const screen = await foot({ busy: true });
    await expect.element(screen.getByRole('button', { name: 'Отмена' })).toBeDisabled();
  });

  it('stops the deed, not the way out, while something is missing', async () => {
    const screen = await foot({ disabled: true });
    await expect.element(screen.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
    await expect.element(screen.getByRole('button', { name: 'Отмена' })).toBeEnabled();
  });
});
