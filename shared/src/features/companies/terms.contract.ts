import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';

const days = z.int('field.choice').max(365, 'field.choice');
const paymentTerm = z.strictObject({ days: days.min(0, 'field.choice').nullable() });
const signingTerm = z.strictObject({ days: days.min(1, 'field.choice').nullable() });

export const termsCalls = {
  'companies.payment_term': defineCall('GET /api/v1/company/payment-term', {
    access: { who: 'business', right: 'manage_settings' },
    summary: 'Get in how many days after both signatures the company pays; null where it says nothing',
    answer: paymentTerm,
  }),
  'companies.set_payment_term': defineCall('PUT /api/v1/company/payment-term', {
    access: { who: 'business', right: 'manage_settings' },
    summary: 'Say in how many days after both signatures the company pays; executors see it',
    body: paymentTerm,
    answer: paymentTerm,
  }),
  'companies.signing_term': defineCall('GET /api/v1/company/signing-term', {
    access: { who: 'business', right: 'manage_settings' },
    summary: 'Get in how many days after it is sent an act is to be signed; null where nothing is agreed',
    answer: signingTerm,
  }),
  'companies.set_signing_term': defineCall('PUT /api/v1/company/signing-term', {
    access: { who: 'business', right: 'manage_settings' },
    summary:
      'Say in how many days after it is sent an act is to be signed; of acts that are sent from now on both sides see the day',
    body: signingTerm,
    answer: signingTerm,
  }),
};
