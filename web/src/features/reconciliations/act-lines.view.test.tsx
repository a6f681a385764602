import type {
  ReconciliationLine,
  ReconciliationView,
} from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import ru from '@kelisim/shared/texts/ru/reconciliations.ts';
import { beforeEach, expect, it } from 'vitest';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { ActLines } from './act-lines.tsx';

beforeEach(() => loadTexts(['reconciliations']));

const line = (position: number, more: Partial<ReconciliationLine> = {}): ReconciliationLine => ({
  position,
  date: '2026-02-10',
  late_of: null,
  kind: 'act',
  act_id: position,
  number: `1/${position}`,
  order_number: null,
  contract: null,
  amount: '1000.00',
  their_amount: null,
  remark: null,
  ...more,
});
const AGREED: ReconciliationView = {
  id: 1,
  company: { id: 1, name: 'ТОО «Заказчик»', bin: '180340000018' },
  executor: { id: 2, name: 'Исполнитель', bin: '900101300017' },
  date_from: '2026-01-01',
  date_to: '2026-03-31',
  status: 'agreed',
  state: 'agreed',
  answer_until: null,
  sent_at: '2026-04-01T00:00:00.000Z',
  answered_at: '2026-04-02T00:00:00.000Z',
  differences: 0,
  closing: '2000.00',
  document: null,
  lines: [line(1), line(2)],
  opening: '0.00',
  their_opening: null,
  owed: '2000.00',
  paid: '0.00',
  their_closing: '2000.00',
  remark: null,
  reminders: 0,
};
const DIFFERENT = {
  ...AGREED,
  differences: 1,
  lines: [line(1), line(2, { their_amount: '1200.00', remark: 'Был бонус' })],
};

async function lines(act: ReconciliationView, side: 'business' | 'executor' = 'business') {
  const screen = await show(<ActLines act={act} side={side} />);
  await expect.element(screen.getByRole('table')).toBeVisible();
  const rows = () =>
    screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map(({ textContent }) => textContent);
  return { screen, rows };
}

it('begins with the balance before the lines', async () => {
  const { rows } = await lines(AGREED);
  expect(rows()).toEqual([
    expect.stringContaining(ru.opening),
    expect.stringContaining('1/1'),
    expect.stringContaining('1/2'),
  ]);
});

it('with differences shows those alone at first, and all when asked', async () => {
  const { screen, rows } = await lines(DIFFERENT);
  expect(rows()).toEqual([expect.stringMatching(/1\/2.*1.200,00.*Был бонус/)]);
  await screen.getByLabelText('Только расхождения: 1').click();
  await expect.poll(rows).toHaveLength(3);
});

it('without differences offers no narrowing', async () => {
  const { screen } = await lines(AGREED);
  expect(screen.getByRole('switch').elements()).toEqual([]);
});

it.each([
  ['agrees', '2026-04-02T00:00:00.000Z', ru.agrees],
  ['has not answered', null, ru.no_answer_yet],
])('says of the other side that it %s', async (_name, answered_at, words) => {
  const { rows } = await lines({ ...AGREED, answered_at });
  expect(rows().every((row) => row.includes(words))).toBe(true);
});

it('names a line that only the executor has as missing at the company', async () => {
  const own = line(2, { amount: null, their_amount: '500.00', act_id: null });
  const { rows } = await lines({ ...DIFFERENT, lines: [own] });
  expect(rows()).toEqual([expect.stringContaining(ru.absent)]);
  expect(rows()[0]).toContain(ru.own_line);
});

it('counts an opening balance that differs', async () => {
  const { rows } = await lines({ ...DIFFERENT, their_opening: '300.00', lines: [line(1)] });
  expect(rows()).toEqual([expect.stringContaining(ru.opening)]);
});

it.each(['business', 'executor'] as const)('leads the %s to the act behind a line', async (side) => {
  const { screen } = await lines({ ...AGREED, lines: [line(7), line(8, { act_id: null })] }, side);
  const hrefs = screen
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'));
  expect(new Set(hrefs)).toEqual(new Set([`/lk/${side}/acts/7`]));
});
