import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import {
  findCalled,
  findProgram,
  listExternalIds,
  lockName,
  putExternalId,
  removeExternalId,
  type NamedThing,
  type Namer,
} from './external-ids.queries.ts';

/** Ids begin with 1. */
const NOTHING = 0;

/** People of a company share one set of names. */
export const namerOf = async (db: Handle, { company_id, key }: CompanyActor): Promise<Namer> => ({
  company_id,
  program_id: key ? await findProgram(db, key.id) : 0,
});

/**
 * Keeps what a program calls a thing; null takes the name away, and undefined leaves it.
 * @throws {Problem} `external_id.taken` with the id of the thing that is called so
 */
export async function nameThing(
  tx: Tx,
  actor: CompanyActor,
  thing: NamedThing,
  thing_id: number,
  external_id: string | null | undefined,
): Promise<void> {
  if (external_id === undefined) return;
  const namer = await namerOf(tx, actor);
  if (external_id === null) return removeExternalId(tx, namer, thing, thing_id);
  const found = await lockName(tx, namer, thing, external_id);
  if (found?.thing_id === thing_id) return;
  if (found && !found.is_gone)
    throw new Problem('external_id.taken', { field: 'external_id', values: { id: found.thing_id } });
  if (found) await removeExternalId(tx, namer, thing, found.thing_id);
  await putExternalId(tx, namer, thing, thing_id, external_id);
}

/** The living thing that is called so, held until the transaction ends: nobody else makes a second one. */
export async function thingCalled(
  tx: Tx,
  actor: CompanyActor,
  thing: NamedThing,
  external_id: string,
): Promise<number | null> {
  const found = await lockName(tx, await namerOf(tx, actor), thing, external_id);
  return found && !found.is_gone ? found.thing_id : null;
}

export const namesOf = async (db: Handle, actor: CompanyActor, thing: NamedThing, ids: readonly number[]) =>
  listExternalIds(db, await namerOf(db, actor), thing, ids);

/**
 * The id to look for when a list is asked for a name: undefined where it is not, and one that nothing has where nothing is
 * called so, or something else than the thing that was asked for.
 */
export async function idCalled(
  db: Handle,
  actor: CompanyActor,
  thing: NamedThing,
  { external_id, id }: { external_id?: string | undefined; id?: number | undefined },
): Promise<number | undefined> {
  if (external_id === undefined) return id;
  const called = (await findCalled(db, await namerOf(db, actor), thing, external_id)) ?? NOTHING;
  return id === undefined || id === called ? called : NOTHING;
}
