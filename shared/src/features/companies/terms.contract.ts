import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';

const days = z.int('field.choice').max(365, 'field.choice');
const paymentTerm = z.strictObject({ days: days.min(0, 'field.choice').nullable() });
const signingTerm = z.strictObject({ days: days.min(1, 'field.choice').nullable() });

const settingsCall = callsOf({ access: { who: 'business', right: 'manage_settings' } });

export const termsCalls = {
  'companies.payment_term': settingsCall('GET /api/v1/company/payment-term', {
    summary: 'Get in how many days after both signatures the company pays; null where it says nothing',
    answer: paymentTerm,
  }),
  'companies.set_payment_term': settingsCall('PUT /api/v1/company/payment-term', {
    summary: 'Say in how many days after both signatures the company pays; executors see it',
    body: paymentTerm,
    answer: paymentTerm,
  }),
  'companies.signing_term': settingsCall('GET /api/v1/company/signing-term', {
    summary: 'Get in how many days after it is sent an act is to be signed; null where nothing is agreed',
    answer: signingTerm,
  }),
  'companies.set_signing_term': settingsCall('PUT /api/v1/company/signing-term', {
    summary:
      'Say in how many days after it is sent an act is to be signed; of acts that are sent from now on both sides see the day',
    body: signingTerm,
    answer: signingTerm,
  }),
};
