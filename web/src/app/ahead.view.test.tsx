import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import acts from '@kelisim/shared/texts/ru/acts.ts';
import lists from '@kelisim/shared/texts/ru/lists.ts';
import notices from '@kelisim/shared/texts/ru/notices.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { actWith } from '../../test/act.ts';
import { show } from '../../test/show.tsx';
import { apiHooks } from '../platform/api.ts';
import { loadTexts } from '../platform/i18n.ts';
import { queryClient, useCall } from '../platform/query.ts';
import { toasts } from '../ui/toasts.ts';
import { ActComments } from '../features/acts/act-comments.tsx';
import OwnViews from '../features/lists/own-views.tsx';
import { ChoicesCard } from '../features/notices/choices-card.tsx';
import News from '../features/notices/news.tsx';

/** What the server has; a deed changes nothing there, for it fails. */
let kept: Record<string, unknown>;
/** Lets the deed fail, which is on its way until then. */
let fail: () => void;
const asked: string[] = [];

beforeEach(async () => {
  await loadTexts(['acts', 'lists', 'notices']);
  asked.length = 0;
  const failed = new Promise<void>((done) => (fail = done));
  vi.spyOn(apiHooks, 'untakenError').mockImplementation(
    (error) => void toasts.error((error as Error).message),
  );
  vi.spyOn(window, 'fetch').mockImplementation(async (url, request) => {
    const { pathname } = new URL(String(url), location.href);
    const path = pathname.replace('/api/v1/', '');
    if ((request?.method ?? 'GET') === 'GET') return Response.json(kept[path] ?? {});
    asked.push(`${request?.method} ${path}`);
    await failed;
    return Response.json({ code: 'internal', message: 'Не сохранилось' }, { status: 500 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
  for (const { id } of toasts.shown()) toasts.close(id);
});

/** Those of the test before still fade. */
const said = () =>
  toasts
    .shown()
    .filter(({ phase }) => phase !== 'closing')
    .map(({ kind, message }) => `${kind}: ${message}`);
const showPart = (part: ReactNode) =>
  show(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);

it('a box of the notices is ticked at once, and empty again with the reason when it was not kept', async () => {
  const item = { kind: 'act_paid', is_locked: false, in_app: true, sms: false, email: false };
  kept = { 'notices/choices': { items: [item], has_sms: true, has_email: true } };
  const screen = await showPart(<ChoicesCard />);
  const event = notices.choices.kind.act_paid;
  const box = screen.getByRole('checkbox', {
    name: fill(notices.choices.switch, { event, channel: notices.choices.email }),
  });
  await box.click();
  await expect.element(box).toBeChecked();
  await expect.element(box).toBeEnabled();
  expect(asked).toEqual(['PUT notices/choices']);
  fail();
  await expect.element(box).not.toBeChecked();
  expect(said()).toEqual(['error: Не сохранилось']);
});

it('notices are read at once, and new again when that was not kept', async () => {
  const notice = (id: number) => ({
    id,
    kind: 'act_paid',
    text: `Оплачен акт ${id}`,
    path: '/lk',
    company: null,
    count: 1,
    is_read: false,
    created_at: '2026-11-20T05:00:00.000Z',
  });
  kept = {
    notices: { items: [notice(2), notice(1)], page: 1, pages: 1, total: 2 },
    'notices/count': { unread: 2 },
  };
  const screen = await showPart(<News onLeave={() => undefined} />);
  const marks = screen.getByRole('img', { name: notices.news.is_new });
  await expect.poll(() => marks.elements()).toHaveLength(2);
  await screen.getByRole('button', { name: notices.news.read_all }).click();
  await expect.poll(() => marks.elements()).toHaveLength(0);
  expect(asked).toEqual(['POST notices/read']);
  fail();
  await expect.poll(() => marks.elements()).toHaveLength(2);
  await expect.element(screen.getByRole('button', { name: notices.news.read_all })).toBeVisible();
  expect(said()).toEqual(['error: Не сохранилось']);
});

it('a view has its new name at once, and its old one when that was not kept', async () => {
  kept = { 'lists/acts/views': [{ id: 4, name: 'Мои', query: { search: 'склад' }, is_default: false }] };
  function Views() {
    const { data: [current] = [] } = useCall('lists.views', { params: { list: 'acts' } });
    return (
      <>
        <p role="status">{current?.name}</p>
        <OwnViews list="acts" tabs={[]} query={current?.query ?? {}} current={current} />
      </>
    );
  }
  const screen = await showPart(<Views />);
  const names = screen.getByRole('status');
  await expect.element(names).toHaveTextContent('Мои');
  screen.getByRole('button', { name: lists.own_views.menu }).element().focus();
  await userEvent.keyboard('{Enter}');
  await screen.getByRole('menuitem', { name: fill(lists.own_views.change, { name: 'Мои' }) }).click();
  await screen.getByRole('textbox', { name: lists.own_views.name }).fill('Склад');
  await userEvent.keyboard('{Enter}');
  await expect.element(names).toHaveTextContent('Склад');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(asked).toEqual(['PUT lists/acts/views/4']);
  fail();
  await expect.element(names).toHaveTextContent('Мои');
  expect(said()).toEqual(['error: Не сохранилось']);
});

it('a comment stands there at once, and in its field with the reason when it was not kept', async () => {
  kept = { 'doc/acts/7/comments': [] };
  const actor = {
    side: 'business',
    rights: new Set<EmployeeRight>(),
    executor_first: false,
    place: null,
  } as const;
  const screen = await showPart(<ActComments act={actWith('sent', { id: 7 })} actor={actor} />);
  const field = screen.getByRole('textbox', { name: acts.comments.field });
  await field.fill('Проверьте сумму');
  await screen.getByRole('button', { name: acts.comments.send }).click();
  const list = screen.getByRole('list', { name: acts.comments.title });
  await expect.element(list).toMatchTextContent('Проверьте сумму');
  await expect.element(field).toHaveValue('');
  fail();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('Проверьте сумму');
  await expect.element(screen.getByText('Не сохранилось')).toBeVisible();
});
