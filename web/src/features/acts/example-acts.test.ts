import { expect, it } from 'vitest';
import { afterDeed, makeExample, otherDeeds } from './example-acts.ts';

const names = {
  company: 'Компания',
  executor: 'Исполнитель для примера',
  no_number: 'ИИН не настоящий',
  titles: ['Первый', 'Второй', 'Третий', 'Четвёртый'],
  number: (at: number) => `Пример ${at}`,
} as const;
const example = (today = '2026-11-26') => makeExample(today, names);

it('is of the month before, in four states', () => {
  expect(example('2026-03-31').map(({ start_date, end_date }) => [start_date, end_date])).toEqual(
    Array.from({ length: 4 }, () => ['2026-02-01', '2026-02-28']),
  );
  expect(example().map(({ status }) => status.code)).toEqual([
    'draft',
    'sent',
    'signed_by_executor',
    'signed',
  ]);
});

it('names nobody who could exist: neither an ИИН nor a number that the product gives', () => {
  for (const act of example()) {
    expect([act.company.bin, act.contractor_company.bin].join()).not.toMatch(/\d/);
    expect(act.number).toMatch(/^Пример \d$/);
  }
});

it('goes the whole way by the state table of real acts', () => {
  const [draft] = example();
  const sent = afterDeed(draft!, 'send', 'business');
  expect(otherDeeds(sent).map(({ deed }) => deed)).toEqual(['sign', 'return']);
  const signed = afterDeed(afterDeed(sent, 'sign', 'executor'), 'sign', 'business');
  expect([signed.status.code, signed.open]).toEqual(['signed', signed.amount]);
  const paying = afterDeed(signed, 'pay', 'business');
  expect(otherDeeds(paying)).toEqual([{ deed: 'settle', by: 'bank' }]);
  const paid = afterDeed(paying, 'settle', 'bank');
  expect([paid.status.code, paid.paid, paid.open, paid.is_payed]).toEqual([
    'paid',
    paid.amount,
    '0.00',
    true,
  ]);
  expect(otherDeeds(paid)).toEqual([]);
});

it('leaves an act as it was where the table does not know the deed', () => {
  const [draft] = example();
  expect(afterDeed(draft!, 'pay', 'business')).toBe(draft);
});
