import { expect, test } from 'vitest';
import { chequeAddress, readChequeLink } from './read-cheque-link.ts';

const ESALYQ = 'https://esb.kgd.gov.kz/taxpay-check-core/get-check-report?check_id=120&ip_reg_id=7045';
const KASPI = 'https://receipt.kaspi.kz/web/self-employed?operation_id=98&operation_time=1763971200000';

test('a link gives its issuer and both numbers, and they give the link', () => {
  expect(readChequeLink(` ${ESALYQ}\n`)).toEqual({ issuer: 'esalyq', first_id: '120', second_id: '7045' });
  expect(readChequeLink(KASPI)).toEqual({ issuer: 'kaspi', first_id: '98', second_id: '1763971200000' });
  for (const link of [ESALYQ, KASPI]) expect(chequeAddress(readChequeLink(link)!)).toBe(link);
});

test('what else a link carries goes no further than here', () => {
  const more =
    'https://ESB.kgd.gov.kz/taxpay-check-core/get-check-report?lang=ru&ip_reg_id=7045&check_id=120#a';
  expect(chequeAddress(readChequeLink(more)!)).toBe(ESALYQ);
});

test.each([
  '',
  'чек',
  '120 7045',
  ESALYQ.replace('https', 'http'),
  ESALYQ.replace('https', 'file'),
  ESALYQ.replace('kgd.gov.kz', 'kgd.gov.kz.example.com'),
  ESALYQ.replace('esb.', 'www.'),
  ESALYQ.replace('esb.kgd.gov.kz', 'esb.kgd.gov.kz@example.com'),
  ESALYQ.replace('esb.', 'somebody@esb.'),
  ESALYQ.replace('esb.', ':secret@esb.'),
  ESALYQ.replace('.kz/', '.kz:8443/'),
  ESALYQ.replace('get-check-report', '../admin'),
  ESALYQ.replace('get-check-report', 'get-check-report/'),
  ESALYQ.replace('esb.kgd.gov.kz/', 'receipt.kaspi.kz/'),
  ESALYQ.replace('120', '12a'),
  ESALYQ.replace('120', '-120'),
  ESALYQ.replace('120', '%D9%A1%D9%A2'),
  ESALYQ.replace('120', '0120'),
  ESALYQ.replace('120', ''),
  ESALYQ.replace('120', '1'.repeat(21)),
  `${ESALYQ}&check_id=121`,
  ESALYQ.replace('&ip_reg_id=7045', ''),
  KASPI.replace('1763971200000', '2026-11-24'),
])('%s is no link to a cheque', (link) => {
  expect(readChequeLink(link)).toBeNull();
});
