import { LIST_VIEWS_MAX, type SavedView } from '@kelisim/shared/features/lists/list-views.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import {
  addView,
  deleteView,
  dropDefault,
  listViews,
  lockOwner,
  setView,
  type ViewRow,
} from './views.queries.ts';

type Names = 'lists.views' | 'lists.save_view' | 'lists.change_view' | 'lists.delete_view';

export function listViewsRoutes({ db }: Parts): Pick<Handlers, Names> {
  return {
    'lists.views': async ({ input, actor }) =>
      (await listViews(db, { ...actor, ...input.params })).map(toView),
    'lists.save_view': ({ input, actor }) =>
      db.transaction().execute(async (tx) => {
        const view = { ...input.body, name: input.body.name.trim() };
        const owner = { ...actor, list: input.params.list };
        await lockOwner(tx, owner);
        const views = await listViews(tx, owner);
        if (views.length >= LIST_VIEWS_MAX && !views.some((one) => one.name === view.name))
          throw new Problem('view.too_many', { values: { max: LIST_VIEWS_MAX } });
        if (view.is_default) await dropDefault(tx, owner);
        return toView(await addView(tx, owner, view));
      }),
    'lists.change_view': ({ input, actor }) =>
      db.transaction().execute(async (tx) => {
        const { view_id } = input.params;
        const view = { ...input.body, name: input.body.name.trim() };
        const owner = { ...actor, list: input.params.list };
        await lockOwner(tx, owner);
        const views = await listViews(tx, owner);
        if (!views.some((one) => one.id === view_id)) throw new Problem('not_found');
        if (views.some((one) => one.id !== view_id && one.name === view.name))
          throw new Problem('view.name_taken', { field: 'name' });
        if (view.is_default) await dropDefault(tx, owner);
        return toView((await setView(tx, owner, view_id, view))!);
      }),
    'lists.delete_view': async ({ input, actor, locale }) => {
      const { list, view_id } = input.params;
      await deleteView(db, { ...actor, list }, view_id);
      return { message: { ru, kz }[locale].deleted };
    },
  };
}

function toView(row: ViewRow): SavedView {
  return { ...row, query: row.query as SavedView['query'] };
}
