import { expect, it } from 'vitest';
import { bankWord, isFinal, joinPreviews, toPayParts } from './pay-acts.ts';

const ids = (count: number) => Array.from({ length: count }, (_one, at) => at + 1);

it('asks once for up to a thousand acts, with the key of the opening', () => {
  expect(toPayParts(ids(1000), 'k')).toEqual([{ key: 'k', act_ids: ids(1000) }]);
});

it('cuts more into parts whose keys are always the same', () => {
  const parts = toPayParts(ids(2500), 'k');
  expect(parts.map((part) => [part.key, part.act_ids.length])).toEqual([
    ['k', 1000],
    ['k-1', 1000],
    ['k-2', 500],
  ]);
  expect(parts.flatMap((part) => part.act_ids)).toEqual(ids(2500));
  expect(toPayParts(ids(2500), 'k')).toEqual(parts);
});

it('says nothing for the bank before the bank has said it', () => {
  expect((['created', 'sending', 'unknown', undefined] as const).map(bankWord)).toEqual(
    Array(4).fill('created'),
  );
  expect(isFinal(bankWord('unknown'))).toBe(false);
  expect((['accepted', 'settled', 'rejected', 'cancelled'] as const).map(bankWord)).toEqual([
    'accepted',
    'settled',
    'rejected',
    'rejected',
  ]);
});

it('shows an executor of two parts once, with all of his acts', () => {
  const payer = { name: 'ТОО', iban: null, bank_name: null };
  const way = { channel: 'file' as const };
  const payee = (company_id: number, acts: number, amount: string) => ({
    ...payer,
    company_id,
    bin: '',
    acts,
    amount,
  });
  const joined = joinPreviews([
    { payer, payees: [payee(1, 600, '10.10'), payee(2, 400, '1.00')], left_out: 0, above_limit: 1, ...way },
    { payer, payees: [payee(1, 5, '0.95')], left_out: 2, above_limit: 2, ...way },
  ])!;
  expect(joined.payees.map(({ company_id, acts, amount }) => [company_id, acts, amount])).toEqual([
    [1, 605, '11.05'],
    [2, 400, '1.00'],
  ]);
  expect(joined).toMatchObject({ left_out: 2, above_limit: 3, channel: 'file' });
  expect(joinPreviews([])).toBeNull();
});
