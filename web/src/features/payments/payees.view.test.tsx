import { beforeEach, expect, it } from 'vitest';
import { payee, preview } from '../../../test/payment.ts';
import { show } from '../../../test/show.tsx';
import { loadTexts, switchLocale } from '../../platform/i18n.ts';
import { Payees } from './payees.tsx';

const showPayees = (payees: Parameters<typeof preview>[0]) =>
  show(<Payees acts={{ act_ids: [1] }} preview={preview(payees)} error={null} retry={() => undefined} />);
const namesOf = (container: Element) =>
  [...container.querySelectorAll('li strong')].map((one) => one.textContent);

beforeEach(async () => {
  await loadTexts(['payments']);
  await switchLocale('ru');
});

it('names first whom there is a question about, and keeps the order of the others', async () => {
  const { container } = await showPayees([
    payee(1),
    payee(2, { waits: 'standing', going: '0.00', going_acts: 0 }),
    payee(3),
    payee(4, { iban: null }),
    payee(5, { account_changed_on: '2026-11-20' }),
    payee(6, { undecided: { operations: 1, amount: '1000.00', last_on: '2026-11-20' } }),
    payee(7),
  ]);
  expect(namesOf(container)).toEqual([2, 4, 5, 6, 1, 3, 7].map((id) => `Получатель ${id}`));
});

it.each([
  ['ru', 1, 'Пройдёт 1 акт из 8, по порядку: 500 000,00 ₸'],
  ['ru', 5, 'Пройдут 5 актов из 8, по порядку: 500 000,00 ₸'],
  ['kz', 5, '8 актінің ішінен 5 акт рет-ретімен өтеді: 500 000,00 ₸'],
] as const)(
  'says in %s that %i of the acts go that still fit into the month',
  async (locale, count, text) => {
    await switchLocale(locale);
    const of = { acts: 8, going: '500000.00', going_acts: count };
    const { container } = await showPayees([payee(1, { ...of, waits: 'limit' })]);
    expect(container.textContent.replace(/[\s\u00a0\u202f]/g, ' ')).toContain(text);
  },
);

it.each([
  ['ru', 1, 'уже списано 300 000,00 ₸: 1 операция не связана, последняя от 20.11.2026.'],
  ['ru', 3, 'уже списано 300 000,00 ₸: 3 операции не связаны, последняя от 20.11.2026.'],
  ['kz', 3, 'осы алушыға 300 000,00 ₸ аударылып қойған: 3 операция байланыспаған, соңғысы 20.11.2026.'],
] as const)(
  'says in %s that %i debits may be the payment, and leads to them',
  async (locale, operations, text) => {
    await switchLocale(locale);
    const undecided = { operations, amount: '300000.00', last_on: '2026-11-20' };
    const { container } = await showPayees([payee(5, { undecided })]);
    expect(container.textContent.replace(/[\s\u00a0\u202f]/g, ' ')).toContain(text);
    expect(container.querySelector('a')?.getAttribute('href')).toBe(
      '/lk/business/payments?view=statements&state=unmatched&payee=5',
    );
  },
);

it.each([
  ['ru', 'Будет оплачено актов4 / 14'],
  ['kz', 'Төленетін акт саны4 / 14'],
] as const)('says in %s how many of all acts are paid when some payees wait', async (locale, text) => {
  await switchLocale(locale);
  const without = { acts: 10, iban: null, going: '0.00', going_acts: 0 };
  const { container } = await showPayees([payee(1, { acts: 4, going_acts: 4 }), payee(2, without)]);
  expect(container.textContent).toContain(text);
});
