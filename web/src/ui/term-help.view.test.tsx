import ru from '@kelisim/shared/texts/ru/terms.ts';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { FormDialog } from './form-dialog.tsx';
import { KnpInput } from './knp-input.tsx';
import { TermHelp } from './term-help.tsx';
import { useForm } from './use-form.ts';

const help = () => page.getByRole('button', { name: 'Что такое КНП?' });
const words = () => page.getByRole('dialog', { name: ru.of.knp.name });

it('says by keyboard what a term means, with the source, and gives the focus back', async () => {
  await show(<TermHelp term="knp" word="КНП" />);
  await userEvent.tab();
  await expect.element(help()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(words().getByText(ru.of.knp.means)).toBeVisible();
  await expect.element(words().getByRole('link')).toHaveFocus();
  await expect.element(words().getByRole('link')).toHaveAttribute('href', 'https://adilet.zan.kz');
  await userEvent.keyboard('{Escape}');
  await expect.element(help()).toHaveFocus();
  expect(words().elements()).toEqual([]);
});

it('goes by Escape where there is no source to lead to, too', async () => {
  await show(<TermHelp term="opv" word="ОПВ" />);
  await page.getByRole('button', { name: 'Что такое ОПВ?' }).click();
  const of_opv = page.getByRole('dialog', { name: ru.of.opv.name });
  await expect.element(of_opv.getByText(ru.of.opv.means)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => of_opv.elements()).toEqual([]);
});

it('leaves the name of the field alone', async () => {
  await show(<KnpInput label="КНП" value="" onChange={vi.fn()} />);
  await expect.element(page.getByRole('combobox', { name: 'КНП', exact: true })).toBeVisible();
  await help().click();
  await expect.element(words()).toBeVisible();
});

function Form({ onClose }: { onClose: () => void }) {
  const form = useForm({ knp: '' }, { limits: {} });
  return (
    <FormDialog title="Платёж" form={form} save={async () => undefined} submit="Сохранить" onClose={onClose}>
      <KnpInput label="КНП" {...form.field('knp')} />
    </FormDialog>
  );
}

it('closes alone in a dialog, which stays open', async () => {
  const onClose = vi.fn();
  await show(<Form onClose={onClose} />);
  await help().click();
  await expect.element(words()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => words().elements()).toEqual([]);
  await expect.element(page.getByRole('dialog', { name: 'Платёж' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it('is pressed by a finger on 44 px', async () => {
  await page.viewport(360, 640);
  await show(<TermHelp term="knp" word="КНП" />);
  const mark = help().element();
  const { left, top, width, height } = mark.getBoundingClientRect();
  for (const [x, y] of [
    [left + width / 2 - 8, top + height / 2],
    [left + width / 2 + 21, top + height / 2],
    [left + width / 2, top + height / 2 + 21],
  ] as const)
    expect(document.elementFromPoint(x, y)?.closest('button')).toBe(mark);
});

it.each([{ required: true }, { required: false }])('stands close behind the label, %o', async (rest) => {
  await show(<KnpInput label="КНП" value="" onChange={vi.fn()} {...rest} />);
  const label = document.createRange();
  label.selectNodeContents(document.querySelector('label')!);
  const gap = help().element().getBoundingClientRect().left - label.getBoundingClientRect().right;
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(5);
});
