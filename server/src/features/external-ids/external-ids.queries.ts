import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type NamedThing = Tables['external_ids']['thing'];

/** Whose names they are: of a program of a company, or of its people. */
export interface Namer {
  company_id: number;
  program_id: number;
}

/** The first key of those that replaced one another: a program keeps its names when its key is rotated. */
export async function findProgram(db: Handle, key_id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with recursive earlier as (
      select id from api_keys where id = ${key_id}
      union all select k.id from api_keys k join earlier e on k.replaced_by = e.id
    )
    select min(id) as id from earlier`.execute(db);
  return rows.reduce((_, { id }) => id, key_id);
}

export async function putExternalId(
  tx: Tx,
  namer: Namer,
  thing: NamedThing,
  thing_id: number,
  external_id: string,
): Promise<void> {
  await tx
    .insertInto('external_ids')
    .values({ ...namer, thing, thing_id, external_id })
    .onConflict((oc) =>
      oc.columns(['company_id', 'program_id', 'thing', 'thing_id']).doUpdateSet({ external_id }),
    )
    .execute();
}

export async function removeExternalId(
  tx: Tx,
  namer: Namer,
  thing: NamedThing,
  thing_id: number,
): Promise<void> {
  await tx
    .deleteFrom('external_ids')
    .where((eb) => eb.and({ ...namer, thing, thing_id }))
    .execute();
}

/**
 * The thing that is called so. Until the transaction ends nobody else gives the name away.
 * @returns `is_gone` of what was deleted and keeps no name from others
 */
export async function lockName(
  tx: Tx,
  namer: Namer,
  thing: NamedThing,
  external_id: string,
): Promise<{ thing_id: number; is_gone: boolean } | undefined> {
  const name = [namer.company_id, namer.program_id, thing, external_id].join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  return tx
    .selectFrom('external_ids as n')
    .select('n.thing_id')
    .select(
      sql<boolean>`case n.thing
        when 'act' then exists (select from acts a where a.id = n.thing_id and a.deleted_at is not null)
        when 'contract' then exists (select from documents d where d.id = n.thing_id and d.status = 'deleted')
        else false end`.as('is_gone'),
    )
    .where((eb) => eb.and({ ...namer, thing, external_id }))
    .executeTakeFirst();
}

/** How a program calls the thing whose id is in this column; null where it does not. */
export const externalIdOf = ({ company_id, program_id }: Namer, thing: NamedThing, id: string) =>
  sql<string | null>`(
    select external_id from external_ids
    where company_id = ${company_id} and program_id = ${program_id} and thing = ${thing} and thing_id = ${sql.ref(id)})`;

export async function listExternalIds(
  db: Handle,
  namer: Namer,
  thing: NamedThing,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('external_ids')
    .select(['thing_id', 'external_id'])
    .where((eb) => eb.and({ ...namer, thing }))
    .where('thing_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.thing_id, row.external_id]));
}

export async function findCalled(
  db: Handle,
  namer: Namer,
  thing: NamedThing,
  external_id: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('external_ids')
    .select('thing_id')
    .where((eb) => eb.and({ ...namer, thing, external_id }))
    .executeTakeFirst();
  return row?.thing_id;
}
