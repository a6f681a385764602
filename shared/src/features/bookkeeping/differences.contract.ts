import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import { id, money, year } from '../../kernel/fields.ts';

/** What has changed since the month was closed. */
export const DIFFERENCE_REASONS = ['standing', 'deduction', 'carry', 'figures', 'year'] as const;
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number];

const parts = z.object({
  opv: money,
  vosms: money,
  so: money,
  ipn: money,
  self_employed: money,
  total: money,
});

const differences = z.object({
  /** Null while no month is closed. */
  year: z.int().nullable(),
  /** Years with closed months, the newest first. */
  years: z.array(z.int()),
  /** The first hundred people by name; the spreadsheet has all. */
  items: z.array(
    z.object({
      executor: z.object({ id, name: z.string(), bin: z.string() }),
      difference: parts,
      months: z.array(
        z.object({
          month: z.string(),
          why: z.array(z.enum(DIFFERENCE_REASONS)),
          /** What the month was closed with. */
          was: parts,
          /** What it would come to now. */
          now: parts,
          /** To book: `now` less `was`. */
          difference: parts,
        }),
      ),
    }),
  ),
  /** How many people have a difference. */
  people: z.int(),
  total: parts,
});
export type ClosedDifferences = z.output<typeof differences>;

const readCall = callsOf({ access: { who: 'business', right: 'pay' }, scope: 'books:read' });

export const differencesCalls = {
  'bookkeeping.closed_differences': readCall('GET /api/v1/company/closed-period/differences', {
    summary:
      'List what closed months of a year would withhold by what holds now, less what they were closed with',
    query: z.strictObject({ year: year.optional() }),
    answer: differences,
  }),
  'bookkeeping.closed_differences_sheet': readCall('GET /api/v1/company/closed-period/differences/sheet', {
    summary:
      'Get the differences of the closed months of a year as a spreadsheet, a row for each month and person',
    query: z.strictObject({ year }),
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
};
