import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { date, id, money, text } from '../../kernel/fields.ts';
import { EARLIER_COLUMNS, EARLIER_KINDS } from './earlier.ts';
import { standingView } from './standings.contract.ts';

const companyCall = callsOf({ access: { who: 'business', right: 'manage_executors' } });

export const earlierCalls = {
  'taxes.set_earlier': defineCall('POST /api/v1/taxes/earlier', {
    access: { who: 'user', right: 'manage_executors' },
    summary:
      'Say what a person had before Kelisim or outside it, with the paper it is taken from; the last word counts',
    body: z.strictObject({
      executor_company_id: id,
      kind: z.enum(EARLIER_KINDS, 'field.choice'),
      /** A month of `self_employed`, else a year. */
      period: z
        .string('taxes.earlier_period')
        .regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/, 'taxes.earlier_period')
        .meta({ examples: ['2026'] }),
      amount: money,
      source: text(300, 1),
      source_on: date,
    }),
    answer: standingView,
  }),
  'taxes.earlier_sheet': companyCall('GET /api/v1/taxes/earlier/sheet', {
    summary: 'Get the spreadsheet to fill with figures from before Kelisim: a row for each person',
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  'taxes.import_earlier': companyCall('POST /api/v1/taxes/earlier/import', {
    summary: 'Take in a table of figures from before Kelisim: right rows are kept, wrong ones are told',
    files: { file: { required: true, max_bytes: 10_000_000, kinds: 'any' } },
    body: z.strictObject({
      /** Only says what the rows would take in. */
      dry_run: z
        .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'field.boolean')
        .default(false),
    }),
    answer: z.object({
      dry_run: z.boolean(),
      /** Figures that are new, and those that were told just so before. */
      taken: z.int(),
      same: z.int(),
      rows: z.array(
        z.object({
          row: z.int(),
          name: z.string(),
          period: z.string(),
          figures: z.array(z.object({ kind: z.enum(EARLIER_KINDS), amount: money })),
        }),
      ),
      errors: z.array(
        z.object({ row: z.int(), column: z.enum(EARLIER_COLUMNS), code: z.string(), message: z.string() }),
      ),
    }),
  }),
};
