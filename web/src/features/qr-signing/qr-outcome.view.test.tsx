import ru from '@kelisim/shared/texts/ru/qr-signing.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import type { QrProgress } from './qr-signing.data.ts';
import { QrOutcome } from './qr-outcome.tsx';
import type { Stage } from './qr-stage.ts';

beforeEach(() => loadTexts(['qr-signing']));

const SESSION: QrProgress = {
  id: 1,
  state: 'signed',
  expires_at: '2030-01-01T00:00:00.000Z',
  total: 3,
  signed_count: 3,
  awaited_count: 0,
  errors: [],
};

async function outcome(stage: Stage, more: Partial<QrProgress> | null = null) {
  const onNewCode = vi.fn();
  const session = more && { ...SESSION, ...more };
  const screen = await show(<QrOutcome stage={stage} session={session} onNewCode={onNewCode} />);
  return { screen, onNewCode };
}

it('says nothing while the code waits to be read', async () => {
  const { screen } = await outcome('waiting', { signed_count: 0 });
  expect(screen.container.textContent).toBe('');
});

it.each<[Stage, Partial<QrProgress> | null, string, string]>([
  ['scanned', {}, ru.scanned, ru.scanned_hint],
  ['opened', {}, ru.opened, ru.opened_hint],
  ['signing', {}, ru.signing, ''],
  ['refused', {}, ru.refused, ru.refused_hint],
  ['rejected', {}, ru.refused, ru.rejected_hint],
  ['cancelled', {}, ru.cancelled, ru.cancelled_hint],
  ['expired', null, ru.expired, ru.expired_hint],
  ['signed', {}, ru.signed, 'Подписи под 3 документами проверены и приняты.'],
  ['signed', { signed_count: 2 }, 'Подписано 2 из 3', ''],
  ['awaited', { signed_count: 0, awaited_count: 1 }, ru.awaited, 'НУЦ РК ещё не подтвердил 1 подпись'],
  [
    'awaited',
    { signed_count: 1, awaited_count: 2 },
    'Подписано 1 из 3',
    'НУЦ РК ещё не подтвердил 2 подписи',
  ],
])('says aloud what has come of it: %s', async (stage, more, title, hint) => {
  const { screen } = await outcome(stage, more);
  const status = screen.getByRole('status');
  await expect.element(status.getByText(title, { exact: true })).toBeVisible();
  expect(status.element().textContent.slice(title.length).startsWith(hint)).toBe(true);
  expect(status.element().textContent === title).toBe(hint === '');
});

it.each<[Stage, boolean]>([
  ['cancelled', true],
  ['expired', true],
  ['rejected', true],
  ['refused', false],
  ['scanned', false],
  ['signing', false],
  ['signed', false],
  ['awaited', false],
])('offers another code when this one is used up: %s, %s', async (stage, offers) => {
  const { screen, onNewCode } = await outcome(stage, {});
  await expect.element(screen.getByRole('status')).toBeVisible();
  const button = screen.getByRole('button', { name: ru.new_code });
  expect(button.elements()).toHaveLength(offers ? 1 : 0);
  if (offers) await button.click();
  expect(onNewCode).toHaveBeenCalledTimes(offers ? 1 : 0);
});

const ERRORS = ['Акт изменён', 'Ключ отозван', 'Акт изменён'].map((message, at) => ({
  doc_id: at + 1,
  code: 'conflict',
  message,
}));

it('says each reason once, as an alert', async () => {
  const { screen } = await outcome('refused', { errors: ERRORS });
  const list = screen.getByRole('alert', { name: ru.errors });
  await expect.element(list).toBeVisible();
  expect([...list.element().children].map(({ textContent }) => textContent)).toEqual([
    'Акт изменён',
    'Ключ отозван',
  ]);
});

it('of what the person has cancelled gives no reasons', async () => {
  const { screen } = await outcome('cancelled', { errors: ERRORS });
  await expect.element(screen.getByText(ru.cancelled)).toBeVisible();
  expect(screen.getByRole('alert').elements()).toEqual([]);
});
