import type { StandRow } from '@kelisim/shared/features/sandbox/stand.contract.ts';
import type { Parts } from '../../../parts.ts';
import {
  contextOf,
  directorOf,
  groupPapers,
  missingRows,
  refusedRow,
  type Deeds,
  type StandContext,
} from './as-person.ts';

type Asked = StandContext & { input: { body: { act_ids: number[] } } };

/** Orders are taken to the sandbox bank, which settles or rejects each by its sum. */
export async function payAsDirector(
  parts: Parts,
  deeds: Deeds,
  context: Asked,
): Promise<{ items: StandRow[] }> {
  const { groups, missing } = await groupPapers(parts, context.actor.company_id, context.input.body);
  const rows = missingRows(missing, 'company', context);
  const act_ids = groups.flatMap(({ ids }) => ids);
  if (act_ids.length === 0) return { items: rows };
  const of = (id: number) => ({ kind: 'act' as const, id, by: 'company' as const });
  try {
    const actor = await directorOf(parts, context.actor);
    const { items } = await deeds['acts.pay'](contextOf(context, actor, 'pay', { body: { act_ids } }));
    return {
      items: [
        ...rows,
        ...items.map(({ act_id, status, code, message }) => ({ ...of(act_id), status, code, message })),
      ],
    };
  } catch (error) {
    return { items: [...rows, ...act_ids.map((id) => refusedRow(of(id), error, context))] };
  }
}
