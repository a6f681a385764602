import { MOST_LINES } from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { reconcile } from '../bookkeeping/public.ts';
import { addLines, addReconciliation, listContractsOfActs } from './reconciliations.queries.ts';
import { tellSide } from './tell-side.ts';

export const sendParams = z.object({
  date_from: z.string(),
  date_to: z.string(),
  answer_until: z.string().nullable(),
});

/**
 * Stores what the company has with an executor as it is now, and shows it to the executor. One of a period that was sent
 * before is left as it is, so that a repeated click sends nothing twice.
 */
export async function sendReconciliation(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  executor_company_id: number,
  { date_from, date_to, answer_until }: z.output<typeof sendParams>,
): Promise<{ label: string }> {
  const { company_id } = actor;
  const found = await reconcile(tx, actor, { company_id: executor_company_id, date_from, date_to });
  const { name: label } = found.executor;
  if (found.entries.length > MOST_LINES) throw new Problem('reconciliation.period', { field: 'date_to' });
  const sent_at = parts.clock.now();
  const id = await addReconciliation(tx, {
    company_id,
    executor_company_id,
    date_from,
    date_to,
    status: 'sent',
    answer_until,
    opening_tiyn: parseMoney(found.opening)!,
    sent_by: actor.user_id,
    sent_at,
  });
  if (id === null) return { label };
  const contracts = await listContractsOfActs(
    tx,
    company_id,
    found.entries.flatMap(({ act_id }) => act_id ?? []),
  );
  await addLines(
    tx,
    found.entries.map((entry, index) => ({
      company_id,
      reconciliation_id: id,
      position: index + 1,
      date: entry.date,
      late_of: entry.late_of,
      kind: entry.kind,
      act_id: entry.act_id,
      number: entry.number,
      order_number: entry.order_number,
      contract_number: contracts.get(entry.act_id ?? 0)?.number ?? null,
      contract_date: contracts.get(entry.act_id ?? 0)?.date ?? null,
      amount_tiyn: parseMoney((entry.owed ?? entry.paid)!)!,
    })),
  );
  await tellSide(parts, tx, { id, company_id, executor_company_id, date_from, date_to }, 'executor', {
    once: sent_at.toISOString(),
  });
  return { label };
}
