import { expect, test } from 'vitest';
import {
  REGISTRATION_STAGES,
  registrationPath,
  registrationSide,
  registrationStages,
  registrationTable,
} from './registration-stage.ts';

const EVERYBODY = `
enter_phone phone phone_code
enter_phone phone_code phone_code
confirm_code phone_code email
enter_email email email_code
correct_email email_code email
confirm_code email_code company_data
enter_company company_data bank
back bank company_data
choose_bank bank ecp
back ecp bank
finish verification done`;

test('a registration takes the steps of the decisions, of each kind its own', () => {
  const moves = (by: string, lines: string) =>
    lines
      .trim()
      .split('\n')
      .map((line) => `${by} ${line.trim()}`);
  expect(
    registrationTable.moves.map(({ by, action, from, to }) => `${by} ${action} ${from} ${to}`).sort(),
  ).toEqual(
    [
      ...['business', 'executor', 'invited_executor'].flatMap((by) => moves(by, EVERYBODY)),
      ...moves(
        'business',
        `sign_ecp ecp offer_agreement
         accept_agreement offer_agreement verification`,
      ),
      ...moves(
        'executor',
        `sign_ecp ecp esf
         enter_esf esf offer_agreement
         accept_agreement offer_agreement verification`,
      ),
      ...moves(
        'invited_executor',
        `sign_ecp ecp esf
         enter_esf esf offer_agreement
         accept_agreement offer_agreement contract
         sign_contract contract verification`,
      ),
      ...moves(
        'administrator',
        `return_to_company_data verification company_data
         return_to_bank verification bank
         return_to_ecp verification ecp`,
      ),
    ].sort(),
  );
});

test('only an invited executor signs a contract, and only executors have electronic invoices', () => {
  const without = (...left_out: string[]) => REGISTRATION_STAGES.filter((one) => !left_out.includes(one));
  expect(registrationStages('business', false)).toEqual(without('esf', 'contract'));
  expect(registrationStages('business', true)).toEqual(without('esf', 'contract'));
  expect(registrationStages('executor', false)).toEqual(without('contract'));
  expect(registrationStages('executor', true)).toEqual(REGISTRATION_STAGES);
  expect(registrationSide('business', true)).toBe('business');
  expect(registrationSide('executor', false)).toBe('executor');
  expect(registrationSide('executor', true)).toBe('invited_executor');
});

test('each stage has its address', () => {
  const paths = REGISTRATION_STAGES.map((stage) => registrationPath('executor', stage));
  expect(paths).toEqual([
    '/auth/sign-up/executor',
    '/auth/sign-up/executor',
    '/auth/sign-up/executor',
    '/auth/sign-up/executor',
    '/auth/sign-up/executor/company-data',
    '/auth/sign-up/executor/choosing-bank',
    '/auth/sign-up/executor',
    '/auth/sign-up/executor/electronic-invoice',
    '/auth/sign-up/executor/offer-agreement',
    '/auth/sign-up/executor/offer-agreement-company',
    '/auth/sign-up/executor/waiting-verification',
    '/auth/login/login-ip',
  ]);
  expect(registrationPath('business', 'done')).toBe('/auth/login');
  expect(registrationPath('business', 'phone_code')).toBe('/auth/sign-up/business/phone-confirmation');
});
