import { z } from 'zod';
import { callsOf, defineCall, executorCall, publicCall } from '../../kernel/call.ts';
import { FILE_KINDS } from '../../kernel/file-kinds.ts';
import {
  changedFilter,
  date,
  formId,
  id,
  idOrText,
  lines,
  linkHash,
  moment,
  phone,
  text,
  paperText,
} from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { ROW_STATUSES } from '../../kernel/runs.ts';
import { run } from '../jobs/jobs.contract.ts';
import { MAX_CONTRACT_NUMBER } from '../documents/contract-number.ts';
import { MESSAGE_STATES } from '../messages/message-states.ts';
import { INVITATION_STATUSES } from './invitation-status.ts';
import { INVITE_COLUMNS, MAX_INVITE_ROWS } from './invite-columns.ts';

/** Of a company to an executor, by phone; at most one lives for a phone. */
export const invitation = z.object({
  id,
  company_id: id,
  /** Once it is accepted, or where the phone has an account of an executor already. */
  executor_company_id: id.nullable(),
  name: z.string(),
  phone: z.string(),
  status: z.enum(INVITATION_STATUSES),
  /** One of the two. */
  contract_document_id: id.nullable(),
  contract_document_template_id: id.nullable(),
  contract_title: z.string(),
  /** As on its paper, where it was given; else the counter gives a number on acceptance. */
  contract_number: z.string().nullable(),
  contract_date: date.nullable(),
  /** The last day it can be accepted on. */
  end_date: date,
  /** When it may be reminded of again; null where it may now, or never more. */
  remind_after: moment.nullable(),
  /** How the last SMS fares; `said` is what the gateway answered to it. Null of old ones. */
  delivery: z
    .object({ state: z.enum(MESSAGE_STATES), said: z.string().nullable(), sent_at: moment.nullable() })
    .nullable(),
  /** Why it was declined, when that was said. */
  decline_reason: z.string().nullable(),
  created_at: moment,
  updated_at: moment,
});
export type Invitation = z.output<typeof invitation>;

/** A contract that every invited executor gets a copy of; it has no other party yet. */
export const invitationContract = z.object({
  contract_document_id: id,
  title: z.string(),
  start_date: date,
  end_date: date,
  created_at: moment,
});
export type InvitationContract = z.output<typeof invitationContract>;

/** An invitation as its executor sees it. */
export const ownInvitation = z.object({
  invitation_id: id,
  company_name: z.string(),
  company_bin: z.string(),
  contract_title: z.string(),
  contract_start_date: date,
  contract_end_date: date,
  end_date: date,
  created_at: moment,
});
export type OwnInvitation = z.output<typeof ownInvitation>;

/** In a path `+7…` and `8…` name the same; what is no phone names nothing. */
const phoneParams = z.strictObject({ phone: z.string().meta({ examples: ['+77011234567'] }) });
const invitationParams = z.strictObject({ invitation_id: id });
/**
 * What is to be signed: a contract that was uploaded for invitations, or a template, which is filled with the data of
 * the executor on acceptance. A template's title is its name, and it lasts a year from today, unless set.
 */
const askedContract = {
  contract_document_id: id.optional(),
  contract_document_template_id: id.optional(),
  contract_title: paperText(200, 1).optional(),
  contract_type_id: id.optional(),
  contract_start_date: date.optional(),
  contract_end_date: date.optional(),
  /** As on paper; `{n}` in a number is the place of the company’s counter. */
  contract_number: paperText(MAX_CONTRACT_NUMBER).optional(),
  contract_date: date.optional(),
};

const phones = z
  .array(phone, 'field.ids')
  .min(1, 'field.ids_empty')
  .max(1000, 'field.ids_many')
  .transform((list) => [...new Set(list)]);

/** A row for each phone, in the order they were given in. */
const phonesAnswer = z.object({
  run_id: id,
  state: z.enum(['running', 'done', 'failed']),
  items: z.array(
    z.object({
      phone: z.string(),
      status: z.enum(ROW_STATUSES),
      code: z.string().nullable(),
      message: z.string(),
    }),
  ),
});
export type PhonesAnswer = z.output<typeof phonesAnswer>;

/** A row as it was typed; the server says what is wrong with it. */
const cell = z.string('field.text').max(1000, 'field.too_long');
export const inviteRow = z.strictObject({
  name: cell,
  phone: cell,
  /** Empty is the one of the whole table; so it is with the contract, which is named by its title. */
  end_date: cell.default(''),
  contract: cell.default(''),
  /** Or by its id. */
  contract_document_id: id.optional(),
  contract_document_template_id: id.optional(),
});
export type InviteRow = z.output<typeof inviteRow>;

const readRow = z.object({
  /** As a person counts them: in a spreadsheet with its heading, in a pasted table without. */
  row: z.int(),
  name: z.string(),
  phone: z.string(),
  end_date: z.string(),
  contract: z.string(),
  contract_document_id: id.optional(),
  contract_document_template_id: id.optional(),
  /** Already has an account as an executor and only accepts. */
  has_account: z.boolean(),
  errors: z.array(
    z.object({
      column: z.enum(INVITE_COLUMNS.map((column) => column.key)),
      code: z.string(),
      message: z.string(),
    }),
  ),
});
export type ReadInviteRow = z.output<typeof readRow>;

/** Of a multipart call flags come as text. */
const flagOrText = z
  .union([z.boolean(), z.enum(['true', 'false'])], 'field.boolean')
  .transform((value) => value === true || value === 'true');

const linkQuery = z.strictObject({ hash: linkHash });

export const linkState = z.object({
  valid: z.boolean(),
  expires_at: moment.nullable(),
  /** What the link is for; null where there is no such link or it has ended. */
  purpose: z.enum(['executor_invitation', 'register_link']).nullable(),
  kind: z.enum(['business', 'executor']).nullable(),
  /** Who invites, or for whom the link was made. */
  company_name: z.string().nullable(),
  /** Of the invited, masked: the registration is bound to it and takes it when it is left out. */
  phone: z.string().nullable(),
});
export type LinkState = z.output<typeof linkState>;

const inviteCall = callsOf({
  access: { who: 'business', right: 'manage_executors' },
  scope: 'executors:invite',
});
const readCall = callsOf({ access: { who: 'business', right: 'manage_executors' }, scope: 'executors:read' });

export const invitationsCalls = {
  'invitations.list': readCall('GET /api/v1/company/invitation', {
    summary: 'List the company’s invitations, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...changedFilter,
      id: id.optional(),
      status: z.array(z.enum(INVITATION_STATUSES, 'field.choice')).max(6, 'field.ids_many').optional(),
      search: text(100).optional(),
      /** Those that may be reminded of now. */
      remindable: z.boolean().optional(),
    }),
    answer: pageOf(invitation).extend({
      /** By state, whatever the filters say. */
      counts: z.record(z.enum(INVITATION_STATUSES), z.int()),
      remindable: z.int(),
    }),
  }),
  'invitations.create': inviteCall('POST /api/v1/company/invitation', {
    summary: 'Invite an executor by SMS to sign a contract; 409 if this phone has a pending invitation',
    body: z.strictObject({
      name: text(200, 1),
      phone,
      end_date: date,
      ...askedContract,
    }),
    answer: invitation,
    idempotency: true,
  }),
  'invitations.create_many': inviteCall('POST /api/v1/company/invitation/bulk', {
    summary:
      'Invite many, from rows (JSON) or a spreadsheet (multipart). `dry_run`, or any wrong row, only reports what each row would do; `partly` invites those that are right',
    body: z.strictObject({
      dry_run: flagOrText.default(false),
      /** Invite by the rows that are right although others are not. */
      partly: flagOrText.default(false),
      /** Of every row that says no other. */
      end_date: date.optional(),
      ...askedContract,
      contract_document_id: idOrText.optional(),
      contract_document_template_id: idOrText.optional(),
      contract_type_id: idOrText.optional(),
      rows: z.array(inviteRow, 'field.rows').max(MAX_INVITE_ROWS, 'field.rows_many').optional(),
    }),
    // 2,000 rows in JSON.
    body_bytes: 4_000_000,
    files: { file: { required: false, max_bytes: 10_000_000, kinds: ['xlsx'] } },
    json_too: true,
    answer: z.object({
      dry_run: z.boolean(),
      /** Of a dry run every row; of others those that are wrong. */
      rows: z.array(readRow),
      /** What came of each row that was right, once somebody is invited. */
      items: z.array(
        z.object({
          row: z.int(),
          phone: z.string(),
          invitation_id: id.nullable(),
          status: z.enum(ROW_STATUSES),
          code: z.string().nullable(),
          message: z.string(),
        }),
      ),
      ready: z.int(),
      failed: z.int(),
      /** Places of executors that are left; null where no limit is set. */
      free_places: z.int().nullable(),
      run: run.nullable(),
    }),
    idempotency: true,
  }),
  'invitations.cancel_many': inviteCall('DELETE /api/v1/company/invitation/bulk', {
    summary: 'Cancel many invitations, with a result for each',
    body: z.strictObject({ phones }),
    answer: phonesAnswer,
    idempotency: true,
  }),
  'invitations.remind_many': inviteCall('POST /api/v1/company/invitation/bulk/remind', {
    summary: 'Send many SMS again with new links, each at most once a day',
    body: z.strictObject({ phones }),
    answer: phonesAnswer,
    idempotency: true,
  }),
  'invitations.repeat_many': inviteCall('POST /api/v1/company/invitation/bulk/repeat', {
    summary: 'Invite again those who declined, did not answer or were withdrawn, with new links',
    /** Without an end it lasts as long as the earlier one did. */
    body: z.strictObject({ phones, end_date: date.optional() }),
    answer: phonesAnswer,
    idempotency: true,
  }),
  'invitations.template': readCall('GET /api/v1/template/invite/bulk', {
    summary: 'Get the spreadsheet for inviting many',
    answer: { file: FILE_KINDS.xlsx.media_type },
  }),
  'invitations.copy_link': defineCall('POST /api/v1/company/invitation/link', {
    access: { who: 'business', right: 'manage_executors' },
    summary: 'Get the link of a pending invitation; the SMS link stays valid',
    body: z.strictObject({ phone }),
    answer: z.object({ link: z.string(), end_date: date }),
  }),
  'invitations.get': readCall('GET /api/v1/company/invitation/{phone}', {
    summary: 'Get the newest invitation of a phone',
    params: phoneParams,
    answer: invitation,
  }),
  'invitations.update': inviteCall('PUT /api/v1/company/invitation/{phone}', {
    summary: 'Change name, expiry or contract of an unanswered invitation',
    params: phoneParams,
    body: z.strictObject({
      name: text(200, 1).optional(),
      end_date: date.optional(),
      ...askedContract,
    }),
    answer: invitation,
  }),
  'invitations.cancel': inviteCall('DELETE /api/v1/company/invitation/{phone}', {
    summary: 'Cancel an invitation and its link; idempotent',
    params: phoneParams,
    answer: invitation,
  }),
  'invitations.remind': inviteCall('POST /api/v1/company/invitation/remind', {
    summary: 'Send the SMS again with a new link, at most once a day',
    body: z.strictObject({ phone }),
    answer: invitation,
  }),
  'invitations.contracts': defineCall('GET /api/v1/company/invitation-contract', {
    access: { who: 'business', right: 'manage_executors' },
    scope: 'contracts:read',
    summary: 'List contracts uploaded for invitations, newest first',
    answer: z.array(invitationContract),
  }),
  'invitations.upload_contract': defineCall('POST /api/v1/company/invitation-contract', {
    access: { who: 'business', right: 'manage_executors' },
    scope: 'contracts:write',
    summary: 'Upload a contract as PDF for future invitations',
    body: z.strictObject({ title: paperText(200, 1), type_id: formId, start_date: date, end_date: date }),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['pdf'] } },
    answer: invitationContract,
    idempotency: true,
  }),
  'invitations.own': executorCall('GET /api/v1/executor/invitation', {
    summary: 'List pending invitations to the user’s phone',
    answer: z.array(ownInvitation),
  }),
  'invitations.accept': executorCall('POST /api/v1/executor/invitation/{invitation_id}/accept', {
    summary: 'Accept an invitation: its contract waits to be signed; idempotent',
    params: invitationParams,
    answer: z.object({ invitation_id: id, document_id: id }),
  }),
  'invitations.decline': executorCall('POST /api/v1/executor/invitation/{invitation_id}/decline', {
    summary: 'Decline an invitation, optionally with a reason; idempotent',
    params: invitationParams,
    body: z.strictObject({ reason: lines(500).optional() }),
    body_optional: true,
    answer: z.object({ invitation_id: id }),
  }),
  'invitations.link': publicCall('GET /api/v1/company/validate-link', {
    summary: 'Get whether an invitation link is valid, and what it is for',
    query: linkQuery,
    answer: linkState,
  }),
  'invitations.open_link': publicCall('POST /api/v1/company/validate-link', {
    summary: 'Get the same and mark the invitation as opened',
    query: linkQuery,
    answer: linkState,
  }),
};
