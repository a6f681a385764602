import { z } from 'zod';
import { callsOf, userCall } from '../../kernel/call.ts';
import { date, id, moment, money, text } from '../../kernel/fields.ts';
import { CHEQUE_DIFFERENCES } from './judge-cheque.ts';
import { CHEQUE_ISSUERS, CHEQUE_LINK } from './read-cheque-link.ts';

/** `silent`: the issuer was asked and gave no answer. `unchecked`: nobody is asked on this installation. */
export const CHEQUE_STATES = ['waiting', 'right', 'wrong', 'silent', 'unchecked'] as const;

const cheque = z.object({
  issuer: z.enum(CHEQUE_ISSUERS),
  state: z.enum(CHEQUE_STATES),
  differs: z.array(z.enum(CHEQUE_DIFFERENCES)),
  /** What the issuer said; null until it has. */
  report: z
    .object({
      number: z.string(),
      issued_on: date,
      iin: z.string(),
      full_name: z.string().nullable(),
      service: z.string().nullable(),
      total: money,
    })
    .nullable(),
  /** The issuer's page, for a person to look at. */
  address: z.string(),
  company_name: z.string(),
  created_at: moment,
  asked_at: moment.nullable(),
  /** When a silent issuer is asked again by itself; null: only when somebody wishes it. */
  next_try_at: moment.nullable(),
});

const actCheque = z.object({
  /** The executor is self-employed: on the day the act was paid, until then today. */
  is_expected: z.boolean(),
  /** Of a self-employed executor, on the same day. */
  activity: z.object({ oked: z.string().nullable(), name: z.string(), is_listed: z.boolean() }).nullable(),
  cheque: cheque.nullable(),
  may_add: z.boolean(),
  may_remove: z.boolean(),
});
export type ActCheque = z.output<typeof actCheque>;

const byAct = z.strictObject({ act_id: id });
const path = '/api/v1/doc/acts/{act_id}/cheque';

const changeCall = callsOf({
  access: { who: 'user', right: 'manage_acts' },
  params: byAct,
  answer: actCheque,
});

export const actChequesCalls = {
  'act_cheques.get': userCall(`GET ${path}`, {
    scope: 'acts:read',
    summary: 'Get the cheque of a self-employed executor for an act, and how it agrees with the act',
    params: byAct,
    answer: actCheque,
  }),
  'act_cheques.add': changeCall(`POST ${path}`, {
    summary: 'Attach a cheque of e-Salyq Business or Kaspi to an act by its link; the issuer is then asked',
    body: z.strictObject({ link: text(1000, 1).meta({ pattern: CHEQUE_LINK }) }),
  }),
  'act_cheques.check': changeCall(`POST ${path}/check`, {
    summary: 'Ask the issuer of the cheque again',
  }),
  'act_cheques.remove': changeCall(`DELETE ${path}`, {
    summary: 'Take the cheque away from an act that is not being paid; idempotent',
  }),
};
