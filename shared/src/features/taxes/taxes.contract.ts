import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { date, id, lines, moment, text, year } from '../../kernel/fields.ts';
import { COMPANY_QUESTIONS, TAX_CHOICES, TAX_QUESTIONS } from './tax-decisions.ts';
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

const decision = z.object({
  question: z.enum(TAX_QUESTIONS),
  /** What holds today. */
  choice: z.enum(TAX_CHOICES),
  /** Whose answer it is. `default`: nobody has answered, and the cautious choice holds. */
  of: z.enum(['default', 'installation', 'company']),
  /** Answers of one's own, the last of a day first. */
  history: z.array(
    z.object({
      id,
      /** Null: the company has taken its answer back, and that of the installation holds. */
      choice: z.enum(TAX_CHOICES).nullable(),
      valid_from: date,
      note: z.string(),
      by: z.string(),
      created_at: moment,
    }),
  ),
});
export type TaxDecision = z.output<typeof decision>;

const answer = {
  valid_from: date,
  /** Whose opinion it is, and in what words. */
  note: lines(2000).optional(),
};

const deskCall = callsOf({ access: { who: 'platform', right: 'tariffs' } });

export const taxesCalls = {
  'taxes.figures': deskCall('GET /api/v1/admin/taxes/figures', {
    summary: 'List the tax figures that hold in a year, with their sources and what they replaced',
    query: z.strictObject({
      year,
    }),
    answer: z.object({
      /** Years that have a figure, the newest first. */
      years: z.array(z.int()),
      items: z.array(figureRow),
      /** Figures that no row gives a value or a nothing for: what hangs on them is not reckoned. */
      missing: z.array(z.enum(TAX_FIGURES)),
    }),
  }),
  'taxes.set_figure': deskCall('POST /api/v1/admin/taxes/figures', {
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
  'taxes.decisions': deskCall('GET /api/v1/admin/taxes/decisions', {
    summary: 'List what a lawyer, a tax adviser or the bank decides, with the answers of the installation',
    answer: z.object({ items: z.array(decision) }),
  }),
  'taxes.decide': deskCall('POST /api/v1/admin/taxes/decisions', {
    summary: 'Set what was decided for the installation, from a day on',
    body: z.strictObject({
      question: z.enum(TAX_QUESTIONS, 'field.choice'),
      choice: z.enum(TAX_CHOICES, 'field.choice'),
      ...answer,
    }),
    answer: z.object({ id }),
    fresh_proof: true,
  }),
  'taxes.decisions_paper': deskCall('GET /api/v1/admin/taxes/decisions/pdf', {
    summary:
      'Get the questions as a PDF, with the answers of the installation and room for those of an adviser',
    answer: { file: 'application/pdf' },
  }),
  'taxes.company_decisions': defineCall('GET /api/v1/company/tax-decisions', {
    access: { who: 'business' },
    summary: 'List what a lawyer, a tax adviser or the bank decides, with what holds for the company',
    answer: z.object({ items: z.array(decision) }),
  }),
  'taxes.decide_for_company': defineCall('POST /api/v1/company/tax-decisions', {
    access: { who: 'business', right: 'manage_settings' },
    summary: 'Set what was decided for the company, from a day on, or take its own answer back',
    body: z.strictObject({
      question: z.enum(COMPANY_QUESTIONS, 'field.choice'),
      choice: z.enum(TAX_CHOICES, 'field.choice').nullable(),
      ...answer,
    }),
    answer: z.object({ id }),
    fresh_proof: true,
  }),
  'taxes.company_paper': defineCall('GET /api/v1/company/tax-decisions/pdf', {
    access: { who: 'business' },
    summary:
      'Get the questions as a PDF, with what holds for the company and room for the answers of an adviser',
    answer: { file: 'application/pdf' },
  }),
};
