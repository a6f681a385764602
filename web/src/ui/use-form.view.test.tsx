import type { Limits } from '@kelisim/shared/kernel/limits.ts';
import { PasswordInput, TextInput } from '@mantine/core';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ApiError, DECLINED } from '../platform/api-error.ts';
import { show } from '../../test/show.tsx';
import { FormDialog } from './form-dialog.tsx';
import { formDraft } from './form-draft.ts';
import { MoneyInput } from './number-input.tsx';
import { RestoredNote } from './restored-note.tsx';
import { useForm, type FormOptions } from './use-form.ts';

interface Values {
  reason: string;
  amount: string;
  lines: { name: string }[];
}

const limits: Limits = {
  reason: { required: true, max: 20 },
  amount: { kind: 'field.money' },
  'lines.*.name': { required: true, max: 5 },
};

interface SampleProps {
  save: (values: Values) => Promise<unknown>;
  first?: Partial<Values>;
  options?: FormOptions<Values>;
  onClose?: () => void;
}

function Sample({ save, first, options, onClose = () => undefined }: SampleProps) {
  const form = useForm<Values>({ reason: '', amount: '', lines: [], ...first }, { limits, ...options });
  return (
    <FormDialog title="Вернуть акт" form={form} save={save} submit="Вернуть" onClose={onClose}>
      <TextInput label="Причина" {...form.field('reason')} />
      <MoneyInput label="Сумма" {...form.field('amount')} />
      {form.values.lines.map((_line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of this test stay where they are
        <TextInput key={at} label={`Строка ${at + 1}`} {...form.field(`lines.${at}.name`)} />
      ))}
    </FormDialog>
  );
}

async function sample(props: Partial<SampleProps> = {}) {
  const save = vi.fn<(values: Values) => Promise<unknown>>(async () => undefined);
  const screen = await show(<Sample save={save} {...props} />);
  const dialog = screen.getByRole('dialog', { name: 'Вернуть акт' });
  await expect.element(dialog).toBeVisible();
  return {
    screen,
    dialog,
    save,
    reason: dialog.getByRole('textbox', { name: 'Причина' }),
    amount: dialog.getByRole('textbox', { name: 'Сумма' }),
    submit: dialog.getByRole('button', { name: 'Вернуть' }),
  };
}
const fault = (code: string, field?: string) =>
  new ApiError(422, code, `Сервер: ${code}`, field ? { field } : {});

describe('what is wrong before the server is asked', () => {
  it('marks a required field that is empty, focuses it, and does not save', async () => {
    const { submit, reason, save } = await sample();
    await submit.click();
    await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
    await expect.element(reason).toHaveFocus();
    expect(save).not.toHaveBeenCalled();
  });

  it('takes spaces for nothing', async () => {
    const { submit, reason, save } = await sample({ first: { reason: '   ' } });
    await submit.click();
    await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
    expect(save).not.toHaveBeenCalled();
  });

  it('leaves out what is optional and empty', async () => {
    const { submit, save } = await sample({ first: { reason: 'да' } });
    await submit.click();
    await expect.poll(() => save.mock.calls.length).toBe(1);
  });

  it('says it in the words of the page where there are such', async () => {
    const options = { words: { amount: 'Сумма больше нуля' } };
    const { submit, dialog } = await sample({ first: { reason: 'да', amount: '0' }, options });
    await submit.click();
    await expect.element(dialog.getByText('Сумма больше нуля')).toBeVisible();
  });

  it('keeps a paste that the contract does not take, says so at once, and does not save', async () => {
    const { reason, dialog, submit, save } = await sample();
    await expect.element(reason).toBeRequired();
    const pasted = 'Работы не приняты и не оплачены';
    await reason.click();
    // As a paste of the browser, which a `maxlength` cuts.
    document.execCommand('insertText', false, pasted);
    await expect.element(reason).toHaveValue(pasted);
    await expect.element(dialog.getByText('Не длиннее 20 знаков, сейчас их 31.')).toBeVisible();
    await submit.click();
    await expect.element(reason).toHaveFocus();
    expect(save).not.toHaveBeenCalled();
    await reason.fill('Работы не приняты');
    await submit.click();
    await expect.poll(() => save.mock.calls.length).toBe(1);
  });

  it('judges a sum as the contract does', async () => {
    const { submit, amount, save } = await sample({ first: { reason: 'да', amount: '0' } });
    await submit.click();
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
    expect(save).not.toHaveBeenCalled();
  });

  it('marks the entry of a list that is wrong, and no other', async () => {
    const first = { reason: 'да', lines: [{ name: 'один' }, { name: '' }] };
    const { submit, dialog } = await sample({ first });
    await submit.click();
    await expect.element(dialog.getByLabelText(/Строка 2/)).toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog.getByLabelText(/Строка 1/)).not.toHaveAttribute('aria-invalid', 'true');
  });

  it('judges one field against another where the page says so', async () => {
    const check = (values: Values) => ({ amount: values.reason === 'да' ? 'Сумма не нужна' : undefined });
    const { submit, dialog } = await sample({ first: { reason: 'да', amount: '5' }, options: { check } });
    await submit.click();
    await expect.element(dialog.getByText('Сумма не нужна')).toBeVisible();
  });

  it('the fault goes when the field is changed', async () => {
    const { submit, reason } = await sample();
    await submit.click();
    await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
    await reason.fill('так');
    await expect.element(reason).not.toHaveAttribute('aria-invalid', 'true');
  });
});

describe('what the server says', () => {
  it('puts the fault of a field at the field, and focuses it', async () => {
    const save = vi.fn(async () => {
      throw fault('act.reason_short', 'reason');
    });
    const { submit, reason, dialog } = await sample({ first: { reason: 'да' }, save });
    await submit.click();
    await expect.element(dialog.getByText('Сервер: act.reason_short')).toBeVisible();
    await expect.element(reason).toHaveFocus();
    expect(dialog.getByRole('alert').elements()).toHaveLength(0);
  });

  it('keeps it until the value changes', async () => {
    const save = vi.fn(async () => {
      throw fault('act.reason_short', 'reason');
    });
    const { submit, reason, amount, dialog } = await sample({ first: { reason: 'да' }, save });
    await submit.click();
    await expect.element(dialog.getByText('Сервер: act.reason_short')).toBeVisible();
    await amount.fill('7');
    await expect.element(dialog.getByText('Сервер: act.reason_short')).toBeVisible();
    await reason.fill('нет');
    await expect.element(dialog.getByText('Сервер: act.reason_short')).not.toBeInTheDocument();
  });

  it.each([undefined, 'somewhere_else'])('shows a fault of «%s» above the buttons', async (field) => {
    const save = vi.fn(async () => {
      throw fault('act.wrong_state', field);
    });
    const { submit, dialog } = await sample({ first: { reason: 'да' }, save });
    await submit.click();
    await expect
      .poll(() => dialog.getByRole('alert').element().textContent)
      .toMatch('Сервер: act.wrong_state');
  });

  it('finds the field by the name it has here', async () => {
    const save = vi.fn(async () => {
      throw fault('act.reason_short', 'comment');
    });
    const { submit, reason } = await sample({
      first: { reason: 'да' },
      save,
      options: { fieldOf: (wire) => (wire === 'comment' ? 'reason' : wire) },
    });
    await submit.click();
    await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
  });

  it('is quiet about a proof that was not given', async () => {
    const save = vi.fn(async () => {
      throw new ApiError(0, DECLINED, DECLINED);
    });
    const { submit, dialog } = await sample({ first: { reason: 'да' }, save });
    await submit.click();
    await expect.element(submit).toBeEnabled();
    await expect.poll(() => save.mock.calls.length).toBe(1);
    expect(dialog.getByRole('alert').elements()).toHaveLength(0);
  });

  it('lets one try again, and forgets the failure', async () => {
    const save = vi.fn<(values: Values) => Promise<void>>();
    save.mockRejectedValueOnce(fault('act.wrong_state')).mockResolvedValue(undefined);
    const { submit, dialog } = await sample({ first: { reason: 'да' }, save });
    await submit.click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await submit.click();
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
    expect(save).toHaveBeenCalledTimes(2);
  });
});

describe('saving', () => {
  it('Enter in a field saves, with the values as the wire has them', async () => {
    const { reason, amount, save } = await sample();
    await amount.fill('1 500,5');
    await reason.fill('да');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => save.mock.lastCall?.[0]).toMatchObject({ reason: 'да', amount: '1500.5' });
  });

  it('saves once however often it is asked, and cannot be left meanwhile', async () => {
    let done = (): void => undefined;
    const save = vi.fn(() => new Promise<void>((resolve) => (done = resolve)));
    const onClose = vi.fn();
    const { reason, dialog } = await sample({ save, onClose });
    await reason.fill('да');
    await userEvent.keyboard('{Enter}{Enter}{Enter}{Escape}');
    await expect.element(dialog.getByRole('button', { name: 'Отмена' })).toBeDisabled();
    expect(onClose).not.toHaveBeenCalled();
    done();
    await expect.element(dialog.getByRole('button', { name: 'Отмена' })).toBeEnabled();
    expect(save).toHaveBeenCalledOnce();
  });

  it('Escape leaves', async () => {
    const onClose = vi.fn();
    const { dialog } = await sample({ onClose });
    await dialog.getByRole('textbox', { name: 'Причина' }).click();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each(['Escape', 'the cross', 'a click outside'])(
    '%s asks before what was typed is lost',
    async (way) => {
      const onClose = vi.fn();
      const { dialog, reason, screen } = await sample({ onClose });
      const question = screen.getByRole('dialog', { name: 'Закрыть без сохранения?' });
      const leave = async () => {
        if (way === 'Escape') await userEvent.keyboard('{Escape}');
        else if (way === 'the cross') await dialog.getByRole('button', { name: 'Закрыть' }).click();
        else await userEvent.click(document.body, { position: { x: 2, y: 2 } });
      };
      await reason.fill('да');
      await leave();
      await expect.element(question.getByRole('button', { name: 'Продолжить ввод' })).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await expect.element(question).not.toBeInTheDocument();
      await expect.element(reason).toHaveFocus();
      await expect.element(reason).toHaveValue('да');
      await leave();
      await userEvent.keyboard('{Escape}');
      await expect.element(question).not.toBeInTheDocument();
      expect(onClose).not.toHaveBeenCalled();
      await leave();
      await question.getByRole('button', { name: 'Закрыть' }).click();
      expect(onClose).toHaveBeenCalledOnce();
    },
  );

  it.each<[string, Partial<SampleProps>, string]>([
    ['typed and taken back', {}, ''],
    ['kept', { options: { draft: { read: () => null, keep: () => undefined } } }, 'да'],
  ])('Escape leaves at once what was %s', async (_, props, last) => {
    const onClose = vi.fn();
    const { reason } = await sample({ ...props, onClose });
    await reason.fill('нет');
    await reason.fill(last);
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('«Отмена» is meant', async () => {
    const onClose = vi.fn();
    const { dialog, reason } = await sample({ onClose });
    await reason.fill('да');
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    expect(onClose).toHaveBeenCalledOnce();
  });
});

it('focuses a password that is wrong', async () => {
  function Entry() {
    const form = useForm({ name: 'Асель', password: '' }, { limits: { password: { required: true } } });
    return (
      <form {...form.bind(async () => undefined)}>
        <TextInput label="Имя" {...form.field('name')} />
        <PasswordInput label="Пароль" {...form.field('password')} />
        <button type="submit">Войти</button>
      </form>
    );
  }
  const screen = await show(<Entry />);
  await screen.getByRole('button', { name: 'Войти' }).click();
  await expect.poll(() => document.activeElement?.getAttribute('type')).toBe('password');
});

describe('what was typed before', () => {
  const empty = { reason: '', amount: '', lines: [] };
  const draft = formDraft<Values>('sample', empty, 'sessionStorage');

  it('is what the form begins with, and what is typed is kept', async () => {
    draft.keep({ ...empty, reason: 'сумма' });
    const { reason, amount } = await sample({ options: { draft } });
    await expect.element(reason).toHaveValue('сумма');
    await amount.fill('12');
    expect(draft.read()).toEqual({ reason: 'сумма', amount: '12' });
    draft.keep(null);
  });

  it('is forgotten with an empty form', async () => {
    draft.keep({ ...empty, reason: 'сумма' });
    function Note() {
      const form = useForm<Values>(empty, { draft });
      return (
        <>
          <RestoredNote form={form} said="Мы сохранили" clear="Заново" />
          <TextInput label="Причина" {...form.field('reason')} />
        </>
      );
    }
    const screen = await show(<Note />);
    await screen.getByRole('button', { name: 'Заново' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Причина' })).toHaveValue('');
    expect(draft.read()).toBeNull();
  });
});
