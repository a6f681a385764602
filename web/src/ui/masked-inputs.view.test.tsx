import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { switchLocale } from '../platform/i18n.ts';
import { Kept, show } from '../../test/show.tsx';
import { DateInput, type DateInputProps } from './date-input.tsx';
import { BinIinInput, IbanInput, PhoneInput } from './id-inputs.tsx';
import { MoneyInput, NumberInput } from './number-input.tsx';

type Field = typeof BinIinInput | typeof IbanInput | typeof PhoneInput | typeof MoneyInput | typeof DateInput;

/** A field with its name, the last value it told, and its input. */
async function field(Input: Field, value = '', props: Partial<DateInputProps> = {}) {
  const heard = vi.fn<(value: string) => void>();
  const screen = await show(
    <Kept value={value} heard={heard}>
      {(kept, onChange) => <Input {...props} label="Поле" value={kept} onChange={onChange} />}
    </Kept>,
  );
  const input = screen.getByRole('textbox', { name: 'Поле' });
  return {
    screen,
    input,
    element: input.element() as HTMLInputElement,
    said: () => heard.mock.lastCall?.[0],
  };
}

async function paste(element: HTMLInputElement, text: string): Promise<void> {
  element.focus();
  document.execCommand('insertText', false, text);
}

describe('БИН and ИИН', () => {
  it('takes twelve digits and leaves out the rest', async () => {
    const { input, said } = await field(BinIinInput);
    await input.fill('95 0312-400187 99');
    await expect.element(input).toHaveValue('950312400187');
    expect(said()).toBe('950312400187');
  });

  it('complains only when it is left', async () => {
    const { input, screen } = await field(BinIinInput);
    await input.fill('9503');
    expect(screen.container.textContent).not.toContain('Нужно 12 цифр');
    await userEvent.tab();
    await expect.element(screen.getByText('Нужно 12 цифр')).toBeVisible();
    await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  });

  it('knows a wrong check digit', async () => {
    const { input, screen } = await field(BinIinInput);
    await input.fill('950312400180');
    await userEvent.tab();
    await expect.element(screen.getByText(/такого БИН или ИИН не бывает/)).toBeVisible();
  });

  it('is quiet with the next change, not when one comes back to it', async () => {
    const { input, screen } = await field(BinIinInput, '9503');
    await input.click();
    await userEvent.tab();
    await expect.element(screen.getByText('Нужно 12 цифр')).toBeVisible();
    await input.click();
    await expect.element(screen.getByText('Нужно 12 цифр')).toBeVisible();
    await input.fill('95031');
    await expect.element(screen.getByText('Нужно 12 цифр')).not.toBeInTheDocument();
  });

  it('shows what the server said of it before its own complaint', async () => {
    const { screen } = await field(BinIinInput, '9503', { error: 'Такой компании нет' });
    await expect.element(screen.getByText('Такой компании нет')).toBeVisible();
  });
});

describe('IBAN', () => {
  it('is written in groups of four and told without blanks', async () => {
    const { input, said } = await field(IbanInput);
    await input.fill('kz86125kzt5004100100');
    await expect.element(input).toHaveValue('KZ86 125K ZT50 0410 0100');
    expect(said()).toBe('KZ86125KZT5004100100');
  });

  it('knows a number that cannot be', async () => {
    const { input, screen } = await field(IbanInput);
    await input.fill('KZ00125KZT5004100100');
    await userEvent.tab();
    await expect.element(screen.getByText(/такого номера счёта не бывает/)).toBeVisible();
  });

  it('keeps the caret in the middle while one types there', async () => {
    const { element } = await field(IbanInput, 'KZ86125KZT5004100100');
    element.focus();
    element.setSelectionRange(4, 4);
    await userEvent.keyboard('{Delete}');
    expect(element.selectionStart).toBe(4);
  });
});

describe('phone', () => {
  it.each(['87012345678', '77012345678', '7012345678', '+7 (701) 234-56-78'])(
    'understands %s',
    async (text) => {
      const { element, said } = await field(PhoneInput);
      await paste(element, text);
      await expect.poll(() => element.value).toBe('+7 701 234 56 78');
      expect(said()).toBe('+77012345678');
    },
  );

  it('says that a landline is no mobile phone', async () => {
    const { input, screen } = await field(PhoneInput);
    await input.fill('87272345678');
    await userEvent.tab();
    await expect.element(screen.getByText(/Нужен номер мобильного/)).toBeVisible();
  });
});

describe('money and numbers', () => {
  it('groups thousands and tells the decimal of the wire', async () => {
    const { input, said } = await field(MoneyInput);
    await input.fill('1234567,8');
    expect((input.element() as HTMLInputElement).value.replace(/\s/g, ' ')).toBe('1 234 567,8');
    expect(said()).toBe('1234567.8');
  });

  it('cuts a third decimal, never rounds', async () => {
    const { input, said } = await field(MoneyInput);
    await input.fill('0,999');
    expect(said()).toBe('0.99');
  });

  it('keeps a comma that waits for its digits', async () => {
    const { input, said } = await field(MoneyInput);
    await input.click();
    await userEvent.keyboard('12,');
    await expect.element(input).toHaveValue('12,');
    expect(said()).toBe('12');
    await userEvent.keyboard('5');
    expect(said()).toBe('12.5');
  });

  it('takes a minus only where a sum may be below nothing', async () => {
    const plain = await field(MoneyInput);
    await plain.input.fill('-5');
    expect(plain.said()).toBe('5');
    await plain.screen.unmount();
    const signed = await field(MoneyInput, '', { signed: true } as never);
    await signed.input.fill('-5');
    expect(signed.said()).toBe('-5');
  });

  it('takes whole numbers only where no digits may follow', async () => {
    const { input, said } = await field(NumberInput);
    await input.fill('12,7');
    expect(said()).toBe('12');
  });

  it('writes a stored value in the reader’s language', async () => {
    await switchLocale('kz');
    const { element } = await field(MoneyInput, '9876543.21');
    expect(element.value.replace(/\s/g, ' ')).toBe('9 876 543,21');
  });
});

describe('date', () => {
  it('writes the dots itself', async () => {
    const { input, said } = await field(DateInput);
    await input.click();
    await userEvent.keyboard('31122026');
    await expect.element(input).toHaveValue('31.12.2026');
    expect(said()).toBe('2026-12-31');
  });

  it('takes a pasted ISO date', async () => {
    const { element, said } = await field(DateInput);
    await paste(element, '2026-02-28');
    await expect.poll(() => element.value).toBe('28.02.2026');
    expect(said()).toBe('2026-02-28');
  });

  it('says that there is no such day, and keeps what was typed', async () => {
    const { input, screen, said } = await field(DateInput);
    await input.click();
    await userEvent.keyboard('31022026');
    await userEvent.tab();
    await expect.element(screen.getByText(/Такой даты нет/)).toBeVisible();
    await expect.element(input).toHaveValue('31.02.2026');
    expect(said() ?? '').toBe('');
  });

  it('empties the value with the first digit that is taken away', async () => {
    const { input, said } = await field(DateInput, '2026-12-31');
    await input.click();
    await userEvent.keyboard('{End}{Backspace}');
    expect(said()).toBe('');
    await expect.element(input).toHaveValue('31.12.202');
  });

  it('leaves the calendar out of the way of the Tab key', async () => {
    const { screen } = await field(DateInput);
    await expect
      .element(screen.getByRole('button', { name: 'Выбрать в календаре' }))
      .toHaveAttribute('tabindex', '-1');
  });

  it('takes a day from the calendar of the device', async () => {
    const { screen, input, said } = await field(DateInput);
    const picker = screen.container.querySelector<HTMLInputElement>('input[type=date]')!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(picker, '2027-01-05');
    picker.dispatchEvent(new Event('input', { bubbles: true }));
    await expect.element(input).toHaveValue('05.01.2027');
    expect(said()).toBe('2027-01-05');
  });
});
