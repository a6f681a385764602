import { ACT_BULK_DEEDS, actsOpenTo } from '@kelisim/shared/features/acts/act-status.ts';
import { SELECTION_MAX } from '@kelisim/shared/features/acts/act-selection.contract.ts';
import type { Calls } from '@kelisim/shared/calls.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { readActFilter } from './read-act-filter.ts';
import {
  addSelection,
  countKinds,
  deleteSelectionsBefore,
  fillSelection,
  listKinds,
  listSelectionIds,
  type WantedActs,
} from './selection.queries.ts';

const LIVES_MS = 24 * 3_600_000;
const A_PAGE = 1000;

type Input = CallContext<Calls['acts.selection']>['input']['body'];

/** Keeps the acts of a filter as they are now; deeds over all of them work on these and on no others. */
export async function selectActs({ db, clock }: Parts, actor: CompanyActor, wish: Input) {
  const filter = await readActFilter(db, actor, wish.filter ?? {});
  const selection_id = await db.transaction().execute(async (tx) => {
    const { run, only, without = [], can } = wish;
    const all = await writeDown(tx, actor, clock.now(), { filter, run, only, without });
    if (!can) return all;
    const open = actsOpenTo(can, await listKinds(tx, actor, all), actor.role, actor.rights);
    return writeDown(tx, actor, clock.now(), {
      filter: {},
      only: open.map(({ act_id }) => act_id),
      without: [],
    });
  });
  const kinds = await countKinds(db, actor, selection_id);
  const open = ACT_BULK_DEEDS.map((deed) => ({
    deed,
    kinds: actsOpenTo(deed, kinds, actor.role, actor.rights),
  }));
  return {
    selection_id,
    ...totalOf(kinds),
    deeds: open.filter((one) => one.kinds.length === kinds.length).map(({ deed }) => deed),
    partly: open
      .filter((one) => one.kinds.length > 0 && one.kinds.length < kinds.length)
      .map((one) => ({ deed: one.deed, ...totalOf(one.kinds) })),
  };
}

const totalOf = (kinds: readonly { count: number; amount_tiyn: bigint }[]) => ({
  count: kinds.reduce((sum, kind) => sum + kind.count, 0),
  amount: formatMoney(kinds.reduce((sum, kind) => sum + kind.amount_tiyn, 0n)),
});

async function writeDown(tx: Tx, actor: CompanyActor, now: Date, wanted: Omit<WantedActs, 'most'>) {
  const id = await addSelection(tx, actor, now);
  const count = await fillSelection(tx, actor, id, { ...wanted, most: SELECTION_MAX + 1 });
  if (count === 0) throw new Problem('field.ids_empty', { field: 'filter' });
  if (count > SELECTION_MAX)
    throw new Problem('act.selection_too_large', { field: 'filter', values: { max: SELECTION_MAX } });
  return id;
}

export async function readSelection(db: Handle, actor: CompanyActor, selection_id: number, page: number) {
  const ids = orNotFound(await listSelectionIds(db, actor, selection_id));
  return {
    act_ids: ids.slice((page - 1) * A_PAGE, page * A_PAGE),
    pages: Math.ceil(ids.length / A_PAGE),
  };
}

/** A selection is of its day: what it named may be something else tomorrow. */
export async function sweepSelections({ db, clock }: Parts): Promise<void> {
  await deleteSelectionsBefore(db, new Date(clock.now().getTime() - LIVES_MS));
}
