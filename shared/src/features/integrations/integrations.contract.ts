import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { moment, text } from '../../kernel/fields.ts';
import { BANK_FAULTS, BANK_KINDS, BANK_SETTINGS, MAPPED_FIELDS, STATUS_WORDS } from './bank-kinds.ts';

const kind = z.enum(BANK_KINDS, 'field.choice');

/** Stands in an answer for a secret that is kept; sent back, it leaves the secret as it was. */
export const MASKED_SECRET = '••••';

/** How the last question to the bank ended; `by_file` is a bank that has no public API to ask. */
const check = z.object({
  outcome: z.enum(['works', 'by_file', 'failed']),
  fault: z.enum(BANK_FAULTS).nullable(),
  /** In the reader’s words, with what to do. */
  message: z.string(),
  /** Accounts that the bank named. */
  accounts: z.array(z.string()),
  checked_at: moment,
});

const bankIntegration = z.object({
  kind,
  /** False where connecting it would lead to nothing: the bank has no API for us, or the operator no agreement with it. */
  can_connect: z.boolean(),
  is_saved: z.boolean(),
  settings: z.partialRecord(z.enum(BANK_SETTINGS), z.string()),
  field_map: z.partialRecord(z.enum(MAPPED_FIELDS), z.string()),
  status_map: z.partialRecord(z.enum(STATUS_WORDS), z.string()),
  /** Secrets are never answered: dots in place of one, whether there is one, and since when. */
  client_secret: z.literal(MASKED_SECRET).nullable(),
  has_secret: z.boolean(),
  secret_set_at: moment.nullable(),
  /** The bank's client has consented to account access. */
  has_consent: z.boolean(),
  /** Whether orders go out through it, and balances come from it; otherwise it is paid by file. */
  pays: z.boolean(),
  tells_balances: z.boolean(),
  /** The one that «How we pay» has chosen. */
  is_main: z.boolean(),
  check: check.nullable(),
  updated_at: moment.nullable(),
});
export type BankIntegration = z.output<typeof bankIntegration>;

const settings = { who: 'user', right: 'manage_settings' } as const;
const ofBank = z.strictObject({ kind });
const line = text(500);

const bankCall = callsOf({ access: { who: 'user', right: 'manage_settings' }, params: ofBank });

export const integrationsCalls = {
  'integrations.list': defineCall('GET /api/v1/integrations/banks', {
    access: settings,
    summary: 'List banks that can be connected and their state; secrets are never returned',
    answer: z.array(bankIntegration),
  }),
  'integrations.save': bankCall('PUT /api/v1/integrations/banks/{kind}', {
    summary: 'Connect a bank or change its settings; an omitted secret is kept',
    body: z.strictObject({
      settings: z
        .strictObject(
          Object.fromEntries(BANK_SETTINGS.map((name) => [name, line.optional()])) as Record<
            (typeof BANK_SETTINGS)[number],
            z.ZodOptional<typeof line>
          >,
        )
        .optional(),
      field_map: z.partialRecord(z.enum(MAPPED_FIELDS, 'field.choice'), text(100)).optional(),
      status_map: z.partialRecord(z.enum(STATUS_WORDS, 'field.choice'), text(200)).optional(),
      client_secret: text(4_000).optional(),
    }),
    answer: bankIntegration,
    fresh_proof: true,
  }),
  'integrations.test': bankCall('POST /api/v1/integrations/banks/{kind}/test', {
    summary: 'Query the bank now; the answer says what is wrong and what to do',
    answer: bankIntegration,
  }),
  'integrations.remove': bankCall('DELETE /api/v1/integrations/banks/{kind}', {
    summary: 'Disconnect a bank and erase its secrets; idempotent',
    answer: bankIntegration,
    fresh_proof: true,
  }),
  'integrations.ask_consent': bankCall('POST /api/v1/integrations/banks/{kind}/consent', {
    summary: 'Get the page on which the bank’s client consents to account access (BCC)',
    answer: z.object({ address: z.string() }),
    fresh_proof: true,
  }),
  'integrations.take_consent': bankCall('POST /api/v1/integrations/banks/{kind}/consent/code', {
    summary: 'Submit the code from the bank’s consent page, once, as the same user',
    body: z.strictObject({ code: text(2_000, 1), state: text(200, 1) }),
    answer: bankIntegration,
  }),
};
