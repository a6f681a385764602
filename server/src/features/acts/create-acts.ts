import { actOfMany, type actBulkCalls } from '@kelisim/shared/features/acts/act-bulk.contract.ts';
import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import { problemOfIssue } from '../../platform/http/problem-reply.ts';
import type { BulkDone, BulkItem } from '../../platform/jobs/run-kind.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { nameThing, thingCalled } from '../external-ids/public.ts';
import { runBulk } from '../jobs/public.ts';
import { createAct } from './create-act.ts';

type Context = CallContext<(typeof actBulkCalls)['acts.create_many']>;
/** As it came: what is wrong in one item is no reason to refuse the others. */
type Item = Record<string, unknown>;

/** Makes acts of a list, as a run with a row per item. */
export async function createActs(parts: Parts, context: Context) {
  const { items } = context.input.body;
  const answer = await runBulk(
    parts,
    context,
    'acts.create',
    items.map((item, index) => ({
      subject_id: null,
      label: typeof item.title === 'string' ? item.title.slice(0, 200) : '',
      payload: { index, item },
    })),
  );
  return {
    ...answer,
    items: answer.items.map(({ act_id, ...row }, index) => ({
      ...row,
      index,
      external_id: nameIn(items[index]),
      act_id: act_id || null,
      field: faultIn(items[index]),
    })),
  };
}

const nameIn = (item: Item | undefined): string | null =>
  typeof item?.external_id === 'string' ? item.external_id.slice(0, 100) : null;

function faultIn(item: Item | undefined): string | null {
  const [issue] = actOfMany.safeParse(item, { reportInput: true }).error?.issues ?? [];
  return issue ? (problemOfIssue(issue).detail.field ?? null) : null;
}

/** One of them. A name that the program has given before leads to the act that is there. */
export async function createActOfRun(tx: Tx, run: BulkItem, today: string): Promise<BulkDone> {
  const actor = await findActorOfRun(tx, run, 'manage_acts');
  const { item, index } = run.payload as { item: Item; index: number };
  const read = actOfMany.safeParse(item, { reportInput: true });
  for (const issue of read.error?.issues ?? []) throw problemOfIssue(issue);
  const { external_id, ...input } = actOfMany.parse(item);
  const there = external_id === undefined ? null : await thingCalled(tx, actor, 'act', external_id);
  if (there !== null) return { subject_id: there };
  const act = await createAct(tx, { ...actor, locale: toLocale(actor.locale) }, input, today, {
    action: 'create',
    import_run_id: run.run_id,
    import_row: index,
  });
  await nameThing(tx, actor, 'act', act.id, external_id);
  return { subject_id: act.id, label: act.number };
}
