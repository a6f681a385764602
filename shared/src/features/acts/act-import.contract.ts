import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { id, money } from '../../kernel/fields.ts';
import { jsonOf } from '../../kernel/json-of.ts';
import { runFields } from '../../kernel/runs.ts';

const mendedCells = z
  .array(
    z.strictObject({
      rows: z.array(z.int().min(1)).min(1).max(10_000),
      key: z.string().max(40),
      value: z.string().max(2000),
    }),
  )
  .max(1000);
export type MendedCell = z.output<typeof mendedCells>[number];

/** First rows of repeats that are made all the same. */
const rowNumbers = z.array(z.int().min(1)).max(10_000);

const importWays = {
  /** Cells that were mended on the page: JSON of up to a thousand of `rows`, `key` of the column, `value`. */
  mended: jsonOf(mendedCells).optional(),
  /** Repeats that are made all the same: JSON of the `row` of each, or `"all"`. Others are left out. */
  again: jsonOf(z.union([z.literal('all'), rowNumbers])).optional(),
};

export const actImportCalls = {
  'acts.process': defineCall('POST /api/v1/doc/acts/process', {
    access: { who: 'business', right: 'manage_acts' },
    scope: 'acts:write',
    summary:
      'Import acts from XLSX or CSV; `dry_run` only reports what each row would do, `partly` makes those that are right',
    body: z.strictObject({
      dry_run: z.enum(['true', 'false'], 'field.choice').default('false'),
      /** Make the acts that are right although others are not. */
      partly: z.enum(['true', 'false'], 'field.choice').default('false'),
      ...importWays,
    }),
    body_bytes: 1_500_000,
    files: { file: { required: true, max_bytes: 10_000_000, kinds: 'any' } },
    answer: z.object({
      dry_run: z.boolean(),
      rows: z.int(),
      acts: z.int(),
      amount: money,
      created: z.int(),
      skipped: z.int(),
      failed: z.int(),
      errors: z.array(
        z.object({
          /** The first of `rows`. */
          row: z.int(),
          /** Every row in which this cell says the same and is wrong for the same reason: mended at once. */
          rows: z.array(z.int()),
          column: z.string().nullable(),
          /** The column by its key, for mending the cell; null where it is the whole row. */
          key: z.string().nullable(),
          code: z.string(),
          message: z.string(),
          value: z.string(),
          /** What the cell may say, where that depends on the row: titles of the executor's contracts, readings. */
          choices: z.array(z.string()),
          /** An empty cell would mean the executor's only contract. */
          only: z.boolean(),
        }),
      ),
      /** Rows that are no acts: totals, hidden ones, repeated headings, notes, empty ones. */
      passed: z.array(
        z.object({
          why: z.enum(['total', 'hidden', 'heading', 'note', 'empty']),
          count: z.int(),
          /** The first of them. */
          rows: z.array(z.int()),
        }),
      ),
      /** Acts and lines that seem to be there already; left out unless `again` has their `row`. */
      repeats: z.array(
        z.object({
          row: z.int(),
          title: z.string(),
          contractor: z.string(),
          amount: money,
          message: z.string(),
          act_id: id.nullable(),
          again: z.boolean(),
        }),
      ),
      repeats_total: z.int(),
      preview: z.array(
        z.object({
          row: z.int(),
          title: z.string(),
          contractor: z.string(),
          contract: z.string(),
          act_date: z.string(),
          amount: money,
        }),
      ),
      run: z.object({ ...runFields, kind: z.literal('acts.import') }).nullable(),
    }),
    idempotency: true,
  }),
  'acts.import_rest': defineCall('POST /api/v1/doc/acts/process/rest', {
    access: { who: 'business', right: 'manage_acts' },
    scope: 'acts:write',
    summary: 'Get the rows that an import would not make, as XLSX with a column of remarks; makes nothing',
    body: z.strictObject(importWays),
    body_bytes: 1_500_000,
    files: { file: { required: true, max_bytes: 10_000_000, kinds: 'any' } },
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
};
