import { z } from 'zod';
import { callsOf, personCall } from '../../kernel/call.ts';
import { id, moment } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { NOTICE_CHANNELS, type NoticeChannel } from './notice-channels.ts';

/** What a person is told of, in the order in which it is asked about. */
export const NOTICE_KINDS = [
  'act_sent',
  'act_signed',
  'act_returned',
  'act_commented',
  'act_annulled',
  'act_annulment_refused',
  'act_paid',
  'act_payment_rejected',
  'repeat_period_closed',
  'repeat_contract_ended',
  'repeat_executor_stopped',
  'contract_sent',
  'contract_signed',
  'contract_refused',
  'contract_signed_by_hand',
  'contract_without_scan',
  'contract_disputed',
  'contract_dispute_decided',
  'contract_ends',
  'contract_terminated',
  'contract_ended',
  'reconciliation_sent',
  'reconciliation_answered',
  'certificate_asked',
  'certificate_signed',
  'certificate_refused',
  'invoice_due',
  'awp_waits',
  'awp_confirmed',
  'awp_declined',
  'awp_answer_refused',
  'taxes_told',
  'limit_near',
  'sign_reminder',
  'sign_overdue',
  'ticket_answered',
  'tariff_bill',
  'tariff_overdue',
  'api_key_ends',
  'api_key_refused',
  'new_device',
  'suspicious_sign_in',
  'credential_changed',
  'company_guarded',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What protects the account: nobody turns it off, for then nobody would learn that somebody else did. */
const ACCOUNT_KINDS = ['new_device', 'suspicious_sign_in', 'credential_changed'] as const;
/** `company_guarded` tells who heads a company that its accounts, limits or people have changed. */
export const SECURITY_KINDS = [...ACCOUNT_KINDS, 'company_guarded'] as const;

/** Frequent events are shown in the product only, unless the user asks for more. */
const ONLY_IN_APP: readonly NoticeKind[] = [
  'act_signed',
  'act_returned',
  'act_paid',
  'contract_signed',
  'awp_confirmed',
  'taxes_told',
  'limit_near',
];

/** A conversation costs an SMS a line: it is told behind the bell and by e-mail, unless the user asks for more. */
const NEVER_BY_SMS_AT_FIRST: readonly NoticeKind[] = ['act_commented'];

/** Kinds that only one side of a paper is ever told of. */
const ONLY_FOR: Partial<Record<NoticeKind, 'business' | 'executor'>> = {
  act_sent: 'executor',
  act_returned: 'business',
  act_paid: 'executor',
  act_payment_rejected: 'business',
  repeat_period_closed: 'business',
  repeat_contract_ended: 'business',
  repeat_executor_stopped: 'business',
  contract_sent: 'executor',
  contract_refused: 'business',
  contract_signed_by_hand: 'executor',
  contract_without_scan: 'executor',
  contract_disputed: 'business',
  contract_terminated: 'executor',
  reconciliation_sent: 'executor',
  reconciliation_answered: 'business',
  certificate_asked: 'business',
  certificate_signed: 'executor',
  certificate_refused: 'executor',
  invoice_due: 'executor',
  awp_waits: 'business',
  awp_confirmed: 'executor',
  awp_declined: 'executor',
  awp_answer_refused: 'business',
  tariff_bill: 'business',
  tariff_overdue: 'business',
  api_key_ends: 'business',
  api_key_refused: 'business',
};

export function kindsFor(role: 'business' | 'executor' | null): NoticeKind[] {
  if (role === null) return [...ACCOUNT_KINDS];
  return NOTICE_KINDS.filter((kind) => (ONLY_FOR[kind] ?? role) === role);
}

export function isSecurity(kind: NoticeKind): boolean {
  return (SECURITY_KINDS as readonly string[]).includes(kind);
}

/** What an executor also gets by SMS: their phone is what they were invited by, and a paid act is what they wait for. */
const BY_SMS_TO_EXECUTORS: readonly NoticeKind[] = ['act_sent', 'contract_sent', 'sign_reminder', 'act_paid'];

/** Whether a channel is on for somebody who chose nothing: by e-mail where one is confirmed, and else by SMS. */
export function isOnAtFirst(
  kind: NoticeKind,
  channel: NoticeChannel,
  { has_email, role }: { has_email: boolean; role: 'business' | 'executor' | null },
): boolean {
  if (channel === 'in_app') return true;
  if (channel === 'sms' && role === 'executor' && BY_SMS_TO_EXECUTORS.includes(kind)) return true;
  if (ONLY_IN_APP.includes(kind)) return false;
  if (channel === 'sms' && NEVER_BY_SMS_AT_FIRST.includes(kind)) return false;
  return (channel === 'email') === has_email;
}

const notice = z.object({
  id,
  kind: z.enum(NOTICE_KINDS),
  /** The sentence, in the reader's language. */
  text: z.string(),
  /** Where it leads, in the product. */
  path: z.string(),
  /** In whose matters; null for what concerns the person alone. The path is good in this company. */
  company: z.object({ id, name: z.string() }).nullable(),
  /** How many things it tells of. */
  count: z.int(),
  is_read: z.boolean(),
  created_at: moment,
});
export type NoticeView = z.output<typeof notice>;

const choice = z.object({
  kind: z.enum(NOTICE_KINDS),
  is_locked: z.boolean(),
  in_app: z.boolean(),
  sms: z.boolean(),
  email: z.boolean(),
});
export type NoticeChoice = z.output<typeof choice>;

const choices = z.object({
  items: z.array(choice),
  has_sms: z.boolean(),
  has_email: z.boolean(),
});

export const LONGEST_EVERY_DAYS = 30;
export const MOST_REMINDERS = 10;
/** How a company reminds that has said nothing. */
export const USUAL_REMINDERS = { is_on: true, every_days: 3, most: 3 } as const;
/** Nobody is reminded from this hour on, nor before the other, in Almaty (product decision 12). */
export const QUIET_FROM = '21:00';
export const QUIET_UNTIL = '09:00';

const reminders = z.object({
  is_on: z.boolean(),
  every_days: z.int(),
  most: z.int(),
  quiet_from: z.string(),
  quiet_until: z.string(),
});

const settingsCall = callsOf({ access: { who: 'business', right: 'manage_settings' }, answer: reminders });

export const noticesCalls = {
  'notices.list': personCall('GET /api/v1/notices', {
    summary: 'List the user’s notices, newest first',
    query: z.strictObject({ ...pageQuery, unread: z.boolean().default(false) }),
    answer: pageOf(notice),
  }),
  'notices.count': personCall('GET /api/v1/notices/count', {
    summary: 'Count the user’s unread notices',
    answer: z.object({ unread: z.int() }),
  }),
  'notices.read_all': personCall('POST /api/v1/notices/read', {
    summary: 'Mark notices as read up to the newest one seen; later ones stay unread',
    body: z.strictObject({ up_to: id }),
    answer: z.object({ unread: z.int() }),
  }),
  'notices.read': personCall('POST /api/v1/notices/{notice_id}/read', {
    summary: 'Mark one notice as read; idempotent',
    params: z.strictObject({ notice_id: id }),
    answer: z.object({ unread: z.int() }),
  }),
  'notices.choices': personCall('GET /api/v1/notices/choices', {
    summary: 'Get which events the user is told of in the product, by SMS and by e-mail',
    answer: choices,
  }),
  'notices.choose': personCall('PUT /api/v1/notices/choices', {
    summary: 'Turn one channel for one kind of event on or off; security notices stay on',
    body: z.strictObject({
      kind: z.enum(NOTICE_KINDS, 'field.choice'),
      channel: z.enum(NOTICE_CHANNELS, 'field.choice'),
      is_on: z.boolean('field.boolean'),
    }),
    answer: choices,
  }),
  'notices.reminders': settingsCall('GET /api/v1/company/reminders', {
    summary: 'Get the company’s settings for signature reminders',
  }),
  'notices.set_reminders': settingsCall('PUT /api/v1/company/reminders', {
    summary: 'Set whether, after how many days and how often to remind of signatures',
    body: z.strictObject({
      is_on: z.boolean('field.boolean'),
      every_days: z.int('field.choice').min(1, 'field.choice').max(LONGEST_EVERY_DAYS, 'field.choice'),
      most: z.int('field.choice').min(1, 'field.choice').max(MOST_REMINDERS, 'field.choice'),
    }),
  }),
};
