import ru from '@kelisim/shared/texts/ru/auth.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { meWith } from '../../../test/me.ts';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import { ProveForm } from './prove-form.tsx';

const OPTIONS = {
  way: 'password',
  has_password: true,
  factors: ['passkey'],
  passkey: { challenge: 'AAAA', allowCredentials: [], userVerification: 'required', rpId: 'localhost' },
  challenge: { content: 'x' },
};
let answer: () => Response;

beforeEach(async () => {
  await loadTexts(['auth', 'signing']);
  queryClient.setQueryData(callKey('auth.me'), meWith({}));
  vi.spyOn(window, 'fetch').mockImplementation(async () => answer());
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const open = () =>
  show(
    <QueryClientProvider client={queryClient}>
      <ProveForm onProved={() => undefined} onCancel={() => undefined} />
    </QueryClientProvider>,
  );

it('begins with the passkey, and leads from it to the password', async () => {
  answer = () => Response.json({ ...OPTIONS, way: 'passkey' });
  const screen = await open();
  await expect.element(screen.getByRole('button', { name: ru.prove.passkey })).toHaveFocus();
  expect(screen.getByLabelText(ru.prove.password, { exact: true }).elements()).toEqual([]);
  await screen.getByRole('button', { name: ru.prove.other }).click();
  await expect.element(screen.getByLabelText(ru.prove.password, { exact: true })).toHaveFocus();
});

it('begins with the key of who signs in by it, and leads to the password', async () => {
  answer = () => Response.json({ ...OPTIONS, way: 'signature' });
  const screen = await open();
  await expect.element(screen.getByText('Файл ключа', { exact: false }).first()).toBeVisible();
  expect(screen.getByLabelText(ru.prove.password, { exact: true }).elements()).toEqual([]);
  await screen.getByRole('button', { name: ru.prove.other }).click();
  await expect.element(screen.getByLabelText(ru.prove.password, { exact: true })).toHaveFocus();
});

it('asks for the password where nobody can say what else there is', async () => {
  answer = () => Response.json({ code: 'internal', message: 'x' }, { status: 500 });
  const screen = await open();
  await expect.element(screen.getByLabelText(ru.prove.password, { exact: true })).toHaveFocus();
});
