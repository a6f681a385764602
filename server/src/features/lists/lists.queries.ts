import type { ListLook, ListName } from '@kelisim/shared/features/lists/list-look.ts';
import type { Handle } from '../../platform/db/database.ts';

const columns = ['list', 'columns', 'density'] as const;

export function listLooks(db: Handle, user_id: number) {
  return db.selectFrom('list_looks').select(columns).where('user_id', '=', user_id).orderBy('list').execute();
}

export function setLook(db: Handle, user_id: number, list: ListName, { density, ...look }: ListLook) {
  const chosen = { columns: [...look.columns], density };
  return db
    .insertInto('list_looks')
    .values({ user_id, list, ...chosen })
    .onConflict((oc) => oc.columns(['user_id', 'list']).doUpdateSet(chosen))
    .returning(columns)
    .executeTakeFirstOrThrow();
}
