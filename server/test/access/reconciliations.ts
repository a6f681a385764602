import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { Given } from '../calls.ts';
import { TODAY } from '../papers.ts';
import type { Asking, Cases } from './access.ts';
import { workerOf } from './things.ts';

let reconciled = 0;

/** A reconciliation of days of its own; answered otherwise, or waiting for the answer. */
const makeReconciliation =
  (status: 'sent' | 'differences' = 'sent') =>
  async ({ app, world }: Asking) => {
    const day = addDays('2024-01-01', (reconciled += 1));
    const { id } = await app.parts.db
      .insertInto('reconciliations')
      .values({
        company_id: world.company.id,
        executor_company_id: world.executor.id,
        date_from: day,
        date_to: day,
        status,
        opening_tiyn: 10_000n,
        sent_by: world.director.user_id,
        sent_at: new Date(),
        ...(status === 'differences' && { answered_at: new Date(), answered_by: world.worker.user_id }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

const ofReconciliation = (id: unknown): Given => ({ params: { reconciliation_id: id } });

const seenReconciliation = {
  names: 'path',
  thing: makeReconciliation(),
  given: ofReconciliation,
} as const;

export const reconciliationsCases = {
  'reconciliations.parties': { given: () => ({ query: { date_from: addDays(TODAY, -30), date_to: TODAY } }) },
  'reconciliations.send': {
    answers: 'row ok',
    names: 'body',
    thing: workerOf,
    given: (id) => ({ body: { date_from: addDays(TODAY, -30), date_to: TODAY, executor_company_ids: [id] } }),
  },
  'reconciliations.get': seenReconciliation,
  'reconciliations.pdf': seenReconciliation,
  'reconciliations.sheet': seenReconciliation,
  'reconciliations.answer': {
    names: 'path',
    thing: makeReconciliation(),
    given: (id) => ({ ...ofReconciliation(id), body: {} }),
  },
  'reconciliations.issue': {
    names: 'path',
    thing: makeReconciliation('differences'),
    given: ofReconciliation,
  },
  'reconciliations.withdraw': { names: 'path', thing: makeReconciliation(), given: ofReconciliation },
  'reconciliations.remind': {
    names: 'body',
    thing: makeReconciliation(),
    given: (id) => ({ body: { reconciliation_ids: [id] } }),
  },
} satisfies Cases;
