import type { Asking, Cases } from './access.ts';
import { fileOrder } from './things.ts';

/** The other side of whoever asks. */
const withPartner = {
  names: 'query',
  thing: ({ world, by }: Asking) =>
    by.user_id === world.worker.user_id ? world.company.id : world.executor.id,
  given: (id: unknown) => ({ query: { company_id: id, date_from: '2026-01-01', date_to: '2026-12-31' } }),
} as const;

export const bookkeepingCases = {
  'bookkeeping.check_period': { given: () => ({ query: { closed_until: '2020-01-31' } }) },
  'bookkeeping.close_period': { given: () => ({ body: { closed_until: '2020-01-31' } }) },
  'income.year': { given: () => ({ query: { year: 2026 } }) },
  'income.certificate': { given: () => ({ query: { year: 2026, language: 'kz' } }) },
  'income.payslip': {
    answers: 404,
    given: () => ({
      query: { language: 'kz', company_id: 1, act_id: 1, order_number: 1, date: '2026-01-01' },
    }),
  },
  'bookkeeping.reconciliation': withPartner,
  'bookkeeping.reconciliation_pdf': withPartner,
  'bookkeeping.reconciliation_sheet': withPartner,
  'bookkeeping.set_withholding': { given: () => ({ body: { is_on: true } }) },
  'bookkeeping.withholding_register': {
    given: () => ({ query: { date_from: '2026-01-01', date_to: '2026-12-31' } }),
  },
  'bookkeeping.payslip': {
    answers: 404,
    names: 'path',
    thing: fileOrder('payslip'),
    given: (order_id) => ({ params: { order_id }, query: { language: 'kz' } }),
  },
  'bookkeeping.closed_differences_sheet': { given: () => ({ query: { year: 2026 } }) },
} satisfies Cases;
