import { issueContract, takePaperNumber } from '../../src/features/documents/public.ts';
import { TODAY } from '../papers.ts';
import type { Asking, Cases } from './access.ts';
import { contract, fileOrder, reason, workerOf } from './things.ts';

/** The other side of whoever asks. */
const withPartner = {
  names: 'query',
  thing: ({ world, by }: Asking) =>
    by.user_id === world.worker.user_id ? world.company.id : world.executor.id,
  given: (id: unknown) => ({ query: { company_id: id, date_from: '2026-01-01', date_to: '2026-12-31' } }),
} as const;

const certifiedMonths = { month_from: '2026-01', month_to: '2026-01' };
/** One that waits for its company's signature. */
const makeCertificate = async ({ app, world }: Asking) => {
  const { id } = world.company;
  const { source_file_id } = await app.parts.db
    .selectFrom('documents')
    .select('source_file_id')
    .where('company_id', '=', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return app.parts.db.transaction().execute(async (tx) =>
    issueContract(app.parts, tx, {
      company_id: id,
      contractor_company_id: world.executor.id,
      title: 'Анықтама',
      type: 'income_certificate',
      number: await takePaperNumber(tx, id, 'income_certificate'),
      date: TODAY,
      start_date: '2026-01-01',
      end_date: '2026-01-31',
      source_file_id,
      created_by: world.director.user_id,
    }),
  );
};

export const bookkeepingCases = {
  'bookkeeping.check_period': { given: () => ({ query: { closed_until: '2020-01-31' } }) },
  'bookkeeping.close_period': { given: () => ({ body: { closed_until: '2020-01-31' } }) },
  'income.year': { given: () => ({ query: { year: 2026 } }) },
  'income.certificate': { given: () => ({ query: { year: 2026, language: 'kz' } }) },
  // Nobody has been paid here.
  'income.issue': {
    answers: 422,
    names: 'body',
    thing: workerOf,
    given: (id) => ({ body: { executor_company_id: id, ...certifiedMonths } }),
  },
  'income.ask': {
    answers: 422,
    names: 'body',
    thing: ({ world }) => world.company.id,
    given: (id) => ({ body: { company_id: id, ...certifiedMonths } }),
  },
  'income.refuse': {
    names: 'path',
    thing: makeCertificate,
    given: (id) => ({ ...contract(id), body: reason }),
  },
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
