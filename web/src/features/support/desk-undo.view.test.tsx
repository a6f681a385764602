import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import { TICKET_STATUS_IDS } from '@kelisim/shared/features/support/ticket-status.ts';
import ru from '@kelisim/shared/texts/ru/support.ts';
import ui from '@kelisim/shared/texts/ru/ui.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { ToastArea } from '../../ui/toast-area.tsx';
import { toasts } from '../../ui/toasts.ts';
import AnswersWindow from './answers-window.tsx';
import { StatusButtons } from './status-buttons.tsx';
import { useTicket } from './support.data.ts';

const ANSWER = { id: 7, title: 'Ключ', text_ru: 'Обновите ключ', text_kz: 'Кілтті жаңартыңыз' };
let ticket: Ticket;
let answers: (typeof ANSWER)[];
const sent: string[] = [];

const rendered = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** The desk of a server with one ticket and one ready answer, which does what it is asked. */
async function serve(method: string, path: string, body: string) {
  if (method !== 'GET') sent.push(`${method} ${path} ${body}`.trim());
  if (path.endsWith('/status')) {
    ticket = { ...ticket, status_id: Number(/\d+/.exec(body)) };
    // An open ticket is read every few seconds: here it is before the answer to the deed.
    await queryClient.refetchQueries();
    await rendered();
  }
  if (method === 'DELETE') answers = [];
  if (path.endsWith('/restore')) answers = [ANSWER];
  return path.includes('/tickets/') ? ticket : path.endsWith('/answers') ? answers : ANSWER;
}

beforeEach(async () => {
  await loadTexts(['support', 'ui']);
  sent.length = 0;
  answers = [ANSWER];
  ticket = {
    id: 5,
    company_name: 'ТОО «Заказчик»',
    user_id: 1,
    user_name: 'Асель',
    theme_id: 1,
    status_id: TICKET_STATUS_IDS.waiting_for_user,
    text: 'Не открывается',
    created_at: '2026-11-26T02:00:00.000Z',
    last_message_at: '2026-11-26T02:00:00.000Z',
    read_by_admin: true,
    read_by_business: true,
    locale: 'ru',
  };
  vi.spyOn(window, 'fetch').mockImplementation(async (url, request) => {
    const { pathname } = new URL(String(url), location.origin);
    const body = typeof request?.body === 'string' ? request.body : String(request?.body ?? '');
    return Response.json(
      await serve(request?.method ?? 'GET', pathname.replace('/api/v1/support', ''), body),
    );
  });
});
afterEach(() => {
  for (const { id } of toasts.shown()) toasts.close(id);
  vi.restoreAllMocks();
  queryClient.clear();
});

/** As the page does: the buttons are of the ticket as it was read last. */
function Desk() {
  const { data } = useTicket(5, 'support');
  return data ? <StatusButtons ticket={data} /> : null;
}

it('takes a ticket back to the state it was in when the button was pressed', async () => {
  const screen = await show(
    <>
      <QueryClientProvider client={queryClient}>
        <Desk />
      </QueryClientProvider>
      <ToastArea />
    </>,
  );
  await screen.getByRole('button', { name: ru.action.resolve, exact: true }).click();
  // It has been read again by the time the way back is offered.
  await expect.element(screen.getByRole('button', { name: ru.action.close, exact: true })).toBeVisible();
  await screen.getByRole('button', { name: ui.undo.deed }).click();
  await expect.element(screen.getByText(ui.undo.done)).toBeVisible();
  expect(sent).toEqual(['POST /tickets/5/status status_id=4', 'POST /tickets/5/status status_id=3']);
  await expect.element(screen.getByRole('button', { name: ru.action.resolve, exact: true })).toBeVisible();
});

it('brings a deleted answer back into the list that is open', async () => {
  const screen = await show(
    <>
      <AnswersWindow onClose={() => undefined} />
      <ToastArea />
    </>,
  );
  await screen.getByRole('button', { name: /^Ключ/ }).click();
  await screen.getByRole('button', { name: ru.answers.delete }).click();
  const question = screen.getByRole('dialog', { name: 'Удалить ответ «Ключ»?' });
  await question.getByRole('button', { name: ru.answers.delete }).click();
  await expect.element(screen.getByText(ru.answers.empty)).toBeVisible();
  const said = screen.getByRole('status').filter({ hasText: 'Ответ «Ключ» удалён' });
  await said.getByRole('button', { name: ui.undo.deed }).click();
  await expect.element(screen.getByRole('button', { name: /^Ключ/ })).toBeVisible();
  expect(sent).toEqual(['DELETE /admin/answers/7', 'POST /admin/answers/7/restore']);
});
