import {
  ACT_STATUSES,
  actStatusOfId,
  BOTH_SIGNED,
  pendingSignStatuses,
  rightOfAct,
  TO_PAY,
  type ActAction,
  type ActStatus,
} from '@kelisim/shared/features/acts/act-status.ts';
import type { Calls } from '@kelisim/shared/calls.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import { idCalled } from '../external-ids/public.ts';
import { isExecutorFirst } from './acts.queries.ts';
import type { ActFilter } from './find-acts.queries.ts';

type Filter = Omit<
  CallContext<Calls['acts.list']>['input']['query'],
  'page' | 'limit' | 'sort_by' | 'sort_order'
>;

/** What the caller asked to see, in terms of the queries. */
export async function readActFilter(db: Handle, actor: CompanyActor, filter: Filter): Promise<ActFilter> {
  const { external_id: _, ...narrowed } = filter;
  const id = await idCalled(db, actor, 'act', filter);
  return { ...filterOf(narrowed, filter.waiting ? await waitingStatuses(db, actor) : undefined), id };
}

/** The wire's filters in terms of states: `is_signed` = signed by both, `is_payed` = paid (decisions 5). */
function filterOf(query: Filter, waiting: ActStatus[] | undefined): ActFilter {
  let statuses = new Set<ActStatus>(ACT_STATUSES);
  const keep = (wanted: readonly ActStatus[]) => {
    statuses = statuses.intersection(new Set(wanted));
  };
  if (query.status_id) {
    keep(
      query.status_id.map((id) => {
        const status = actStatusOfId(id);
        if (!status) throw new Problem('field.choice', { field: 'status_id' });
        return status;
      }),
    );
  }
  const split = (wanted: readonly ActStatus[], yes: boolean | undefined) => {
    if (yes !== undefined) keep(ACT_STATUSES.filter((status) => wanted.includes(status) === yes));
  };
  split(BOTH_SIGNED, query.is_signed);
  split(['paid'], query.is_payed);
  return {
    ...query,
    waiting,
    statuses: statuses.size === ACT_STATUSES.length ? undefined : [...statuses],
    amount_from: query.amount_from ? parseMoney(query.amount_from)! : undefined,
    amount_to: query.amount_to ? parseMoney(query.amount_to)! : undefined,
  };
}

/**
 * States that wait for a deed of this person: to sign, to correct, to pay, to answer. An employee sees none whose deed
 * their rights do not allow; a program reads for its company, so an API key sees what waits for the whole side.
 */
async function waitingStatuses(db: Handle, actor: CompanyActor): Promise<ActStatus[]> {
  if (actor.role === 'executor') return [...pendingSignStatuses('executor'), 'annulment_requested'];
  const pending = pendingSignStatuses('business', await isExecutorFirst(db, actor.company_id));
  const waiting: [ActAction, readonly ActStatus[]][] = [
    ['sign', pending],
    ['edit', ['returned']],
    ['pay', TO_PAY],
    ['refuse_annulment', ['annulment_requested']],
  ];
  return waiting.flatMap(([deed, statuses]) => (mayAct(actor, deed) ? statuses : []));
}

function mayAct(actor: CompanyActor, deed: ActAction): boolean {
  const right = rightOfAct(deed);
  return actor.key !== null || right === undefined || mayDo(actor, right);
}
