import ru from '@kelisim/shared/texts/ru/auth.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { EntryField } from './entry-field.tsx';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';

beforeEach(() => loadTexts(['auth']));

describe('the strength of a password', () => {
  it('says nothing before it is known, and keeps its place', async () => {
    const screen = await show(<StrengthMeter strength={null} />);
    const height = () => screen.container.getBoundingClientRect().height;
    const before = height();
    expect(screen.container.textContent.trim()).toBe('');
    expect(before).toBeGreaterThan(0);
    await screen.rerender(<StrengthMeter strength={{ score: 2, fault: null }} />);
    expect(height()).toBe(before);
  });

  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ] as const)('of %i is said in a word, and by %i bars', async (score, bars) => {
    const screen = await show(<StrengthMeter strength={{ score, fault: null }} />);
    const meter = screen.getByRole('meter', { name: ru.strength.label });
    await expect.element(meter).toHaveAttribute('aria-valuenow', String(score));
    await expect.element(meter).toHaveAttribute('aria-valuetext', ru.strength[`score_${score}`]);
    expect(meter.element().querySelectorAll('[data-on]')).toHaveLength(bars);
  });
});

describe('a field of the sign-in', () => {
  it('is named by its label and has nothing to complain of', async () => {
    const screen = await show(<EntryField label="Почта" name="email" />);
    await expect.element(screen.getByRole('textbox', { name: 'Почта' })).not.toHaveAttribute('aria-invalid');
  });

  it('says what is wrong with it to a screen reader too', async () => {
    const screen = await show(<EntryField label="Почта" error="Нет такой почты" />);
    const field = screen.getByRole('textbox', { name: 'Почта' });
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveAccessibleDescription('Нет такой почты');
  });

  it('of a password shows it while it is asked to, and keeps what was typed', async () => {
    const screen = await show(<PasswordField label="Пароль" defaultValue="Qwerty12" />);
    const field = screen.getByLabelText('Пароль', { exact: true });
    const eye = screen.getByRole('button', { name: ru.show_password });
    for (const [type, pressed] of [
      ['password', 'false'],
      ['text', 'true'],
      ['password', 'false'],
    ] as const) {
      await expect.element(field).toHaveAttribute('type', type);
      await expect.element(eye).toHaveAttribute('aria-pressed', pressed);
      await eye.click();
    }
    await expect.element(field).toHaveValue('Qwerty12');
  });

  it('of a password is not corrected by the keyboard of a phone', async () => {
    const screen = await show(<PasswordField label="Пароль" />);
    const field = screen.getByLabelText('Пароль', { exact: true });
    await expect.element(field).toHaveAttribute('autocapitalize', 'none');
    await expect.element(field).toHaveAttribute('spellcheck', 'false');
    await userEvent.click(field);
    await expect.element(field).toHaveFocus();
  });
});
