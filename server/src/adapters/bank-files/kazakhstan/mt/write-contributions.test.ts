import { expect, test } from 'vitest';
import type { ContributionList } from '../../bank-files.ts';
import { bankProfile } from '../bank-profiles.ts';
import { lackOf, writeContributions } from './write-contributions.ts';

const list: ContributionList = {
  number: 2_601_010,
  date: '2026-02-16',
  month: '2026-01',
  knp: '010',
  letter: 'C',
  purpose: 'ОПВ за 01.2026 г.',
  payer: {
    name: 'ТОО «Пример Заказчик»',
    bin: '190540000202',
    kbe: '17',
    iban: 'KZ02856KZT0000000017',
    bic: 'KCJBKZKX',
    bank_name: 'АО «Банк ЦентрКредит»',
    bank_bin: '980640000093',
  },
  chief: 'Ахметов А.С.',
  bookkeeper: null,
  payee: {
    name: 'НАО «Государственная корпорация «Правительство для граждан»',
    bin: '160440007161',
    kbe: '11',
    iban: 'KZ12009NPS0413609816',
    bic: 'GCVPKZ2A',
  },
  people: [
    { name: 'Оспанова Әйгүл Маратовна', iin: '920314401003', amount_tiyn: 3_000_000n },
    { name: 'Сериков Арман', iin: '950707303005', amount_tiyn: 0n },
    { name: 'Петров Иван', iin: '881105302001', amount_tiyn: 1_000_050n },
  ],
};

test('a list to the State Corporation has the month with each person, and adds up to its sum', () => {
  const { bytes, changed } = writeContributions(list, bankProfile('KCJBKZKX'));
  expect(new TextDecoder('windows-1251').decode(bytes).split('\r\n')).toEqual([
    '{1:F01K055640000000000000000}',
    '{2:I102SGROSS00000000000000000000000000U}',
    '{4:',
    ':20:002601010',
    ':50:/D/KZ02856KZT0000000017',
    '/NAME/ТОО Пример Заказчик',
    '/IDN/190540000202',
    '/CHIEF/Ахметов А.С.',
    '/IRS/1',
    '/SECO/7',
    ':52B:KCJBKZKX',
    ':57B:GCVPKZ2A',
    ':59:KZ12009NPS0413609816',
    '/NAME/НАО Государственная корпорация Правительство для граждан',
    '/IDN/160440007161',
    '/IRS/1',
    '/SECO/1',
    ':70:/OPV/C',
    '/NUM/2601010',
    '/DATE/260216',
    '/SEND/07',
    '/VO/01',
    '/KNP/010',
    '/PSO/01',
    '/PRT/05',
    '/ASSIGN/ОПВ за 01.2026 г.',
    ':21:1',
    ':32B:KZT30000,00',
    ':70:/FM/Оспанова',
    '/NM/Айгул',
    '/FT/Маратовна',
    '/DT/19920314',
    '/IDN/920314401003',
    '/PERIOD/012026',
    ':21:2',
    ':32B:KZT10000,50',
    ':70:/FM/Петров',
    '/NM/Иван',
    '/DT/19881105',
    '/IDN/881105302001',
    '/PERIOD/012026',
    ':32A:260216KZT40000,50',
    '-}',
    '',
  ]);
  expect(changed).toEqual([
    { from: 'Ә', to: 'А' },
    { from: 'ү', to: 'у' },
  ]);
});

test('a name is cut to what the programs take', () => {
  const long = { ...list, payer: { ...list.payer, name: `ТОО ${'А'.repeat(90)}` } };
  const text = new TextDecoder('windows-1251').decode(
    writeContributions(long, bankProfile('KCJBKZKX')).bytes,
  );
  expect(text).toContain(`/NAME/ТОО ${'А'.repeat(56)}\r\n`);
});

test('says what it lacks of a person', () => {
  expect(lackOf({ name: 'Петров Иван', iin: '881105302001' })).toBeNull();
  expect(lackOf({ name: 'Петров И.', iin: '881105302001' })).toBe('name');
  expect(lackOf({ name: 'Петров Иван', iin: '190540000202' })).toBe('iin');
});
