import { z } from 'zod';
import { personCall, userCall } from '../../kernel/call.ts';
import { date, id, moment, money } from '../../kernel/fields.ts';
import { ACT_STATUSES } from '../acts/act-status.ts';

const events = z.array(
  z.object({
    act_id: id,
    number: z.string(),
    action: z.string(),
    to_status: z.enum(ACT_STATUSES),
    party: z.string(),
    created_at: moment,
  }),
);

/** What leads a new company to its first paid act, in the order in which it is met. */
export const FIRST_STEPS = [
  'invite',
  'wait_executor',
  'make_contract',
  'send_contract',
  'sign_contract',
  'wait_contract',
  'make_act',
  'send_act',
  'sign_act',
  'wait_act',
  'pay_act',
  'wait_payment',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** A step of the month's line: acts that have come at least so far. */
const monthStep = z.object({
  step: z.enum(['made', 'sent', 'signed', 'paid']),
  count: z.int(),
  amount: money,
});

export const homeCalls = {
  'home.companies_to_sign': personCall('GET /api/v1/company/to-sign', {
    summary: 'List the companies of the user in which acts wait for the user’s signature, with how many',
    answer: z.array(
      z.object({
        id,
        name: z.string(),
        name_kz: z.string().nullable(),
        role: z.enum(['business', 'executor']),
        count: z.int(),
        amount: money,
      }),
    ),
  }),
  'home.analytics': userCall('GET /api/v1/company/analytics', {
    scope: 'books:read',
    summary: 'Get the counters of the home page, for either role',
    answer: z.discriminatedUnion('role', [
      z.object({
        role: z.literal('business'),
        acts_pending_sign: z.int(),
        acts_pending_sign_amount: money,
        acts_to_pay: z.int(),
        acts_total_amount_to_pay: money,
        acts_annulment_requested: z.int(),
        acts_returned: z.int(),
        /** Why acts came back or are to be annulled: of the three that have waited longest. */
        reasons: z.array(z.object({ act_id: id, number: z.string(), party: z.string(), reason: z.string() })),
        /** Acts at which an executor has had the last word in the last thirty days. */
        questions_count: z.int(),
        /** Those that have waited longest for an answer, five at most. */
        questions: z.array(z.object({ act_id: id, number: z.string(), party: z.string() })),
        contracts_pending_sign: z.int(),
        /** Reconciliation acts to answer, to decide about or to sign. */
        reconciliations_waiting: z.int(),
        /** Income certificates to sign. */
        certificates_waiting: z.int(),
        /** Payments of which their bank says nothing: somebody has to ask it. None without the right to pay. */
        payments_silent: z.int(),
        /** Null once an act was paid, and while something came back that is to be mended first. */
        first_step: z.enum(FIRST_STEPS).nullable(),
        executors_active: z.int(),
        executors_pending_payment: z.int(),
        executors_pending_sign: z.int(),
        month: z.array(monthStep),
        stuck: z.array(
          z.object({
            act_id: id,
            number: z.string(),
            party: z.string(),
            amount: money,
            why: z.string(),
            since: moment,
          }),
        ),
        events,
      }),
      z.object({
        role: z.literal('executor'),
        acts_pending_sign: z.int(),
        acts_pending_sign_amount: money,
        contracts_pending_sign: z.int(),
        reconciliations_waiting: z.int(),
        acts_annulment_requested: z.int(),
        /** Whether money can come: the executor has named an account. */
        has_account: z.boolean(),
        /** The oldest ten of what is to be paid; how many and how much in all stands beside. */
        coming: z.array(
          z.object({
            act_id: id,
            number: z.string(),
            party: z.string(),
            amount: money,
            /** What comes of it if it is paid today; null where nobody can say yet, or only of all acts of its customer together. */
            net: money.nullable(),
            status: z.enum(ACT_STATUSES),
            act_date: date,
            /** The last four characters of the account it goes to; null when the executor has named none. */
            account_end: z.string().nullable(),
            /** In how many days after both signatures this customer pays by its own word; null where it gives none. */
            term_days: z.int().nullable(),
            /** By when it pays, by that or as it usually did; null before the second signature and where nothing is known. */
            expected_on: date.nullable(),
            /** By its own word it is late by so many days. */
            late_days: z.int(),
            party_phone: z.string().nullable(),
          }),
        ),
        coming_count: z.int(),
        coming_amount: money,
        /** What comes of all that, where it is known. */
        coming_net: money,
        /** Less what went back; below nothing when more went back than came. */
        paid_this_month: money,
        events,
      }),
    ]),
  }),
};
