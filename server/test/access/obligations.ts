import type { Cases } from './access.ts';

export const obligationsCases = {
  'obligations.month': { given: () => ({ query: { month: '2026-10' } }) },
  'obligations.overdue': {},
  'obligations.list_file': { answers: 409, given: () => ({ query: { month: '2026-10', kind: 'opv' } }) },
  'obligations.order_file': { answers: 409, given: () => ({ query: { month: '2026-10', format: '1c' } }) },
  'obligations.enter_office': {
    answers: 422,
    given: () => ({
      body: { name: 'УГД', bin: '141140001547', iban: 'KZ12009NPS0413609816', bank_id: 999_999 },
    }),
  },
  // Nothing was withheld.
  'obligations.tell_paid': {
    answers: 409,
    given: () => ({ body: { month: '2026-10', kind: 'opv', paid_on: '2026-10-31', amount: '1.00' } }),
  },
  'obligations.untell': { given: () => ({ body: { month: '2026-10', kind: 'opv', paid_on: '2026-10-31' } }) },
  'obligations.transferred': { given: () => ({ query: { year: 2026 } }) },
  'obligations.sheet': { given: () => ({ query: { month: '2026-10' } }) },
} satisfies Cases;
