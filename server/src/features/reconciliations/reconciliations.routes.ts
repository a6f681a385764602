import {
  RECONCILIATION_STATES,
  type ReconciliationState,
} from '@kelisim/shared/features/reconciliations/reconciliation-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { readContractFile } from '../documents/public.ts';
import { runBulk } from '../jobs/public.ts';
import {
  answerReconciliation,
  issueWithDifferences,
  withdrawReconciliation,
} from './answer-reconciliation.ts';
import { drawAct, makeActSheet } from './make-papers.ts';
import { listParties, listSummaries, listSummariesOf } from './reconciliations.queries.ts';
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

  const assertPeriod = ({ date_from, date_to }: { date_from: string; date_to: string }) => {
    if (date_to < date_from) throw new Problem('reconciliation.period', { field: 'date_to' });
  };

  return {
    'reconciliations.parties': async ({ actor, input: { query } }) => {
      assertPeriod(query);
      const { company_id } = actor;
      const { rows, states } = await listParties(db, company_id, query, today(), { ...query, page: query });
      const ids = rows.flatMap(({ reconciliation_id }) => reconciliation_id ?? []);
      const sent = await listSummariesOf(db, company_id, ids, today());
      const count = (state: ReconciliationState) => states[state] ?? 0;
      const shown: readonly ReconciliationState[] = query.state ? [query.state] : RECONCILIATION_STATES;
      const total = shown.reduce((sum, state) => sum + count(state), 0);
      return {
        ...pageAnswer(
          { rows, total },
          query.limit,
          ({ id, name, bin, state, closing_tiyn, reconciliation_id }) => {
            const row = sent.get(reconciliation_id ?? 0);
            return {
              executor: { id, name, bin },
              state,
              closing: formatMoney(row?.closing_tiyn ?? closing_tiyn),
              reconciliation: row ? toSummary(row) : null,
            };
          },
        ),
        states: RECONCILIATION_STATES.map((state) => ({ state, count: count(state) })),
      };
    },
    'reconciliations.send': async (context) => {
      const { executor_company_ids, answer_until = null, ...period } = context.input.body;
      if (answer_until && answer_until < today())
        throw new Problem('reconciliation.answer_until', { field: 'answer_until' });
      assertPeriod(period);
      const asked = executor_company_ids && new Set(executor_company_ids);
      const state = asked ? null : ('to_send' as const);
      const { rows } = await listParties(db, context.actor.company_id, period, today(), { state });
      const items = rows
        .filter(({ id }) => !asked || asked.has(id))
        .map(({ id, name }) => ({ subject_id: id, label: name }));
      if (items.length === 0) throw new Problem('reconciliation.nobody', { field: 'executor_company_ids' });
      return runBulk(parts, context, 'reconciliations.send', items, { ...period, answer_until });
    },
    'reconciliations.list': async ({ actor, input: { query } }) => {
      const found = await listSummaries(db, actor, query, today());
      return pageAnswer(found, query.limit, toSummary);
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
