import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Kept, show } from '../../test/show.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmDialogProps } from './confirm-window.tsx';

/** A button that opens the dialog, as on a page. */
function page(props: Partial<ConfirmDialogProps> = {}) {
  const onConfirm = vi.fn<() => Promise<void>>(async () => undefined);
  const screen = show(
    <Kept value={false}>
      {(opened, setOpened) => (
        <>
          <button type="button" onClick={() => setOpened(true)}>
            Открыть
          </button>
          <ConfirmDialog
            opened={opened}
            onClose={() => setOpened(false)}
            title="Аннулировать акт?"
            confirmLabel="Аннулировать"
            onConfirm={onConfirm}
            {...props}
          />
        </>
      )}
    </Kept>,
  );
  return { screen, onConfirm };
}

async function opened(props: Partial<ConfirmDialogProps> = {}) {
  const { screen: coming, onConfirm } = page(props);
  const screen = await coming;
  await screen.getByRole('button', { name: 'Открыть' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Аннулировать акт?' });
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  return { screen, dialog, onConfirm };
}

it('is not there before it is wanted', async () => {
  const { screen } = page();
  await expect.element((await screen).getByRole('dialog')).not.toBeInTheDocument();
});

it('begins at the deed when there is nothing to fill in, so Enter confirms and it closes', async () => {
  const { dialog, onConfirm } = await opened();
  await expect.element(dialog.getByRole('button', { name: 'Аннулировать' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('Escape leaves without the deed and gives the focus back', async () => {
  const { screen, dialog, onConfirm } = await opened();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Открыть' })).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('leads to the content when the button it gave the focus back to goes with its state', async () => {
  let change = (_state: string): void => undefined;
  const screen = await show(
    <Kept value="waits">
      {(state, setState) => {
        change = setState;
        return (
          <main id="content" tabIndex={-1}>
            {state !== 'paid' && (
              <button type="button" onClick={() => setState('asked')}>
                Открыть
              </button>
            )}
            <ConfirmDialog
              opened={state === 'asked'}
              onClose={() => setState('waits')}
              title="Оплатить акт?"
              confirmLabel="Оплатить"
              onConfirm={async () => undefined}
            />
          </main>
        );
      }}
    </Kept>,
  );
  const button = screen.getByRole('button', { name: 'Открыть' });
  await button.click();
  await expect.element(screen.getByRole('button', { name: 'Оплатить' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  // The answer that ends the state comes later than what the closing itself changed.
  await new Promise((later) => setTimeout(later, 200));
  change('paid');
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

it('stays open with the reason when the deed fails, and can be tried again', async () => {
  const failing = vi.fn(async () => {
    throw new Error('сеть');
  });
  const { dialog } = await opened({ onConfirm: failing });
  await dialog.getByRole('button', { name: 'Аннулировать' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Аннулировать' }).click();
  await expect.poll(() => failing.mock.calls.length).toBe(2);
});

it('cannot be left or pressed twice while the deed is done', async () => {
  let done = (): void => undefined;
  const slow = vi.fn(() => new Promise<void>((resolve) => (done = resolve)));
  const { dialog } = await opened({ onConfirm: slow });
  await dialog.getByRole('button', { name: 'Аннулировать' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Отмена' })).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  done();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(slow).toHaveBeenCalledOnce();
});

it('keeps the focus inside', async () => {
  const { dialog } = await opened();
  for (let press = 0; press < 5; press += 1) {
    await userEvent.tab();
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
});

it('does nothing while something is missing', async () => {
  const { dialog, onConfirm } = await opened({ disabled: true, children: <input aria-label="Причина" /> });
  await dialog.getByRole('textbox').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
  expect(onConfirm).not.toHaveBeenCalled();
});
