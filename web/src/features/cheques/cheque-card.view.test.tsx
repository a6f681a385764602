import type { ActCheque } from '@kelisim/shared/features/taxes/act-cheques.contract.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { loadTexts, switchLocale } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import ChequeCard from './cheque-card.tsx';

const ACT = { params: { act_id: 7 } };
const LINK = 'https://esb.kgd.gov.kz/taxpay-check-core/get-check-report?check_id=1&ip_reg_id=2';
type Cheque = NonNullable<ActCheque['cheque']>;

const cheque = (more: Partial<Cheque> = {}): Cheque => ({
  issuer: 'esalyq',
  state: 'right',
  differs: [],
  report: {
    number: 'Ч-77',
    issued_on: '2026-11-20',
    iin: '900101300017',
    full_name: 'Серикова Айгуль',
    service: 'Доставка',
    total: '120000.00',
  },
  address: LINK,
  company_name: 'Серикова Айгуль',
  created_at: '2026-11-20T06:00:00.000Z',
  asked_at: '2026-11-20T06:00:01.000Z',
  next_try_at: null,
  ...more,
});
const found = (more: Partial<ActCheque> = {}): ActCheque => ({
  is_expected: true,
  activity: null,
  cheque: null,
  may_add: true,
  may_remove: false,
  ...more,
});

type Call = 'GET' | 'POST' | 'POST check' | 'DELETE';

/** What the server was asked for, and what it says to each call. */
const asked: { call: Call; body: unknown }[] = [];
let answers: Partial<Record<Call, ActCheque>> = {};
beforeEach(async () => {
  await loadTexts(['cheques']);
  asked.length = 0;
  answers = {};
  vi.spyOn(window, 'fetch').mockImplementation((url, request) => {
    const path = String(url);
    const call = `${request?.method ?? 'GET'}${path.endsWith('/check') ? ' check' : ''}` as Call;
    asked.push({ call, body: typeof request?.body === 'string' ? JSON.parse(request.body) : undefined });
    const answer = answers[call];
    if (!path.includes('/doc/acts/7/cheque') || !answer)
      throw new TypeError(`${call} ${path} was not expected`);
    return Promise.resolve(Response.json(answer));
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  queryClient.clear();
  await switchLocale('ru');
});

function showCard(data: ActCheque) {
  answers.GET = data;
  queryClient.setQueryData(callKey('act_cheques.get', ACT), data);
  return show(<ChequeCard act_id={7} />);
}

it('is not there for an act of who is not self-employed', async () => {
  const screen = await showCard(found({ is_expected: false }));
  expect(screen.getByText('Чек самозанятого').elements()).toEqual([]);
});

it('takes a link, asks for nothing without one, and shows what the issuer said', async () => {
  const screen = await showCard(found());
  await expect.element(screen.getByText('Ждём чек')).toBeVisible();
  await screen.getByRole('button', { name: 'Приложить чек' }).click();
  expect(asked.map(({ call }) => call)).not.toContain('POST');
  const said = found({ cheque: cheque(), may_add: false, may_remove: true });
  answers = { POST: said, GET: said };
  await screen.getByRole('textbox', { name: 'Ссылка на чек' }).fill(LINK);
  await screen.getByRole('button', { name: 'Приложить чек' }).click();
  await expect.element(screen.getByText('Верный')).toBeVisible();
  expect(asked).toContainEqual({ call: 'POST', body: { link: LINK } });
  await expect.element(screen.getByText('Ч-77')).toBeVisible();
  await expect.element(screen.getByText(/120\s000,00\s₸/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Ссылка на чек' }).elements()).toEqual([]);
});

it('names each thing in which the cheque differs from the act, and asks the issuer again', async () => {
  const wrong = found({ cheque: cheque({ state: 'wrong', differs: ['iin', 'sum'] }) });
  const screen = await showCard(wrong);
  await expect.element(screen.getByText('Не сходится с актом')).toBeVisible();
  await expect.element(screen.getByText('ИИН в чеке не исполнителя.')).toBeVisible();
  await expect.element(screen.getByText('Сумма чека не равна сумме акта.')).toBeVisible();
  expect(screen.getByText('Чек выдан раньше, чем началась услуга.').elements()).toEqual([]);
  const right = found({ cheque: cheque() });
  answers = { 'POST check': right, GET: right };
  await screen.getByRole('button', { name: 'Проверить ещё раз' }).click();
  await expect.element(screen.getByText('Верный')).toBeVisible();
  expect(screen.getByText('ИИН в чеке не исполнителя.').elements()).toEqual([]);
});

it('opens the page of the issuer apart, and sends nothing of ours with it', async () => {
  const screen = await showCard(found({ cheque: cheque({ state: 'unchecked', report: null }) }));
  const link = screen.getByRole('link', { name: 'Открыть чек' });
  await expect.element(link).toHaveAttribute('href', LINK);
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.getByRole('button', { name: 'Проверить ещё раз' }).elements()).toEqual([]);
});

it('takes a cheque away only after it was asked', async () => {
  const screen = await showCard(found({ cheque: cheque(), may_add: false, may_remove: true }));
  await screen.getByRole('button', { name: 'Убрать чек' }).click();
  await expect.element(screen.getByText('Убрать чек от акта?')).toBeVisible();
  expect(asked.map(({ call }) => call)).not.toContain('DELETE');
  answers = { DELETE: found(), GET: found() };
  await screen.getByRole('dialog').getByRole('button', { name: 'Убрать чек' }).click();
  await expect.element(screen.getByText('Ждём чек')).toBeVisible();
  expect(asked.map(({ call }) => call)).toContain('DELETE');
});

it('says in both languages what an unlisted activity means', async () => {
  const screen = await showCard(found({ activity: { oked: '62010', name: '', is_listed: false } }));
  await expect.element(screen.getByText(/62010 нет в перечне занятий/)).toBeVisible();
  await switchLocale('kz');
  await expect.element(screen.getByText(/62010.*тізбе/i)).toBeVisible();
});
