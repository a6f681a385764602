import { commonActDeeds } from '@kelisim/shared/features/acts/act-status.ts';
import { SELECTION_MAX } from '@kelisim/shared/features/acts/act-selection.contract.ts';
import type { Calls } from '@kelisim/shared/calls.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { readActFilter } from './read-act-filter.ts';
import {
  addSelection,
  countKinds,
  deleteSelectionsBefore,
  fillSelection,
  listSelectionIds,
} from './selection.queries.ts';

const LIVES_MS = 24 * 3_600_000;
const A_PAGE = 1000;

type Input = CallContext<Calls['acts.selection']>['input']['body'];

/** Keeps the acts of a filter as they are now; deeds over all of them work on these and on no others. */
export async function selectActs({ db, clock }: Parts, actor: CompanyActor, wish: Input) {
  const filter = await readActFilter(db, actor, wish.filter ?? {});
  const selection_id = await db.transaction().execute(async (tx) => {
    const id = await addSelection(tx, actor, clock.now());
    const wanted = {
      filter,
      run: wish.run,
      only: wish.only,
      without: wish.without ?? [],
      most: SELECTION_MAX + 1,
    };
    const count = await fillSelection(tx, actor, id, wanted);
    if (count === 0) throw new Problem('field.ids_empty', { field: 'filter' });
    if (count > SELECTION_MAX)
      throw new Problem('act.selection_too_large', { field: 'filter', values: { max: SELECTION_MAX } });
    return id;
  });
  const kinds = await countKinds(db, actor, selection_id);
  return {
    selection_id,
    count: kinds.reduce((sum, kind) => sum + kind.count, 0),
    amount: formatMoney(kinds.reduce((sum, kind) => sum + kind.amount_tiyn, 0n)),
    deeds: commonActDeeds(kinds, actor.role, actor.rights),
  };
}

export async function readSelection(db: Handle, actor: CompanyActor, selection_id: number, page: number) {
  const ids = await listSelectionIds(db, actor, selection_id);
  if (!ids) throw new Problem('not_found');
  return {
    act_ids: ids.slice((page - 1) * A_PAGE, page * A_PAGE),
    pages: Math.ceil(ids.length / A_PAGE),
  };
}

/** A selection is of its day: what it named may be something else tomorrow. */
export async function sweepSelections({ db, clock }: Parts): Promise<void> {
  await deleteSelectionsBefore(db, new Date(clock.now().getTime() - LIVES_MS));
}
