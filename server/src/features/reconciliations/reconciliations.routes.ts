import { RECONCILIATION_STATES } from '@kelisim/shared/features/reconciliations/reconciliation-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { readContractFile } from '../documents/public.ts';
import { runBulk } from '../jobs/public.ts';
import {
  answerReconciliation,
  issueWithDifferences,
  withdrawReconciliation,
} from './answer-reconciliation.ts';
import { drawAct, makeActSheet } from './make-papers.ts';
import { listOfPeriod, listParties, listSummaries } from './reconciliations.queries.ts';
import { getReconciliation, toSummary, viewReconciliation } from './reconciliations.view.ts';
import { remindMany } from './remind-to-answer.ts';

type Names = Extract<keyof Handlers, `reconciliations.${string}`>;

export function reconciliationsRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  const today = () => almatyDate(parts.clock.now());
  const changed = (actor: CompanyActor, id: number, change: (tx: Tx) => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      await change(tx);
      return viewReconciliation(parts, tx, actor, id);
    });

  /** Each executor of a period with how far its reconciliation is. */
  async function parties(company_id: number, period: { date_from: string; date_to: string }) {
    if (period.date_to < period.date_from) throw new Problem('reconciliation.period', { field: 'date_to' });
    const sent = new Map(
      (await listOfPeriod(db, company_id, period, today())).map((row) => [row.executor_company_id, row]),
    );
    return (await listParties(db, company_id, period)).map(({ closing_tiyn, ...executor }) => {
      const row = sent.get(executor.id);
      return {
        executor,
        state: row?.state ?? ('to_send' as const),
        closing: formatMoney(row?.closing_tiyn ?? closing_tiyn),
        reconciliation: row ? toSummary(row) : null,
      };
    });
  }

  return {
    'reconciliations.parties': async ({ actor, input: { query } }) => {
      const all = await parties(actor.company_id, query);
      const found = all.filter(({ state }) => !query.state || state === query.state);
      return {
        items: found.slice((query.page - 1) * query.limit, query.page * query.limit),
        pages: pagesOf(found.length, query.limit),
        total: found.length,
        is_exact: true,
        states: RECONCILIATION_STATES.map((state) => ({
          state,
          count: all.filter((one) => one.state === state).length,
        })),
      };
    },
    'reconciliations.send': async (context) => {
      const { executor_company_ids, answer_until = null, ...period } = context.input.body;
      if (answer_until && answer_until < today())
        throw new Problem('reconciliation.answer_until', { field: 'answer_until' });
      const all = await parties(context.actor.company_id, period);
      const asked = executor_company_ids && new Set(executor_company_ids);
      const items = all
        .filter(({ state, executor }) => (asked ? asked.has(executor.id) : state === 'to_send'))
        .map(({ executor }) => ({ subject_id: executor.id, label: executor.name }));
      if (items.length === 0) throw new Problem('reconciliation.nobody', { field: 'executor_company_ids' });
      return runBulk(parts, context, 'reconciliations.send', items, { ...period, answer_until });
    },
    'reconciliations.list': async ({ actor, input: { query } }) => {
      const { rows, total } = await listSummaries(db, actor, query, today());
      return { items: rows.map(toSummary), pages: pagesOf(total, query.limit), total, is_exact: true };
    },
    'reconciliations.get': ({ actor, input }) =>
      viewReconciliation(parts, db, actor, input.params.reconciliation_id),
    'reconciliations.answer': ({ actor, input }) => {
      const { reconciliation_id: id } = input.params;
      return changed(actor, id, (tx) => answerReconciliation(parts, tx, actor, id, input.body));
    },
    'reconciliations.issue': ({ actor, input }) => {
      const { reconciliation_id: id } = input.params;
      return changed(actor, id, (tx) => issueWithDifferences(parts, tx, actor, id));
    },
    'reconciliations.withdraw': ({ actor, input }) => {
      const { reconciliation_id: id } = input.params;
      return db.transaction().execute(async (tx) => {
        const view = await viewReconciliation(parts, tx, actor, id);
        await withdrawReconciliation(tx, actor, id);
        return { ...view, status: 'withdrawn' as const };
      });
    },
    'reconciliations.remind': async ({ actor, input }) => ({
      reminded: await remindMany(parts, actor.company_id, input.body.reconciliation_ids),
    }),
    'reconciliations.pdf': async ({ actor, input }) => {
      const found = await getReconciliation(parts, db, actor, input.params.reconciliation_id);
      const { document_id } = found.row;
      // Once there is a paper for both signatures it is the act.
      if (document_id !== null) return readContractFile(parts, actor, document_id);
      const { bytes, name } = await drawAct(parts, db, found);
      return { bytes, name };
    },
    'reconciliations.sheet': async ({ actor, input, locale }) =>
      makeActSheet(parts, await getReconciliation(parts, db, actor, input.params.reconciliation_id), locale),
  };
}
