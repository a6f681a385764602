import type { StandRow } from '@kelisim/shared/features/sandbox/stand.contract.ts';
import type { Parts } from '../../../parts.ts';
import {
  contextOf,
  executorOf,
  groupPapers,
  missingRows,
  refusedRow,
  type Deeds,
  type Papers,
  type StandContext,
} from './as-person.ts';

type Asked = StandContext & { input: { body: Papers & { reason: string } } };

/** An act goes back to be corrected; a contract is refused for good. */
export async function refuseAsExecutor(
  parts: Parts,
  deeds: Deeds,
  context: Asked,
): Promise<{ items: StandRow[] }> {
  const { reason, ...papers } = context.input.body;
  const { groups, missing } = await groupPapers(parts, context.actor.company_id, papers);
  const items = missingRows(missing, 'executor', context);
  for (const { kind, company_id, ids } of groups) {
    const actor = await executorOf(parts, company_id);
    for (const id of ids) {
      const row = { kind, id, by: 'executor' as const };
      try {
        if (kind === 'act')
          await deeds['acts.return'](
            contextOf(context, actor, `return ${id}`, { params: { act_id: id }, body: { reason } }),
          );
        else
          await deeds['documents.refuse'](
            contextOf(context, actor, `refuse ${id}`, { params: { doc_id: id }, body: { reason } }),
          );
        items.push({ ...row, status: 'ok', code: null, message: '' });
      } catch (error) {
        items.push(refusedRow(row, error, context));
      }
    }
  }
  return { items };
}
