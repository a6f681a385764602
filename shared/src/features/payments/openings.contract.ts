import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { date, id, lines, moment, money } from '../../kernel/fields.ts';

const file = { required: true, max_bytes: 10_000_000, kinds: 'any' } as const;

export const OPENING_COLUMNS = ['bin', 'contract', 'owed', 'advance'] as const;
export type OpeningColumn = (typeof OPENING_COLUMNS)[number];

const checked = z.object({
  /** Right rows, with what they would take in. */
  rows: z.array(
    z.object({
      row: z.int(),
      name: z.string(),
      contract: z.string().nullable(),
      owed: money,
      advance: money,
    }),
  ),
  owed: money,
  advance: money,
  errors: z.array(
    z.object({ row: z.int(), column: z.enum(OPENING_COLUMNS), code: z.string(), message: z.string() }),
  ),
});
export type CheckedOpenings = z.output<typeof checked>;

const batch = z.object({
  id,
  day: date,
  file_name: z.string(),
  rows: z.int(),
  owed: money,
  advance: money,
  made_by: z.string(),
  made_at: moment,
  undone_by: z.string().nullable(),
  undone_at: moment.nullable(),
  undone_why: z.string().nullable(),
  /** Nothing has used it, and its day is open. */
  may_undo: z.boolean(),
});
export type OpeningBatch = z.output<typeof batch>;
const batches = z.object({ items: z.array(batch) });

const settingsCall = callsOf({ access: { who: 'business', right: 'manage_settings' } });

export const openingsCalls = {
  'openings.list': defineCall('GET /api/v1/opening-balances', {
    access: { who: 'business' },
    scope: 'books:read',
    summary: 'List the opening balances that were taken in, newest first, with who signed them off',
    answer: batches,
  }),
  'openings.sheet': settingsCall('GET /api/v1/opening-balances/sheet', {
    summary: 'Get the spreadsheet to fill: a row for each executor and contract',
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  'openings.check': settingsCall('POST /api/v1/opening-balances/check', {
    summary: 'Read a table of opening balances and say what each row would take in; changes nothing',
    files: { file },
    body: z.strictObject({ day: date }),
    answer: checked,
  }),
  'openings.take': settingsCall('POST /api/v1/opening-balances', {
    summary: 'Sign off a table of opening balances on a day; refused while any row is wrong',
    files: { file },
    body: z.strictObject({ day: date }),
    answer: batches,
    fresh_proof: true,
  }),
  'openings.undo': settingsCall('POST /api/v1/opening-balances/{batch_id}/undo', {
    summary: 'Undo opening balances that nothing has used, with a reason',
    params: z.strictObject({ batch_id: id }),
    body: z.strictObject({ reason: lines(500, 1) }),
    answer: batches,
    fresh_proof: true,
  }),
};
