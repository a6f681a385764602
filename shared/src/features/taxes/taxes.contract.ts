import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { date, id, lines, moment, text } from '../../kernel/fields.ts';
import { TAX_FIGURES } from './tax-figures.ts';

const figureRow = z.object({
  id,
  figure: z.enum(TAX_FIGURES),
  valid_from: date,
  valid_until: date,
  /** Null: the law knows no such thing in these days. */
  value: z.number().nullable(),
  /** The law, order or publication it was taken from. */
  source: z.string(),
  note: z.string(),
  /** Replaced by a later row of the same figure and first day. */
  is_past: z.boolean(),
  /** Null: came with the product. */
  by: z.string().nullable(),
  created_at: moment,
});
export type TaxFigureRow = z.output<typeof figureRow>;

const desk = { who: 'platform', right: 'tariffs' } as const;

export const taxesCalls = {
  'taxes.figures': defineCall({
    method: 'GET',
    path: '/api/v1/admin/taxes/figures',
    access: desk,
    summary: 'List the tax figures that hold in a year, with their sources and what they replaced',
    query: z.strictObject({
      year: z.int('field.choice').min(2000, 'field.choice').max(2100, 'field.choice'),
    }),
    answer: z.object({
      /** Years that have a figure, the newest first. */
      years: z.array(z.int()),
      items: z.array(figureRow),
      /** Figures that no row gives a value or a nothing for: what hangs on them is not reckoned. */
      missing: z.array(z.enum(TAX_FIGURES)),
    }),
  }),
  'taxes.set_figure': defineCall({
    method: 'POST',
    path: '/api/v1/admin/taxes/figures',
    access: desk,
    summary:
      'Set a tax figure for a span of days; what was closed before keeps the figures it was reckoned by',
    body: z.strictObject({
      figure: z.enum(TAX_FIGURES, 'field.choice'),
      valid_from: date,
      valid_until: date,
      value: z
        .string('taxes.value')
        .regex(/^\d{1,9}(\.\d{1,2})?$/, 'taxes.value')
        .meta({ examples: ['4325'] })
        .nullable(),
      source: text(300, 1),
      note: lines(500).optional(),
    }),
    answer: z.object({ id }),
    fresh_proof: true,
  }),
};
