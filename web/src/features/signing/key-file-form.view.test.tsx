import ru from '@kelisim/shared/texts/ru/signing.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { KeyFileForm } from './key-file-form.tsx';
import type { OpenAnswer } from './signer.ts';
import type { OpenFailure } from './signing-messages.ts';

beforeEach(() => loadTexts(['signing']));

type Open = (file: Uint8Array, password: string) => Promise<OpenAnswer>;

async function form(answer: Open) {
  const onOpen = vi.fn(answer);
  const screen = await show(<KeyFileForm onOpen={onOpen} />);
  const choose = () =>
    userEvent.upload(
      screen.getByLabelText(ru.how.file, { exact: true }).last(),
      new File(['ключ'], 'key.p12'),
    );
  const password = screen.getByLabelText(ru.how.password, { exact: true });
  const open = screen.getByRole('button', { name: ru.how.open });
  return { screen, onOpen, choose, password, open };
}
const failing = (failure: OpenFailure) => () => Promise.resolve({ failure });

it('asks for no password before there is a file, and then the hand is on it', async () => {
  const { choose, password } = await form(failing('no_key'));
  expect(password.elements()).toEqual([]);
  await choose();
  await expect.element(password).toHaveFocus();
});

it('does not open a key without a password', async () => {
  const { choose, password, open, onOpen } = await form(failing('no_key'));
  await choose();
  await open.click();
  await expect.element(password).toHaveAccessibleDescription(ru.how.no_password);
  await expect.element(password).toHaveFocus();
  expect(onOpen).not.toHaveBeenCalled();
});

it('hands over the bytes and the password', async () => {
  const { choose, password, open, onOpen } = await form(() => Promise.resolve({ keys: [] }));
  await choose();
  await password.fill('Qwerty12');
  await open.click();
  await expect.poll(() => onOpen.mock.calls).toEqual([[new TextEncoder().encode('ключ'), 'Qwerty12']]);
});

it('says that the password is wrong at the password, marked to be typed again', async () => {
  const { choose, password, open } = await form(failing('wrong_password'));
  await choose();
  await password.fill('Qwerty12');
  await open.click();
  await expect.element(password).toHaveAccessibleDescription(ru.how.wrong_password);
  const input = password.element() as HTMLInputElement;
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 8]);
});

it.each<[string, Open, string]>([
  ['is no key', failing('not_pkcs12'), ru.how.not_pkcs12],
  ['has no key in it', failing('no_key'), ru.how.no_key],
  ['is of an unknown kind', failing('unsupported'), ru.how.unsupported],
  ['breaks the program', () => Promise.reject(new Error('worker')), ru.how.broken],
])('says at the file that it %s, until another is chosen', async (_name, answer, words) => {
  const { screen, choose, password, open } = await form(answer);
  await choose();
  await password.fill('Qwerty12');
  await open.click();
  await expect.element(screen.getByText(words)).toBeVisible();
  await choose();
  await expect.poll(() => screen.getByText(words).elements()).toEqual([]);
});

it('opens once however often it is asked, and takes no other file meanwhile', async () => {
  let end: (answer: OpenAnswer) => void = () => undefined;
  const { screen, choose, password, open, onOpen } = await form(
    () => new Promise<OpenAnswer>((done) => (end = done)),
  );
  await choose();
  await password.fill('Qwerty12');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.poll(() => onOpen.mock.calls).toHaveLength(1);
  await expect.element(password).toHaveAttribute('readonly');
  expect(screen.container.querySelector('input[type=file]')).toHaveProperty('disabled', true);
  end({ keys: [] });
  await expect.element(open).toBeEnabled();
  expect(onOpen).toHaveBeenCalledOnce();
});

it('shows the password only while it is asked to', async () => {
  const { screen, choose, password } = await form(failing('no_key'));
  await choose();
  await expect.element(password).toHaveAttribute('type', 'password');
  await screen.getByRole('button', { name: ru.how.show_password }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
});
