import { sql } from 'kysely';
import type { ListName } from '@kelisim/shared/features/lists/list-look.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';

/** Whose views of which list. */
export type Owner = Pick<CompanyActor, 'user_id' | 'company_id'> & { list: ListName };

const columns = ['id', 'name', 'query', 'is_default'] as const;

export function listViews(db: Handle, { user_id, company_id, list }: Owner) {
  return db
    .selectFrom('list_views')
    .select(columns)
    .where((eb) => eb.and({ user_id, company_id, list }))
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
export async function dropDefault(tx: Tx, { user_id, company_id, list }: Owner): Promise<void> {
  await tx
    .updateTable('list_views')
    .set({ is_default: false })
    .where((eb) => eb.and({ user_id, company_id, list, is_default: true }))
    .execute();
}

export function addView(tx: Tx, { user_id, company_id, list }: Owner, view: ViewContent): Promise<ViewRow> {
  const query = JSON.stringify(view.query);
  return tx
    .insertInto('list_views')
    .values({ user_id, company_id, list, ...view, query })
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'company_id', 'list', 'name'])
        .doUpdateSet({ query, is_default: view.is_default }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function setView(tx: Tx, { user_id, company_id, list }: Owner, view_id: number, view: ViewContent) {
  return tx
    .updateTable('list_views')
    .set({ name: view.name, query: JSON.stringify(view.query), is_default: view.is_default })
    .where((eb) => eb.and({ id: view_id, user_id, company_id, list }))
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteView(
  db: Handle,
  { user_id, company_id, list }: Owner,
  view_id: number,
): Promise<void> {
  await db
    .deleteFrom('list_views')
    .where((eb) => eb.and({ id: view_id, user_id, company_id, list }))
    .execute();
}

/** Whose views are counted and changed now: two windows of one person wait for each other. */
export async function lockOwner(tx: Tx, { user_id }: Owner): Promise<void> {
  await sql`select 1 from users where id = ${user_id} for no key update`.execute(tx);
}
