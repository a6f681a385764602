import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { id, knp, moment, money, positiveMoney, text } from '../../kernel/fields.ts';
import { BANK_KINDS } from '../integrations/bank-kinds.ts';
import { PAYMENT_CHANNELS } from './order-status.ts';
import { MAX_PURPOSE } from './payment-purpose.ts';

const paymentSettings = z.object({
  /** What the company has chosen, or what there is. */
  channel: z.enum(PAYMENT_CHANNELS),
  /** Through which it can pay at all. */
  channels: z.array(z.enum(PAYMENT_CHANNELS)),
  /** The connected bank that was chosen; null: none, or that of the sandbox itself. */
  banking_integration_type: z.enum(BANK_KINDS).nullable(),
  /** Connected banks that take orders. */
  banks: z.array(z.enum(BANK_KINDS)),
  /** Orders above it want a second person. */
  payment_limit: money.nullable(),
  /** A higher limit, or none, that was asked for and does not hold yet. */
  pending_limit: z
    .object({
      id,
      payment_limit: money.nullable(),
      asked_by: z.string(),
      asked_at: moment,
      /** When it takes effect by itself; null: when a second person confirms it. */
      applies_at: moment.nullable(),
      /** Whether the reader is such a second person. */
      may_confirm: z.boolean(),
    })
    .nullable(),
  bookkeeper_name: z.string().nullable(),
  /** Template of the purpose, with fields in braces; null: the common one. */
  purpose: z.string().nullable(),
  /** Of orders whose act says none; null: 859. */
  knp: z.string().nullable(),
  /** The connected bank that tells what happened on the accounts; it is asked every hour, and when somebody wishes. */
  statements: z
    .object({
      bank: z.enum(BANK_KINDS),
      asked_at: moment.nullable(),
      /** Why the last question was in vain, in the reader’s words. */
      fault: z.string().nullable(),
    })
    .nullable(),
});

const settingsCall = callsOf({ access: { who: 'business', right: 'manage_settings' } });

export const paymentSettingsCalls = {
  'payments.settings': defineCall('GET /api/v1/payments/settings', {
    access: { who: 'business' },
    scope: 'payments:read',
    summary: 'Get the company’s payment settings',
    answer: paymentSettings,
  }),
  'payments.change_settings': settingsCall('PUT /api/v1/payments/settings', {
    summary:
      'Change payment settings; a higher limit needs another user’s confirmation, or 24 hours if there is none',
    body: z.strictObject({
      channel: z.enum(PAYMENT_CHANNELS, 'field.choice'),
      /** Left out: the one that was chosen before. */
      banking_integration_type: z.enum(BANK_KINDS, 'field.choice').nullish(),
      payment_limit: positiveMoney.nullable(),
      bookkeeper_name: text(200).nullable(),
      /** Left out: as before. */
      purpose: text(MAX_PURPOSE).nullish(),
      knp: knp.nullish(),
    }),
    answer: paymentSettings,
    fresh_proof: true,
  }),
  'payments.confirm_limit': settingsCall('POST /api/v1/payments/settings/limit/{change_id}/confirm', {
    summary: 'Confirm a higher limit as the second person; idempotent',
    params: z.strictObject({ change_id: id }),
    answer: paymentSettings,
    fresh_proof: true,
  }),
  'payments.cancel_limit': settingsCall('DELETE /api/v1/payments/settings/limit/{change_id}', {
    summary: 'Cancel a limit change that is not in force yet; idempotent',
    params: z.strictObject({ change_id: id }),
    answer: paymentSettings,
  }),
};
