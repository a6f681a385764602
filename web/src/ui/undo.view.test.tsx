import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { ToastArea } from './toast-area.tsx';
import { toasts } from './toasts.ts';
import { offerUndo, UNDO_MS } from './undo.ts';

afterEach(() => {
  for (const { id } of toasts.shown()) toasts.close(id);
  toasts.clearErrors();
});

async function offer(takeBack = vi.fn(async () => {})) {
  const screen = await show(
    <>
      <input aria-label="Поле" />
      <ToastArea />
    </>,
  );
  offerUndo('Акт удалён', takeBack);
  await expect.element(screen.getByText('Акт удалён')).toBeVisible();
  return { screen, takeBack };
}

it('stays for eight seconds and is announced', async () => {
  const { screen } = await offer();
  expect(UNDO_MS).toBe(8_000);
  expect(toasts.shown()[0]).toMatchObject({ life_ms: 8_000 });
  await expect.element(screen.getByRole('status')).toHaveTextContent('Готово. Акт удалёнОтменить');
});

it('takes the deed back by its button, and says so', async () => {
  const { screen, takeBack } = await offer();
  await screen.getByRole('button', { name: 'Отменить' }).click();
  await expect.element(screen.getByText('Отменено: всё как было.')).toBeVisible();
  expect(takeBack).toHaveBeenCalledOnce();
});

it('takes it back once by Ctrl Z, on any layout, and nothing more after that', async () => {
  const { screen, takeBack } = await offer();
  await userEvent.keyboard('{Control>}[KeyZ]{/Control}');
  await expect.element(screen.getByText('Отменено: всё как было.')).toBeVisible();
  await userEvent.keyboard('{Control>}[KeyZ]{/Control}');
  expect(takeBack).toHaveBeenCalledOnce();
});

it('leaves Ctrl Z to whoever types', async () => {
  const { screen, takeBack } = await offer();
  await screen.getByRole('textbox', { name: 'Поле' }).fill('слово');
  await userEvent.keyboard('{Control>}[KeyZ]{/Control}');
  expect(takeBack).not.toHaveBeenCalled();
});

it('stands still while its button has the focus', async () => {
  const { screen } = await offer();
  const button = screen.getByRole('button', { name: 'Отменить' });
  (button.element() as HTMLElement).focus();
  expect(toasts.shown()[0]).toMatchObject({ paused: true });
});

it('says why it could not', async () => {
  const { screen } = await offer(vi.fn(async () => Promise.reject(new Error('x'))));
  await screen.getByRole('button', { name: 'Отменить' }).click();
  await expect.element(screen.getByText('Отменить не удалось')).toBeVisible();
});
