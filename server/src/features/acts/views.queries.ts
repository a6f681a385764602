import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';

type Owner = Pick<CompanyActor, 'user_id' | 'company_id'>;

const columns = ['id', 'name', 'query', 'is_default'] as const;

export function listViews(db: Handle, { user_id, company_id }: Owner) {
  return db
    .selectFrom('act_views')
    .select(columns)
    .where((eb) => eb.and({ user_id, company_id }))
    .orderBy('name')
    .orderBy('id')
    .execute();
}
export type ViewRow = Awaited<ReturnType<typeof listViews>>[number];

interface ViewContent {
  name: string;
  query: object;
  is_default: boolean;
}

/** One default at a time: who becomes it takes it from the other. */
export async function dropDefault(tx: Tx, { user_id, company_id }: Owner): Promise<void> {
  await tx
    .updateTable('act_views')
    .set({ is_default: false })
    .where((eb) => eb.and({ user_id, company_id, is_default: true }))
    .execute();
}

export function addView(tx: Tx, { user_id, company_id }: Owner, view: ViewContent): Promise<ViewRow> {
  const query = JSON.stringify(view.query);
  return tx
    .insertInto('act_views')
    .values({ user_id, company_id, ...view, query })
    .onConflict((oc) =>
      oc.columns(['user_id', 'company_id', 'name']).doUpdateSet({ query, is_default: view.is_default }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function setView(tx: Tx, { user_id, company_id }: Owner, view_id: number, view: ViewContent) {
  return tx
    .updateTable('act_views')
    .set({ name: view.name, query: JSON.stringify(view.query), is_default: view.is_default })
    .where((eb) => eb.and({ id: view_id, user_id, company_id }))
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteView(db: Handle, { user_id, company_id }: Owner, view_id: number): Promise<void> {
  await db
    .deleteFrom('act_views')
    .where((eb) => eb.and({ id: view_id, user_id, company_id }))
    .execute();
}

/** Whose views are counted and changed now: two windows of one person wait for each other. */
export async function lockOwner(tx: Tx, { user_id }: Owner): Promise<void> {
  await sql`select 1 from users where id = ${user_id} for no key update`.execute(tx);
}
