import { z } from 'zod';
import { callsOf, defineCall, publicCall, userCall } from '../../kernel/call.ts';
import { binOrIin, iban, id, moment, money, text } from '../../kernel/fields.ts';
import { isKbe } from './kbe.ts';

export const requisite = z.object({
  id,
  bank_id: id,
  bank_name: z.string(),
  bank_code: z.string(),
  bic: z.string(),
  iban: z.string(),
  kbe: z.string(),
  /** Of the company the account belongs to. */
  bin: z.string(),
  is_main: z.boolean(),
  created_at: moment,
  updated_at: moment,
});
export type Requisite = z.output<typeof requisite>;

export const kbe = z
  .string('field.kbe')
  .refine(isKbe, 'field.kbe')
  .meta({ pattern: '^[12][1-9]$', examples: ['17'] });
/** As the list answers it: the bank by its id, or by its БИК or code. The number of the company is its own. */
const account = {
  bank_id: id.optional(),
  bank_name: text(300).optional(),
  bank_code: text(20).optional(),
  bic: text(20).optional(),
  bin: binOrIin.optional(),
  iban,
};

const changeCall = callsOf({ access: { who: 'user', right: 'manage_settings' } });

export const bankingCalls = {
  'banking.banks': publicCall('GET /api/v1/banking/public/banks', {
    summary: 'List banks in Kazakh alphabetical order',
    answer: z.array(
      z.object({
        id,
        code: z.string(),
        name: z.string(),
        bic: z.string(),
        /** The three digits of its accounts' IBAN. */
        iban_code: z.string().nullable(),
      }),
    ),
  }),
  'banking.requisites': userCall('GET /api/v1/banking/private/requisites', {
    scope: 'company:read',
    summary: 'List the company’s accounts, the main one first',
    answer: z.array(requisite),
  }),
  'banking.add_requisite': changeCall('POST /api/v1/banking/private/requisites', {
    summary: 'Add an account; the first becomes the main one',
    body: z.strictObject({
      ...account,
      /** Left out: that of the company. */
      kbe: kbe.optional(),
      is_main: z.boolean('field.choice').optional(),
    }),
    answer: requisite,
    fresh_proof: true,
  }),
  'banking.update_requisite': changeCall('PUT /api/v1/banking/private/requisites', {
    summary: 'Correct an account, by id or IBAN; existing orders keep their number',
    body: z.strictObject({ ...account, id: id.optional(), kbe }),
    answer: requisite,
    fresh_proof: true,
  }),
  'banking.delete_requisite': changeCall('DELETE /api/v1/banking/private/requisites', {
    summary: 'Remove an account that is not the main one, by id or IBAN; idempotent',
    query: z.strictObject({ id: id.optional(), iban: iban.optional() }),
    body: z.strictObject({ id: id.optional(), iban: iban.optional() }),
    body_optional: true,
    answer: z.object({ message: z.string() }),
    fresh_proof: true,
  }),
  'banking.balance': defineCall('GET /api/v1/banking/private/balance', {
    access: { who: 'user', right: 'pay' },
    summary: 'Get account balances, where a connected bank provides them',
    answer: z.object({
      /** False: no bank is connected, or it has no way of asking. */
      is_available: z.boolean(),
      items: z.array(z.object({ iban: z.string(), amount: money, currency: z.literal('KZT') })),
      as_of: moment.nullable(),
    }),
  }),
  'banking.is_authorized': userCall('GET /api/v1/banking/private/is-authorized', {
    summary: 'Get whether a bank is connected that takes orders and provides balances',
    answer: z.object({ is_authorized: z.boolean(), banking_integration_type: z.string().nullable() }),
  }),
};
