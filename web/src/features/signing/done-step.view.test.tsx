import { QueryClientProvider } from '@tanstack/react-query';
import ru from '@kelisim/shared/texts/ru/signing.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { meWith } from '../../../test/me.ts';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import { DoneStep } from './done-step.tsx';
import type { SendRow } from './send-batches.ts';
import { sending } from './sending.ts';
import type { Sending } from './sending.ts';

type Status = SendRow['status'];

const FILE = {
  file_id: 1,
  public_id: 'KLS-1',
  name: 'akt.pdf',
  size: 10,
  sha256: 'a'.repeat(64),
  streebog512: 'b'.repeat(128),
  frozen_at: '2026-01-01T00:00:00.000Z',
};
const item = (id: number) => ({
  id,
  label: `Акт ${id}`,
  party: 'Исполнитель',
  amount: '1000.00',
  file: FILE,
});

function sent(statuses: readonly Status[], more: Partial<Sending> = {}): Sending {
  const ids = statuses.map((_status, at) => at + 1);
  const row = (id: number): SendRow => ({
    id,
    status: statuses[id - 1]!,
    code: null,
    message: `Почему ${id}`,
  });
  return {
    state: 'done',
    doc_type: 'act',
    items: ids.map(item),
    rows: new Map(ids.map((id) => [id, row(id)])),
    ahead: 0,
    ...more,
  };
}

async function step(statuses: readonly Status[], more: Partial<Sending> = {}) {
  const [onClose, onOtherKey] = [vi.fn(), vi.fn()];
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <DoneStep sending={sent(statuses, more)} onClose={onClose} onOtherKey={onOtherKey} />
    </QueryClientProvider>,
  );
  const rows = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => /Акт \d+/.exec(textContent)![0]);
  return { screen, rows, onClose, onOtherKey };
}

beforeEach(async () => {
  await loadTexts(['signing']);
  queryClient.setQueryData(callKey('auth.me'), meWith({ role: 'executor' }));
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

it.each<[Status, string, string | null]>([
  ['waiting', ru.done.waiting, null],
  ['sending', ru.done.now, null],
  ['ok', ru.done.ok, null],
  ['failed', ru.done.failed, 'Почему 1'],
  ['unsigned', ru.done.unsigned, ru.done.unsigned_message],
  ['pending_proof', ru.done.waits_proof, null],
  ['lost', ru.done.lost, ru.done.lost_message],
])(
  'says of a document that is %s what became of it, and why only where something must be done',
  async (status, word, why) => {
    const { screen } = await step([status], { state: 'running' });
    const row = screen.getByRole('listitem');
    await expect.element(row.getByText(word, { exact: true })).toBeVisible();
    const text = row.element().textContent;
    for (const one of ['Почему 1', ru.done.unsigned_message, ru.done.lost_message])
      expect(text.includes(one)).toBe(one === why);
  },
);

it.each<[Status, boolean]>([
  ['ok', true],
  ['failed', true],
  ['pending_proof', false],
  ['unsigned', false],
  ['lost', false],
])('leads to the page of a document that is %s: %s', async (status, leads) => {
  const { screen } = await step([status]);
  await expect.element(screen.getByRole('listitem')).toBeVisible();
  const links = screen.getByRole('link', { name: 'Показать карточку: Акт 1' }).elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual(leads ? ['/lk/executor/acts/1'] : []);
});

describe('the head', () => {
  it('counts what was answered and what the run has done ahead of it', async () => {
    const { screen } = await step(['ok', 'sending', 'waiting', 'waiting'], { state: 'running', ahead: 2 });
    await expect.element(screen.getByText('3 из 4')).toBeVisible();
    await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75');
  });

  it.each<[string, readonly Status[], Partial<Sending>, 'status' | 'alert', string]>([
    ['all are signed', ['ok', 'ok'], {}, 'status', 'Подписано 2 акта'],
    ['all contracts are signed', ['ok'], { doc_type: 'document' }, 'status', 'Подписан 1 документ'],
    ['some failed', ['ok', 'failed'], {}, 'alert', 'Подписано 1 из 2'],
    ['none is signed', ['failed', 'unsigned'], {}, 'alert', ru.done.none],
    ['all wait for a proof', ['pending_proof', 'pending_proof'], {}, 'status', ru.done.waits_proof],
    ['one waits and one failed', ['pending_proof', 'failed'], {}, 'alert', ru.done.waits_proof],
    ['no answer came', ['ok', 'lost'], { state: 'stopped' }, 'alert', ru.done.stopped],
  ])('says when %s', async (_name, statuses, more, role, words) => {
    const { screen } = await step(statuses, more);
    await expect.poll(() => screen.getByRole(role).element().textContent).toContain(words);
  });

  it('of a stop says that what was answered stands', async () => {
    const { screen } = await step(['ok', 'lost', 'lost'], { state: 'stopped' });
    await expect
      .poll(() => screen.getByRole('alert').element().textContent)
      .toContain(`Подписано 1 из 3. ${ru.done.stopped_hint}`);
  });
});

describe('the order of the documents', () => {
  const six = ['ok', 'failed', 'ok', 'lost', 'pending_proof', 'unsigned'] as const;

  it('is that of the list while answers come, so that no row moves', async () => {
    const { rows } = await step(six, { state: 'running' });
    expect(rows()).toEqual(['Акт 1', 'Акт 2', 'Акт 3', 'Акт 4', 'Акт 5', 'Акт 6']);
  });

  it('begins with what needs a look at the end, and can be narrowed to it', async () => {
    const { screen, rows } = await step(six);
    expect(rows()).toEqual(['Акт 2', 'Акт 4', 'Акт 6', 'Акт 1', 'Акт 3', 'Акт 5']);
    await screen.getByLabelText(ru.done.only_failed).click();
    await expect.poll(rows).toEqual(['Акт 2', 'Акт 4', 'Акт 6']);
  });

  it('offers no narrowing of five', async () => {
    const { screen } = await step(six.slice(0, 5));
    expect(screen.getByLabelText(ru.done.only_failed).elements()).toEqual([]);
  });
});

describe('what can be done next', () => {
  const buttons = [ru.done.repeat, ru.done.other_key, ru.done.retry_failed, ru.done.close, ru.done.finish];

  it.each<[string, readonly Status[], Sending['state'], string[]]>([
    ['while it runs', ['failed', 'waiting'], 'running', [ru.done.close]],
    ['when all is signed', ['ok'], 'done', [ru.done.finish]],
    [
      'when the server refused one',
      ['failed'],
      'done',
      [ru.done.other_key, ru.done.retry_failed, ru.done.finish],
    ],
    ['when one was not signed', ['unsigned'], 'done', [ru.done.other_key, ru.done.finish]],
    ['when an answer was lost', ['lost'], 'stopped', [ru.done.repeat, ru.done.close]],
  ])('%s', async (_name, statuses, state, expected) => {
    const { screen } = await step(statuses, { state });
    await expect.element(screen.getByRole('button', { name: expected.at(-1)! })).toHaveFocus();
    const there = buttons.filter((name) => screen.getByRole('button', { name }).elements().length > 0);
    expect(there).toEqual(expected);
  });

  it('another key is for those that have no good signature', async () => {
    const { screen, onOtherKey } = await step(['ok', 'failed', 'unsigned', 'lost']);
    await screen.getByRole('button', { name: ru.done.other_key }).click();
    expect(onOtherKey.mock.calls).toEqual([[[item(2), item(3)]]]);
  });

  it.each([
    [ru.done.repeat, 'stopped', 'repeat'],
    [ru.done.retry_failed, 'done', 'retryFailed'],
  ] as const)('«%s» asks the sending for it', async (name, state, deed) => {
    const asked = vi.spyOn(sending, deed).mockReturnValue(undefined);
    const { screen } = await step(['failed', 'lost'], { state });
    await screen.getByRole('button', { name }).click();
    expect(asked).toHaveBeenCalledOnce();
  });
});
