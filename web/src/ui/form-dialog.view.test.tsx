import { TextInput } from '@mantine/core';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { ApiError, DECLINED } from '../platform/api-error.ts';
import { FormDialog } from './form-dialog.tsx';
import { useForm } from './use-form.ts';

const limits = {
  title: { required: true, max: 5 },
  knp: { kind: 'field.knp', pattern: '^\\d{3}$' },
} as const;

function Dialog({ save }: { save: (values: object) => Promise<unknown> }) {
  const form = useForm({ title: '', knp: '' }, { limits, words: { knp: 'Три цифры' } });
  return (
    <FormDialog title="Проба" form={form} submit="Сделать" save={save} onClose={() => undefined}>
      <TextInput label="КНП" {...form.field('knp')} />
      <TextInput label="Название" {...form.field('title')} />
    </FormDialog>
  );
}

async function dialog(save = vi.fn<(values: object) => Promise<unknown>>(async () => undefined)) {
  const screen = await show(<Dialog save={save} />);
  const title = screen.getByRole('textbox', { name: 'Название' });
  const knp = screen.getByRole('textbox', { name: 'КНП' });
  const submit = () => screen.getByRole('button', { name: 'Сделать' }).click();
  return { screen, save, title, knp, submit };
}

it('says what is missing or wrong, goes to the first of it and saves nothing', async () => {
  const { screen, save, knp, submit } = await dialog();
  await knp.fill('84');
  await submit();
  await expect.element(screen.getByText('Три цифры')).toBeVisible();
  await expect.element(screen.getByText('Заполните это поле.')).toBeVisible();
  await expect.element(knp).toHaveFocus();
  expect(save).not.toHaveBeenCalled();
  await knp.fill('841');
  await expect.element(screen.getByText('Три цифры')).not.toBeInTheDocument();
});

it('takes the length of a text from its limits', async () => {
  const { title } = await dialog();
  await expect.element(title).toHaveAttribute('maxlength', '5');
  await expect.element(title).toBeRequired();
});

it('saves by Enter, once however often it is pressed', async () => {
  let done = () => undefined as void;
  const save = vi.fn<(values: object) => Promise<unknown>>(
    () => new Promise<void>((resolve) => (done = resolve)),
  );
  const { title } = await dialog(save);
  await title.fill('Акт');
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  await expect.poll(() => save.mock.calls).toEqual([[{ title: 'Акт', knp: '' }]]);
  done();
});

it('shows a fault of the server at its field until that is changed, and any other above the buttons', async () => {
  const save = vi
    .fn<(values: object) => Promise<unknown>>()
    .mockRejectedValueOnce(new ApiError(400, 'x.taken', 'Название занято', { field: 'title' }))
    .mockRejectedValueOnce(new ApiError(409, 'x.late', 'Уже поздно', { field: 'elsewhere' }))
    .mockRejectedValueOnce(new ApiError(0, DECLINED, DECLINED));
  const { screen, title, submit } = await dialog(save);
  await title.fill('Акт');
  await submit();
  await expect.element(screen.getByText('Название занято')).toBeVisible();
  await expect.element(title).toHaveFocus();
  await title.fill('Акт 2');
  await expect.element(screen.getByText('Название занято')).not.toBeInTheDocument();
  await submit();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Уже поздно');
  await submit();
  await expect.poll(() => save.mock.calls.length).toBe(3);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});
