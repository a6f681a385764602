import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { EventType } from '@kelisim/shared/features/events/event-types.ts';
import { Kept, show } from '../../../test/show.tsx';
import type { Answer } from '../../platform/api.ts';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import { EndpointsCard } from './endpoints-card.tsx';
import { EventChoice } from './event-choice.tsx';
import LogWindow from './log-window.tsx';

type Endpoint = Answer<'webhooks.get'>;
type Delivery = Answer<'webhooks.delivery'>;

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const endpoint = (more: Partial<Endpoint> = {}): Endpoint => ({
  id: 1,
  url: 'https://erp.example.kz/hooks',
  name: '',
  types: [],
  state: 'on',
  off_why: null,
  failing_since: null,
  secret_set_at: '2026-11-20T05:00:00.000Z',
  former_until: null,
  waiting: 0,
  created_at: '2026-11-20T05:00:00.000Z',
  ...more,
});

const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  earlier: [],
  id: 5,
  message_id: 'evt_5',
  type: 'act.signed',
  state: 'failed',
  attempts: 10,
  created_at: '2026-11-20T05:00:00.000Z',
  tried_at: '2026-11-23T05:00:00.000Z',
  next_at: null,
  took_ms: 15_000,
  status: null,
  fault: 'timeout',
  request: { headers: { 'webhook-id': 'evt_5' }, body: '{"type":"act.signed"}' },
  answer: null,
  ...more,
});

async function showCard(items: Endpoint[]) {
  await loadTexts(['webhooks']);
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  queryClient.setQueryData(callKey('webhooks.list'), { items });
  return show(<EndpointsCard is_director />);
}

test('each endpoint says how it stands, and what can be done with it', async () => {
  const screen = await showCard([
    endpoint({ waiting: 3, failing_since: '2026-11-23T04:30:00.000Z' }),
    endpoint({ id: 2, name: 'Склад', state: 'off', off_why: 'gone', types: ['act.paid'] }),
  ]);
  const [first, second] = screen.getByRole('listitem').all();
  await expect.element(first!).toMatchTextContent('Не принимает события с 23.11.2026, 09:30, повторяем');
  await expect.element(first!).toMatchTextContent('Ждут отправки: 3');
  await expect
    .element(second!)
    .toMatchTextContent('Выключен: адрес ответил, что больше не принимает события');
  await expect.element(second!).toMatchTextContent('Выбрано событий: 1');
  screen.getByRole('button', { name: 'Действия с адресом «Склад»' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('menuitem', { name: 'Включить' })).toBeVisible();
  // To one that is off nothing is sent.
  await expect
    .element(screen.getByRole('menuitem', { name: 'Отправить проверочное событие' }))
    .not.toBeInTheDocument();
});

test('without an endpoint it says what it is for, and a deputy is told whose affair it is', async () => {
  const screen = await showCard([]);
  await expect.element(screen.getByText('Адресов пока нет')).toBeVisible();
  const other = await show(<EndpointsCard is_director={false} />);
  await expect.element(other.getByText('Вебхуки настраивает только руководитель')).toBeVisible();
});

test('ten endpoints are as many as there may be', async () => {
  const screen = await showCard(Array.from({ length: 10 }, (_, at) => endpoint({ id: at + 1 })));
  await expect.element(screen.getByRole('listitem').nth(9)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Добавить адрес' })).not.toBeInTheDocument();
});

test('events are taken one by one or by what they are about', async () => {
  await loadTexts(['webhooks']);
  const heard = vi.fn();
  const screen = await show(
    <Kept<EventType[]> value={['run.failed']} heard={heard}>
      {(chosen, onChange) => <EventChoice chosen={chosen} onChange={onChange} />}
    </Kept>,
  );
  const runs = screen.getByRole('group').filter({ hasText: 'Большие операции: 1 из 4' });
  await expect.element(runs.getByRole('checkbox', { name: 'не удалась' }).first()).toBeChecked();
  await screen.getByRole('checkbox', { name: 'Все из этого раздела' }).click();
  expect(heard).toHaveBeenLastCalledWith(['run.started', 'run.finished', 'run.failed', 'run.stopped']);
  await screen.getByRole('checkbox', { name: 'не удалась' }).click();
  expect(heard).toHaveBeenLastCalledWith(['run.started', 'run.finished', 'run.stopped']);
  await expect.element(screen.getByText('Большие операции: 3 из 4')).toBeVisible();
});

test('a delivery that failed shows what was sent and why nothing came back', async () => {
  await loadTexts(['webhooks']);
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  const earlier = [
    { at: '2026-11-20T05:00:00.000Z', took_ms: 90, status: 503, fault: 'status' as const, answer: 'busy' },
    {
      at: '2026-11-20T05:00:05.000Z',
      took_ms: 15_000,
      status: null,
      fault: 'timeout' as const,
      answer: null,
    },
  ];
  const item = delivery({ earlier });
  const params = { endpoint_id: 1 };
  queryClient.setQueryData(callKey('webhooks.deliveries', { params, query: { page: 1, limit: 20 } }), {
    items: [item],
    pages: 1,
    total: 1,
    is_exact: true,
  });
  queryClient.setQueryData(callKey('webhooks.delivery', { params: { ...params, delivery_id: 5 } }), item);
  const screen = await show(<LogWindow item={endpoint()} stale={[]} onClose={() => {}} />);
  const row = screen.getByRole('listitem').first();
  await expect.element(row).toMatchTextContent('Акт: подписан обеими сторонами');
  await expect.element(row).toMatchTextContent('Нет ответа за 15 секунд');
  await row.getByText('Акт: подписан обеими сторонами').click();
  await expect.element(row.getByLabelText('Запрос')).toMatchTextContent('webhook-id: evt_5');
  await expect.element(row.getByText('Ответа нет')).toBeVisible();
  // The newest first, as everywhere.
  const attempts = row.getByRole('listitem');
  await expect.element(attempts.first()).toMatchTextContent('20.11.2026, 10:00 · Нет ответа');
  await expect.element(attempts.last()).toMatchTextContent('Ответ 503');
  await expect.element(attempts.last()).toMatchTextContent('busy');
  await expect.element(row.getByRole('button', { name: 'Отправить ещё раз' })).toBeEnabled();
});
