import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import { date, iban, id, moment, money, text } from '../../kernel/fields.ts';
import { jsonOf } from '../../kernel/json-of.ts';
import { DAY_ORDERS, DECIMAL_MARKS, STATEMENT_COLUMNS } from './statement-columns.ts';

const title = text(200, 1);
const columns = z.partialRecord(z.enum(STATEMENT_COLUMNS), title);

/** How a table of a bank is read: which column holds what, by its heading, and how days and sums are written. */
const mapping = z.strictObject({
  /** The account, where the table does not name it. */
  iban,
  columns,
  day_order: z.enum(DAY_ORDERS),
  decimal_mark: z.enum(DECIMAL_MARKS),
});
export type StatementMapping = z.output<typeof mapping>;

/** As it is shown before the account is chosen. */
const draft = mapping.extend({ iban: iban.nullable() });
export type MappingDraft = z.output<typeof draft>;

/** `mapping` of the form beside a file. */
export const mappingField = jsonOf(mapping).optional();

const kept = z.object({
  id,
  iban: z.string(),
  columns,
  statements: z.int(),
  made_by: z.string(),
  made_at: moment,
});
export type KeptMapping = z.output<typeof kept>;

const payCall = callsOf({ access: { who: 'business', right: 'pay' } });

export const statementTablesCalls = {
  'payments.preview_table': payCall('POST /api/v1/payments/statements/table', {
    scope: 'payments:statements',
    summary:
      'Preview a bank statement in XLSX or CSV: its first rows and how they would be read; keeps nothing',
    files: { file: { required: true, max_bytes: 20_000_000, kinds: 'any' } },
    body: z.strictObject({
      /** JSON of `iban`, `columns`, `day_order`, `decimal_mark`; left out: what is kept or proposed. */
      mapping: jsonOf(draft).optional(),
      /** Row in which the headings stand; left out: the one that looks like it. */
      header_row: z
        .string('field.number')
        .regex(/^\d{1,6}$/, 'field.number')
        .optional(),
    }),
    answer: z.object({
      header_row: z.int(),
      /** Headings that a column can be chosen by. */
      titles: z.array(z.string()),
      /** The first rows below the heading, as they are written, a text for each title. */
      rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
      /** Rows that may be the heading. */
      headings: z.array(z.object({ row: z.int(), text: z.string() })),
      mapping: draft,
      /** The account that the table names: it is the one. */
      told_iban: z.string().nullable(),
      accounts: z.array(z.string()),
      is_kept: z.boolean(),
      /** Null while the mapping lacks something. */
      read: z
        .object({
          operations: z.int(),
          out_amount: money,
          in_amount: money,
          first: z.array(
            z.object({
              line: z.int(),
              date,
              direction: z.enum(['out', 'in']),
              amount: money,
              currency: z.string(),
              name: z.string(),
              purpose: z.string(),
            }),
          ),
          refused: z.int(),
          faults: z.array(z.object({ line: z.int(), message: z.string() })),
        })
        .nullable(),
    }),
  }),
  'payments.mappings': payCall('GET /api/v1/payments/mappings', {
    scope: 'payments:read',
    summary: 'List the mappings by which statements in XLSX and CSV are read, newest first',
    answer: z.array(kept),
  }),
  'payments.end_mapping': payCall('DELETE /api/v1/payments/mappings/{mapping_id}', {
    summary: 'End a mapping; what was read by it stays; idempotent',
    params: z.strictObject({ mapping_id: id }),
    answer: z.array(kept),
  }),
};
